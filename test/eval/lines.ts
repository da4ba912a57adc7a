/** The lines of a note, as they stand in a template: without the blanks around each. */
export const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());
