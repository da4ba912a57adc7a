// What was true and what is true now: of two notes about the same, the one that tells of a change, or says it anew, comes before
// what it replaces. Only for who asks what is; nobody marked the older one. Pure.
import { contentTermsOf } from '../text/terms.ts';

/** Asked for is how it was, in whatever time. */
const asksForPast =
  /\b(?:did|was|were|had|used to|before|former(?:ly)?|previous(?:ly)?|first|original(?:ly)?|earlier|old|ago|since|history|war|waren|früher|vorher|damals|ehemalig\p{L}*)\b/iu;
export const tellsOfChange =
  /\b(?:moved|moving|changed|switched|now|new|no longer|not any ?more|instead|from now on|became|becomes|replaced|(?:went|goes|is) (?:up|down)|raised|left|quit|sold|split up|broke up|divorced|renamed|postponed|rescheduled|joined|jetzt|neue[nmrs]?|nicht mehr|umgezogen|gewechselt|geändert|verschoben|ab sofort|stattdessen)\b/iu;

export interface Told {
  text: string;
  /** Days since 1970-01-01, or null. */
  day: number | null;
  /** Share of the query that is in it, 0..1. */
  coverage: number;
}

export const asksForPresent = (query: string): boolean => !asksForPast.test(query);

/** Less than this of what was asked for, and a line is about something else. */
const leastCoverage = 0.5;
/** The share of their words that two lines have in common where the one says the other anew. */
const sameWords = 0.5;

/** Whether `newer` says what has come of what `older` says. */
export function succeeds(newer: Told, older: Told): boolean {
  if (newer.day === null || (older.day !== null && older.day >= newer.day)) return false;
  if (older.coverage < leastCoverage || newer.coverage < older.coverage - 0.01 || /[?？]\s*$/.test(newer.text))
    return false;
  const [one, other] = [new Set(contentTermsOf(newer.text)), new Set(contentTermsOf(older.text))];
  const shared = [...one].filter((term) => other.has(term)).length;
  if (shared === 0 || shared === one.size) return false;
  // What has no date is as likely the newer one, unless something tells of a change.
  return (
    tellsOfChange.test(newer.text) || (older.day !== null && shared / (one.size + other.size - shared) >= sameWords)
  );
}
