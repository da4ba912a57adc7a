// `scrubjay start`: the daemon.
import { noteCredentials } from '../app/state/state-owner.ts';
import { runDaemon } from '../daemon.ts';
import { configOption, defineCommand, isOnScreen, loadSettings } from './command.ts';

export const command = defineCommand({
  usage: '[start] [options]',
  about:
    'Runs until it is told to stop (Ctrl-C, SIGTERM). It talks on every channel that is configured (Telegram, where\na token is given), or on this terminal where none is; from a pipe it reads one message a line and writes one reply each. Logs are\nJSON lines on stderr, or in scrubjay.log in the state folder where a person talks on this terminal.',
  examples: ['start', 'start --config /etc/scrubjay/config.toml', 'start < questions.txt'],
  options: {
    ...configOption,
    terminal: {
      type: 'boolean',
      about: 'talk on this terminal as well, beside the configured channels; leaving it ends the program',
    },
  },
  words: { min: 0, max: 0 },
  async run({ values }) {
    const settings = loadSettings(values, { quiet: isOnScreen(), onScreen: isOnScreen() });
    await noteCredentials(settings.config.state.dir, process.env['CREDENTIALS_DIRECTORY']);
    await runDaemon({ ...settings, terminal: values.terminal ? 'as well' : undefined });
    return 0;
  },
});
