// From ranked lines to what is shown: the best with a little around them, the rest alone, nothing twice. Pure over the
// column store; asks for the text of what it shows.
import { type Lines, none } from './lines.ts';

export interface Passage {
  file: number;
  startLine: number;
  endLine: number;
  text: string;
  /** The line it was made for. */
  slot: number;
}

interface Place {
  startLine: number;
  endLine: number;
  fromChar: number | null;
  text: string;
}

/** How many of the best results are shown with the lines around them. */
const widened = 5;
const linesAround = 2;
const mostChars = 900;

/**
 * @param ranked slots, best first
 * @param placeOf the stored lines of a slot
 * @param wide false: single lines only
 */
export function passagesOf(ranked: readonly number[], limit: number, lines: Lines, placeOf: (slot: number) => Place, wide = true): Passage[] {
  const passages: { slot: number; slots: number[] }[] = [];
  const ownerOf = new Map<number, { slot: number; slots: number[] }>();
  for (const slot of ranked) {
    const owner = ownerOf.get(slot);
    if (owner) continue;
    if (passages.length === limit) break;
    const passage = { slot, slots: [slot] };
    ownerOf.set(slot, passage);
    if (wide && passages.length < widened) {
      let chars = placeOf(slot).text.length;
      for (const step of [lines.columns.next, lines.columns.previous]) {
        let at = slot;
        for (let i = 0; i < linesAround; i += 1) {
          at = step[at] ?? none;
          if (at === none || ownerOf.has(at)) break;
          const more = placeOf(at).text.length + 1;
          if (chars + more > mostChars) break;
          chars += more;
          if (step === lines.columns.next) passage.slots.push(at);
          else passage.slots.unshift(at);
          ownerOf.set(at, passage);
        }
      }
    }
    passages.push(passage);
  }
  return passages.map(({ slot, slots }) => ({ slot, file: lines.columns.file[slot] ?? 0, ...joined(slots.map(placeOf)) }));
}

function joined(places: readonly Place[]): { startLine: number; endLine: number; text: string } {
  let text = '';
  let end = 0;
  for (const place of places) {
    if (end > 0) text += '\n'.repeat(Math.max(0, place.startLine - end));
    text += place.text;
    end = place.endLine;
  }
  return { startLine: places[0]?.startLine ?? 0, endLine: end, text };
}
