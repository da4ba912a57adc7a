// The first look of a search, at every line there is: how near it is to the query by its vector, and which lines are worth
// a closer look. All that costs time with the size of the vault is here and in lexical.ts.
import { createHighest } from './highest.ts';
import type { Lexical } from './lexical.ts';
import { type Lines, none, windowShares } from './lines.ts';
import { quantize } from './vectors.ts';

/** Cosines by slot. */
export interface Dense {
  /** Of the line alone. */
  own: Float32Array;
  /** Of the window of five lines around it. */
  window: Float32Array;
}

export function scoreDense(pooled: Float32Array, lines: Lines): Dense {
  const query = quantize(pooled);
  let square = 0;
  for (const value of query) square += value * value;
  const unit = square > 0 ? 1 / Math.sqrt(square) : 0;
  const { top } = lines;
  const { previous, next, weight, scale, windowScale } = lines.columns;
  const dots = lines.dots(query);
  const own = new Float32Array(top);
  /** What each line adds to the windows it is in. */
  const shares = new Float32Array(top);
  for (let slot = 0; slot < Math.min(top, dots.length); slot += 1) {
    const cosine = (dots[slot] as number) * (scale[slot] as number) * unit;
    own[slot] = cosine;
    shares[slot] = (weight[slot] as number) * cosine;
  }
  // The window's vector is a weighted sum, so its cosine follows from those of its lines.
  const window = new Float32Array(top);
  for (let slot = 0; slot < top; slot += 1) {
    const factor = windowScale[slot] as number;
    if (factor === 0) continue;
    let sum = shares[slot] as number;
    const before = previous[slot] as number;
    if (before !== none) {
      sum += windowShares.beside * (shares[before] as number);
      const second = previous[before] as number;
      if (second !== none) sum += windowShares.second * (shares[second] as number);
    }
    const after = next[slot] as number;
    if (after !== none) {
      sum += windowShares.beside * (shares[after] as number);
      const second = next[after] as number;
      if (second !== none) sum += windowShares.second * (shares[second] as number);
    }
    window[slot] = sum * factor;
  }
  return { own, window };
}

/** How much each counts in the first look; the closer one has weights of its own. */
const firstWeights = { part: 0.3, length: 0.3, asking: -0.2, subject: 0.4 };

/**
 * The slots with the highest first score, at most `most`; unordered.
 * @param named 1 by subject where the query names it
 * @param trust in the vectors, 0..1
 */
export function findCandidates(options: { lines: Lines; lexical: Lexical; dense: Dense | null; named: Uint8Array | null; trust: number; allowed: ((slot: number) => boolean) | null; most: number }): number[] {
  const { lines, lexical, dense, named, trust, allowed, most } = options;
  const { top } = lines;
  const { id, part, length, asking, subject } = lines.columns;
  const scores = new Float32Array(top);
  if (dense) {
    const { window } = dense;
    for (let slot = 0; slot < top; slot += 1)
      scores[slot] = trust * (window[slot] as number) + firstWeights.length * (length[slot] as number) + firstWeights.asking * (asking[slot] as number);
    if (named) for (let slot = 0; slot < top; slot += 1) if (named[subject[slot] as number] === 1) scores[slot] = (scores[slot] as number) + firstWeights.subject;
  }
  if (lexical.parts.size > 0) {
    const ofParts = new Float32Array(lines.averages.partsEnd);
    for (const [at, score] of lexical.parts) ofParts[at] = firstWeights.part * score;
    for (let slot = 0; slot < top; slot += 1) scores[slot] = (scores[slot] as number) + (ofParts[part[slot] as number] as number);
  }
  for (const [slot, score] of lexical.lines) scores[slot] = (scores[slot] ?? 0) + score;

  const highest = createHighest(scores, most);
  for (let slot = 0; slot < top; slot += 1) {
    if (id[slot] === none || (!dense && scores[slot] === 0) || (allowed && !allowed(slot))) continue;
    highest.offer(slot);
  }
  return highest.take();
}
