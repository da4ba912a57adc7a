// `scrubjay start`: the daemon.
import { noteCredentials } from '../app/state-owner.ts';
import { runDaemon } from '../daemon.ts';
import { configOption, defineCommand, isOnScreen, loadSettings } from './command.ts';

export const command = defineCommand({
  usage: '[start] [options]',
  about:
    'Runs until it is told to stop (Ctrl-C, SIGTERM). With a Telegram token it talks there, else on this terminal; from a pipe it\nreads one message a line and writes one reply each. Logs are JSON lines on stderr, with a person at the terminal in scrubjay.log in the state folder.',
  examples: ['start', 'start --config /etc/scrubjay/config.toml', 'start < questions.txt'],
  options: {
    ...configOption,
    terminal: { type: 'boolean', about: 'talk on this terminal as well, beside Telegram; leaving it ends the program' },
  },
  words: { min: 0, max: 0 },
  async run({ values }) {
    const settings = loadSettings(values, { quiet: isOnScreen(), onScreen: isOnScreen() });
    await noteCredentials(settings.config.state.dir, process.env['CREDENTIALS_DIRECTORY']);
    await runDaemon({ ...settings, terminal: values.terminal ? 'as well' : undefined });
    return 0;
  },
});
