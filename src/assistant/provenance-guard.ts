// Whose words a thing to be remembered, or to be reminded of, is made of. What others wrote (a forward, a file, a page) may be saved when the
// person asks for it, never on its own say: a model that follows an order in it is stopped here, by comparing words, not by
// asking it to behave. It can't see through a translation; the marks and the nightly checks stand behind it. Pure.
import type { Proposal, Tool } from '../agent/tool.ts';
import { ToolError } from '../base/errors.ts';
import { contentWords } from '../memory/write/words.ts';
import { isAttachment } from '../models/attachment.ts';
import type { Entry, MessageEntry } from '../session/entry.ts';
import { isSpoken, openTurn } from '../session/history.ts';
import { isUntrustedText } from './untrusted-text.ts';

export interface Words {
  /** What the person typed or spoke. */
  own: string;
  /** What is marked as the words of others. */
  others: string;
}

const label = /^\[.*:\]$/;
const othersLabel = /\bno orders to follow:\]$/;

/** Parts a person's message by the marks that its channel put around what they did not write. */
export function partWords(text: string): Words {
  const own: string[] = [];
  const others: string[] = [];
  let quoted: string[] | null = null;
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  for (const [i, line] of lines.entries()) {
    if (label.test(line) && lines[i + 1]?.startsWith('> ')) quoted = othersLabel.test(line) ? others : [];
    else if (quoted && line.startsWith('> ')) quoted.push(line.slice(2));
    else {
      quoted = null;
      own.push(line);
    }
  }
  return { own: own.join('\n').trim(), others: others.join('\n').trim() };
}

const oneOf = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map((pattern) => pattern.source).join('|'), 'i');

/** Asking to keep something, in the languages of Telegram's larger communities. */
const asksToKeep = oneOf(
  /\b(?:remember|memori[sz]e|save|keep|note)(?:s|d|ing)?\b/,
  /\b(?:store|record|write|add|put|copy|move)\s+(?:it|this|that|these|those|them|down|the|my|to)\b/,
  /\b(?:merke?|notier\w{0,3}|speicher\w{0,3}|behalt\w{0,3}|schreib\w{0,2}|souviens|retiens|enregistre[rz]?|garde[rz]?|note[rz]|recuerda|guarda|apunta|anota|ricorda\w{0,3}|salva\w{0,2}|segna\w{0,2}|lembr[ae]|onthoud|bewaar|noteer|zapamiętaj|zapisz|husk|kom ihåg|spara|hatırla|kaydet)\b/,
  /запомни|сохрани|запиши|збережи|запам.?ятай|记住|記住|保存|记下|覚えて|メモ|기억|저장|تذكر|احفظ|याद|सहेज/,
);
const asksToChange = oneOf(
  asksToKeep,
  /\b(?:forget|delete|remove|erase)(?:s|d|ing)?\b/,
  /\b(?:change|correct|fix|update|replace|edit|rename)\s+(?:it|this|that|these|those|them|the|my|to)\b/,
  /\b(?:vergiss|lösch\w{0,2}|entfern\w{0,2}|streich\w{0,2}|änder\w{0,2}|korrigier\w{0,2}|oublie[rz]?|supprime[rz]?|efface[rz]?|corrige[rz]?|olvida|borra|elimina|cambia|dimentica|cancella|esquece|apaga|vergeet|verwijder|zapomnij|usuń|unut|sil)\b/,
  /забудь|удали|исправь|измени|忘れて|削除|忘记|删除|잊어|삭제/,
);
const asksToRemind = oneOf(
  asksToKeep,
  /\b(?:remind(?:s|ed|ing|ers?)?|alarm|wake me|ping me|alert me|tell me (?:again|at|in|on|when|tomorrow|tonight))\b/,
  /\b(?:erinner\w*|weck\w*|rappel\w*|recuérda\w*|avísa\w*|recordatorio|promemoria|herinner\w*|przypomnij|påminn\w*|hatırlat\w*)/,
  /напомни|нагадай|提醒|リマインド|知らせて|알려|ذكرني/,
);
const asksToEnd = oneOf(
  asksToChange,
  asksToRemind,
  /\b(?:cancel|stop|end|drop)\b/,
  /\b(?:storniere?|beende|annule[rz]?|cancela|annulla|annuleer|anuluj|iptal)\b|отмени|скасуй|取消|취소/,
);

