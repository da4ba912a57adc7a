// The commands that a slash begins to name. Pure.

export interface MenuItem {
  name: string;
  description: string;
}

const maxItems = 8;

/** The commands whose name begins as the text does; none where the text is anything else. */
export function menuFor(text: string, commands: readonly MenuItem[]): MenuItem[] {
  const typed = /^\/(\w*)$/.exec(text)?.[1];
  if (typed === undefined) return [];
  const found = commands.filter(({ name }) => name.startsWith(typed.toLowerCase()));
  return found.length === 1 && found[0]?.name === typed ? [] : found;
}

/** The part of the menu that is shown, around the chosen item, and how many items are not shown. */
export function shownItems(
  items: readonly MenuItem[],
  chosen: number,
): { shown: { item: MenuItem; isChosen: boolean }[]; hidden: number } {
  const from = Math.min(Math.max(0, chosen - maxItems + 1), Math.max(0, items.length - maxItems));
  const shown = items.slice(from, from + maxItems).map((item, index) => ({ item, isChosen: from + index === chosen }));
  return { shown, hidden: items.length - shown.length };
}
