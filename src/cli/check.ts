// `scrubjay check`: lists the lines of the memory that contradict each other. Changes nothing.
import { systemClock, localDate } from '../base/clock.ts';
import { chosenTimezone } from '../app/timezone.ts';
import { type Contradiction, type NoteLine, findContradictions } from '../memory/contradictions.ts';
import { createVault } from '../memory/vault.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';

export const command = defineCommand({
  usage: 'check [options]',
  about:
    'Lists lines of the memory that seem to contradict each other, the newest first. A line that is no longer true can be marked by hand: "(until 2026-09-14)" at its end.',
  examples: ['check', 'check --json'],
  options: { ...configOption, ...jsonOption },
  words: { min: 0, max: 0 },
  async run({ values }) {
    const { config } = loadSettings(values, { quiet: true });
    const today = localDate(systemClock.now(), chosenTimezone(config).now());
    const contradictions = await findContradictions(createVault(config.memory.dir), today);
    if (values.json) printJson({ contradictions });
    else show(contradictions);
    return 0;
  },
});

function show(contradictions: readonly Contradiction[]): void {
  if (contradictions.length === 0) return print('No line contradicts another one.');
  for (const { newer, older } of contradictions) print(`${told(newer)}\n  but ${told(older)}\n`);
  const [{ older }] = contradictions as [Contradiction];
  const count = contradictions.length === 1 ? 'One contradiction.' : `${contradictions.length} contradictions.`;
  print(`${count} Where a line is no longer true, write until when: "${older.text} (until 2026-09-14)".`);
}

const told = ({ path, line, text }: NoteLine): string => `${path}#L${line}: ${text}`;
