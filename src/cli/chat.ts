// `scrubjay chat`: the terminal, also where Telegram is configured and its daemon runs.
import { calledAs } from '../base/called-as.ts';
import { runDaemon } from '../daemon.ts';
import { configOption, defineCommand, isOnScreen, loadSettings } from './command.ts';

export const command = defineCommand({
  usage: 'chat [options]',
  about: `Talks on this terminal. Ctrl-C stops a reply; exit, Ctrl-D or Ctrl-C twice leaves. A daemon that talks\non Telegram is not disturbed; one that has a terminal already keeps it: \`${calledAs()} ask\` works beside that.`,
  examples: ['chat', 'chat --config work.toml'],
  options: configOption,
  words: { min: 0, max: 0 },
  async run({ values }) {
    await runDaemon({ ...loadSettings(values, { quiet: true, onScreen: isOnScreen() }), terminal: 'alone' });
    return 0;
  },
});
