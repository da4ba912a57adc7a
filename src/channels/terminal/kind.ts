// The terminal as a kind of channel.
import path from 'node:path';
import { setAsideNotice } from '../../state/set-aside.ts';
import type { ChannelKind } from '../channel.ts';
import { terminalAddress, terminalKey } from './answer.ts';
import { terminalHistory, terminalNotices } from './erase.ts';
import { openInputHistory } from './input-history.ts';
import { takesColours } from './paint.ts';
import { createNotices } from './pending-messages.ts';
import { createTerminal } from './terminal.ts';

export const terminalKind: ChannelKind<null> = {
  name: 'terminal',
  section: null,
  storesMessages: false,
  maxFileBytes: null,
  // The conversations of `scrubjay ask`, a process of its own, have another connector.
  owns: ({ channel, connector }) => channel === terminalAddress.channel && connector === terminalAddress.connector,
  async open(_settings, { handle, state, stateDir, commands, saveFile, screen, clock, log }) {
    const terminal = createTerminal({
      input: process.stdin,
      output: process.stdout,
      handle,
      notices: createNotices(path.join(stateDir, terminalNotices)),
      save: saveFile,
      write: state.write,
      clock,
      log,
      plain: !takesColours(process.env),
      isPrivate: () => state.privacy.since(terminalKey) !== null,
      greeting: screen.greeting,
      footer: screen.footer,
      commands,
      typed: process.stdin.isTTY ? await openInputHistory(path.join(stateDir, terminalHistory)) : undefined,
    });
    const notice = state.setAside === null ? null : setAsideNotice(state.setAside);
    if (notice) await terminal.tell?.(notice.text, notice.name);
    return { channel: terminal, over: terminal.ended, close: () => undefined };
  },
};
