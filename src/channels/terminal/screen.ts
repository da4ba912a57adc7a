// How replies look: growing in place on a terminal, one after the other in a pipe. Writes text, knows no input.
import type { Activity, Button, Extras, FileOrder, Outlet } from '../../assistant/channel.ts';
import { commandsBelow } from './choice.ts';
import { createMarkdown } from './markdown.ts';
import { cleanText } from './output.ts';
import type { Paint } from './paint.ts';
import { createWrap } from './wrap.ts';

/** Writes a file for the person. @returns its path */
export type SaveFile = (order: FileOrder) => Promise<string>;

/** A place for the replies to one message. */
export type Reply = Outlet & { end(): void };

export interface ScreenOptions {
  save: SaveFile;
  /** The answers to the question of the newest message, for the next words to choose from; none where it asks nothing. */
  onButtons?: ((buttons: readonly Button[]) => void) | undefined;
}

export interface LiveOptions extends ScreenOptions {
  print(text: string): void;
  isMidLine(): boolean;
  paint: Paint;
  columns(): number;
  onActivity(what: string | null): void;
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
export function createPlainReply(write: (text: string) => void, { save, onButtons }: ScreenOptions): Reply {
  const posted = createPosted();
  return {
    async post(text, dedupe, extras) {
      const whole = await withFile(text, extras, save);
      return await posted(dedupe, () => {
        write(`${cleanText(whole)}${cleanText(hint(whole, extras))}\n`);
        onButtons?.(choiceOf(extras));
      });
    },
    end: () => undefined,
  };
}

/** A reply that is shown while it grows. */
export function createLiveReply(options: LiveOptions): Reply {
  const { print, isMidLine, paint, save, onButtons, onActivity } = options;
  const posted = createPosted();
  let shown = '';
  let text = new GrowingText(options);

  /** The next text begins at the left. */
  function leaveLine(): void {
    print(text.flush());
    if (isMidLine()) print('\n');
    text = new GrowingText(options);
  }

  function show(whole: string): void {
    const goesOn = shown !== '' && whole.startsWith(shown);
    // Another attempt of the model, another text than the one that grew, or another reply: begin again below it.
    if (!goesOn) leaveLine();
    // The second half of a character is still to come.
    const end = /[\uD800-\uDBFF]$/.test(whole) ? whole.length - 1 : whole.length;
    print(text.push(whole.slice(goesOn ? shown.length : 0, end)));
    shown = whole.slice(0, end);
  }

  return {
    preview(answer) {
      if (shown === '') onActivity('answering');
      show(answer());
    },
    working(what) {
      onActivity(what === null ? null : activities[what]);
      if (what === null || shown === '') return;
      leaveLine();
      shown = '';
    },
    async post(given, dedupe, extras) {
      const whole = await withFile(given, extras, save);
      return await posted(dedupe, () => {
        show(whole);
        print(`${text.end(paint('dim', cleanText(hint(whole, extras))))}\n`);
        text = new GrowingText(options);
        shown = '';
        onButtons?.(choiceOf(extras));
      });
    },
    end() {
      onActivity(null);
      // The reply was interrupted: its unfinished word is dropped.
      if (shown !== '' && isMidLine()) print('\n');
      shown = '';
    },
  };
}

/** Markdown as it can be shown here, with its lines broken between words. What can't be formatted is shown as it is. */
class GrowingText {
  readonly #markdown;
  readonly #wrap;
  #given = '';
  #isPlain = false;

  constructor({ paint, columns }: Pick<LiveOptions, 'paint' | 'columns'>) {
    this.#markdown = createMarkdown(paint, columns);
    this.#wrap = createWrap(columns);
  }

  push(more: string): string {
    const clean = cleanText(more);
    if (this.#isPlain) return clean;
    this.#given += clean;
    return this.#formatted(() => this.#wrap.push(this.#markdown.push(clean)));
  }

  flush(): string {
    return this.#isPlain ? '' : this.#formatted(() => this.#wrap.push(this.#markdown.flush()) + this.#wrap.flush());
  }

  /** What is held still, and after it words that are no Markdown, broken between words as well. */
  end(words: string): string {
    if (this.#isPlain) return words;
    return this.flush() + this.#wrap.push(words) + this.#wrap.flush();
  }

  #formatted(format: () => string): string {
    try {
      return format();
    } catch {
      // After a fault of the formatter the text is shown as it is: a part of it may appear twice, and nothing is lost.
      this.#isPlain = true;
      return `\n${this.#given}`;
    }
  }
}

const withFile = async (text: string, extras: Extras | undefined, save: SaveFile): Promise<string> =>
  extras?.file ? `${text}\n-> ${await save(extras.file)}` : text;

/** A yes answers only a question; an Undo button below a receipt is none. */
const choiceOf = ({ buttons = [], isChoice = false }: Extras = {}): readonly Button[] => (isChoice ? buttons : []);

const hint = (message: string, { buttons = [] }: Extras = {}): string => commandsBelow(message, buttons);

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
