// From the bytes of a terminal to keys and pasted blocks. Node's own reader of keys does the work; here a paste becomes one
// event, also on a terminal that does not mark it: a chunk with a line break inside is more than anyone types at once.
import { emitKeypressEvents } from 'node:readline';
import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

export interface Key {
  /** `return`, `up`, `c`, …; undefined for a letter that has no name. */
  name?: string | undefined;
  ctrl: boolean;
  meta: boolean;
  shift: boolean;
  /** What it writes; empty for a key that writes nothing. */
  text: string;
}

export interface KeyHandlers {
  onKey(key: Key): void;
  onPaste(text: string): void;
  onEnd(): void;
}

type Input = NodeJS.ReadableStream & { setRawMode?(isRaw: boolean): unknown };

const pasteStart = '\u001B[200~';

/** @returns ends the reading and gives the terminal back as it was */
export function readKeys(input: Input, { onKey, onPaste, onEnd }: KeyHandlers): () => void {
  const keys = new PassThrough();
  const decoder = new StringDecoder('utf8');
  let pasted: string[] | null = null;
  let marksPastes = false;

  function onKeypress(text: string | undefined, key: Omit<Key, 'text'> & { sequence?: string }): void {
    if (key.name === 'paste-start') pasted = [];
    else if (key.name === 'paste-end') {
      const block = pasted?.join('') ?? '';
      pasted = null;
      onPaste(block);
    } else if (pasted) pasted.push(text ?? key.sequence ?? '');
    else onKey({ name: key.name, ctrl: key.ctrl, meta: key.meta, shift: key.shift, text: text ?? '' });
  }

  function onData(chunk: Buffer | string): void {
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    marksPastes ||= text.includes(pasteStart);
    const isBlock = !marksPastes && pasted === null && !text.includes('\u001B') && /[\r\n]/.test(text.trim());
    if (isBlock) onPaste(text);
    else keys.write(text);
  }

  emitKeypressEvents(keys);
  keys.on('keypress', onKeypress);
  input.setRawMode?.(true);
  input.on('data', onData);
  input.on('end', onEnd);
  // Of a window that was closed nothing can be read any more (EIO): that is its end. The listener stays, as a read may still be under way.
  input.on('error', onEnd);
  input.resume();
  return () => {
    input.off('data', onData);
    input.off('end', onEnd);
    keys.off('keypress', onKeypress);
    keys.destroy();
    input.pause();
    try {
      input.setRawMode?.(false);
    } catch {
      // The window was closed: there is no terminal to give back.
    }
  };
}
