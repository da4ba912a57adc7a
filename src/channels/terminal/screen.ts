// How replies look: growing in place on a terminal, one after the other in a pipe. Writes text, knows no input.
import type { Activity, Extras, FileOrder, Outlet } from '../../assistant/channel.ts';
import { painted, unstyled } from './paint.ts';
import { type Markdown, createMarkdown } from './markdown.ts';
import { columnsOf, createWrap } from './wrap.ts';

/** Writes a file for the person to have. @returns where it is */
export type SaveFile = (order: FileOrder) => Promise<string>;

export interface Screen {
  readonly prompt: string;
  /** Before the lines of a message that is not over yet. */
  readonly morePrompt: string;
  /** A place for the replies to one message. */
  begin(): Outlet & { end(): void };
}

const activities: Record<Activity, string> = {
  thinking: 'thinking',
  reading_notes: 'searching memory',
  writing_notes: 'writing a note',
  scheduling: 'looking at reminders',
  reading_outside: 'reading',
  using_tool: 'working',
};

/** Plain lines: each message as it is, with its newline. */
export function createPlainScreen(output: NodeJS.WritableStream, save: SaveFile): Screen {
  return {
    prompt: '',
    morePrompt: '',
    begin() {
      const posted = createPosted();
      return {
        async post(text, dedupe, extras) {
          const whole = await withFile(text, extras, save);
          return await posted(dedupe, () => output.write(`${whole}${hint(extras)}\n`));
        },
        end: () => undefined,
      };
    },
  };
}

/** A reply is shown while it grows; a status stands in its place until its first word. */
export function createScreen(
  output: NodeJS.WritableStream & { columns?: number },
  { colours, save }: { colours: boolean; save: SaveFile },
): Screen {
  const paint = colours ? painted : unstyled;
  const columns = (): number => columnsOf(output);
  const clearLine = '\r\u001b[K';
  /** Some reply has left the cursor in the middle of a line. */
  let isMidLine = false;

  /** Markdown as it can be shown here, with its lines broken between words. */
  function createText(): Markdown {
    const markdown = createMarkdown(paint, columns);
    const wrap = createWrap(columns);
    return {
      push: (more) => wrap.push(markdown.push(printable(more))),
      flush: () => wrap.push(markdown.flush()) + wrap.flush(),
    };
  }

  function write(text: string): void {
    if (text === '') return;
    output.write(text);
    isMidLine = !text.endsWith('\n');
  }

  return {
    prompt: `${paint('code', '>')} `,
    morePrompt: `${paint('code', '…')} `,
    begin() {
      const posted = createPosted();
      let shown = '';
      let hasStatus = false;
      let text = createText();

      function clearStatus(): void {
        if (!hasStatus) return;
        write(clearLine);
        hasStatus = false;
        isMidLine = false;
      }

      /** The next text begins at the left. */
      function leaveLine(): void {
        write(text.flush());
        if (isMidLine) write('\n');
        text = createText();
      }

      function show(whole: string): void {
        clearStatus();
        const goesOn = shown !== '' && whole.startsWith(shown);
        // Another attempt of the model, another text than the one that grew, or another reply: begin again below it.
        if (!goesOn) leaveLine();
        write(text.push(goesOn ? whole.slice(shown.length) : whole));
        shown = whole;
      }

      return {
        preview: show,
        working(what) {
          clearStatus();
          if (what === null) return;
          leaveLine();
          shown = '';
          write(paint('dim', `… ${activities[what]}`));
          hasStatus = true;
        },
        async post(given, dedupe, extras) {
          const whole = await withFile(given, extras, save);
          return await posted(dedupe, () => {
            show(whole);
            write(text.flush());
            write(`${paint('dim', hint(extras))}\n`);
            shown = '';
          });
        },
        end() {
          clearStatus();
          // A reply that was broken off: the word that is held still is of no use.
          if (shown !== '' && isMidLine) write('\n');
          shown = '';
        },
      };
    },
  };
}

const withFile = async (text: string, extras: Extras | undefined, save: SaveFile): Promise<string> =>
  extras?.file ? `${text}\n-> ${await save(extras.file)}` : text;

/** What steers a terminal is nothing for a model, or a file that it quotes, to say. */
const printable = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '');

/** What buttons would say, to be typed. */
const hint = ({ buttons = [] }: Extras = {}): string =>
  buttons.length === 0 ? '' : ` (${buttons.map(({ command }) => command).join(', ')})`;

/** Shows each name once. */
function createPosted(): (dedupe: string, show: () => void) => Promise<{ messageId: string }> {
  const names: string[] = [];
  return (dedupe, show) => {
    if (!names.includes(dedupe)) {
      names.push(dedupe);
      show();
    }
    return Promise.resolve({ messageId: String(names.indexOf(dedupe) + 1) });
  };
}