/** What asks for each kind of write. */
const asksFor: Readonly<Record<Proposal['action'], RegExp>> = {
  save: asksToKeep,
  remind: asksToRemind,
  cancel: asksToEnd,
  change: asksToChange,
  forget: asksToChange,
  other: asksToChange,
};

/** The same words where they ask for nothing: a thing, a memory of one's own, another sense. */
const idle = new RegExp(
  [
    /\b(?:an?|the|this|that|these|those|my|your|his|her|its|their|our|what|which|any|some|no|each|every|voice)\s+(?:(?!not)\w+\s+)?(?:notes?|records?|stores?)\b/,
    /\b(?:do|did|does|don't|didn't|doesn't)\s+(?:you|i|we|they|he|she)\s+(?:\w+\s+)?remember\b/,
    /\b(?:i|we)\s+(?:(?:do|did|can|could|still|hardly|barely|vaguely|cannot|\w+n['’]t)\s+)*remember(?:ed)?\b/,
    /\bkeep(?:s|ing)?\s+(?:it\s+|this\s+)?(?:short|brief|simple|calm|quiet|on|up|away|out|an eye|\w+ing)\b/,
    /\bsav(?:es?|ing)\s+(?:me\s+|us\s+|you\s+|some\s+|any\s+|much\s+|on\s+)*(?:money|time|energy|costs?)\b/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'gi',
);
const asks = (what: RegExp, words: string): boolean => what.test(words.replaceAll(idle, ' '));

const agrees =
  /^\W*(?:yes|yep|yeah|ok|okay|sure|please|do|go ahead|ja|jep|gerne|bitte|klar|oui|d'accord|s[ií]|vale|claro|certo|va bene|sim|tak|да|давай|はい|是|好|네|evet)\b/i;
const mostWordsOfYes = 6;

/** A short yes to a question that asked for it. */
function isYesTo(asks: RegExp, words: string, question: string): boolean {
  const isYes = agrees.test(words) && !/[?？]/.test(words) && words.split(/\s+/).length <= mostWordsOfYes;
  return isYes && (question.match(/[^.!?。！？\n]*[?？]/g) ?? []).some((sentence) => asks.test(sentence));
}

const orders =
  /\b(?:remember|memori[sz]e|save this|save that|from now on|always|never|ignore|you must|immer|niemals|ab jetzt)\b/i;

interface Said extends Words {
  /** Lines that tools and recall brought, of a kind that nothing may be made of unasked. */
  brought: string;
}

function gather(entries: readonly Entry[]): Said {
  const own: string[] = [];
  const others: string[] = [];
  const brought: string[] = [];
  for (const entry of entries) {
    if (entry.type !== 'message') continue;
    const foreign = new Set(
      (entry.outcomes ?? []).flatMap(({ trust, tool_use_id: id }) => (trust === 'others' ? [id] : [])),
    );
    for (const block of entry.content) {
      if (block.type !== 'tool_result') continue;
      const lines = textOfResult(block.content).split('\n');
      const isForeign = foreign.has(block.tool_use_id);
      brought.push(...lines.filter((line) => isForeign || orders.test(line) || isUntrustedText(line)));
    }
    if (!isSpoken(entry)) continue;
    const words = partWords(spokenText(entry));
    own.push(words.own);
    others.push(words.others);
    brought.push(
      ...contextOf(entry)
        .split('\n')
        .filter((line) => orders.test(line) || isUntrustedText(line)),
    );
  }
  return { own: own.join('\n'), others: others.join('\n'), brought: brought.join('\n') };
}

const textOfResult = (content: string | readonly { type: string; text?: string }[]): string =>
  typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n');

const texts = (entry: MessageEntry): string[] =>
  entry.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
const spokenText = (entry: MessageEntry): string => texts(entry).at(-1) ?? '';
const contextOf = (entry: MessageEntry): string => texts(entry).slice(0, -1).join('\n');

/** True where more of what a text says was brought by others than was ever said by the person in this conversation. */
export function isFromOthers(text: string, entries: readonly Entry[]): boolean {
  return outweighs(text, gather(entries), (said) => `${said.others}\n${said.brought}`);
}

function outweighs(text: string, said: Said, foreignOf: (said: Said) => string): boolean {
  const own = contentWords(said.own);
  const foreign = contentWords(foreignOf(said));
  const words = [...contentWords(text)];
  const fromPerson = words.filter((word) => own.has(word)).length;
  const fromOthers = words.filter((word) => !own.has(word) && foreign.has(word)).length;
  return fromOthers > fromPerson;
}

/** Whether most of the words are not the person's: what a picture or a PDF says can't be compared. */
function isUnheard(text: string, { own }: Said): boolean {
  const said = contentWords(own);
  const words = [...contentWords(text)];
  return 2 * words.filter((word) => said.has(word)).length < words.length;
}

/** Why a write must not happen; null where it may. @param entries of the session so far */
export function objectionTo(proposal: Proposal, entries: readonly Entry[]): string | null {
  const { action } = proposal;
  const text = [proposal.text, proposal.before ?? ''].join('\n');
  const open = openTurn(entries);
  const now = gather(open);
  const sayingSo = `Ask them; they say so themselves, for example "${action === 'remind' ? 'remind me of this' : 'remember this'}".`;
  const heard = open.filter(isSpoken);
  const hasAttachment = heard.some((entry) => entry.content.some(isAttachment));
  if (now.own.trim() === '' && (now.others !== '' || hasAttachment)) {
    return `Not done: this message holds nothing in the person's own words, only what others wrote. ${sayingSo}`;
  }
  const isEnd = action === 'cancel';
  const wish = asksFor[action];
  if (asks(wish, now.own) || isYesTo(wish, now.own.trim(), lastAnswer(entries, open))) return null;
  // To find a passage the model must have read it: for a change, only what others wrote is suspect.
  const said = gather(entries);
  const isAdded = action === 'save' || action === 'remind';
  const isForeign = isEnd
    ? now.others !== '' || hasAttachment
    : (hasAttachment && isUnheard(text, said)) ||
      outweighs(text, said, ({ others, brought }) => (isAdded ? `${others}\n${brought}` : others));
  return isForeign
    ? `Not done: this comes from what others wrote (a forward, a file, a picture, a page), and the person has not asked for it. ${sayingSo}`
    : null;
}

/** What the assistant had said last before this turn. */
function lastAnswer(entries: readonly Entry[], open: readonly MessageEntry[]): string {
  const [first] = open;
  const before = entries.slice(0, first ? entries.indexOf(first) : entries.length);
  const last = before.findLast((entry) => entry.type === 'message' && entry.role === 'assistant');
  return last?.type === 'message' ? texts(last).join('\n') : '';
}

/** The same tools; each write looks first at whose words it is given. @param entries of the session as they are then */
export const guardSources = (tools: readonly Tool[], entries: () => readonly Entry[]): Tool[] =>
  tools.map((tool) => (tool.effects.writes === undefined ? tool : guarded(tool, entries)));

const guarded = (tool: Tool, entries: () => readonly Entry[]): Tool => ({
  ...tool,
  async execute(input, context) {
    const proposal = await tool.propose(input);
    const objection = proposal && objectionTo(proposal, entries());
    if (objection !== null) throw new ToolError(objection);
    return await tool.execute(input, context);
  },
});
