// How this program was called, so that what it tells a person to run is what they can run: in a checkout there may be no `scrubjay`.
import path from 'node:path';

/** @returns `scrubjay`, or `node dist/main.js` where it was called so, by a path below the working folder */
export function calledAs(program: string | undefined = process.argv[1], workingFolder: string = process.cwd()): string {
  if (program === undefined || path.basename(program) !== 'main.js') return 'scrubjay';
  const place = path.relative(workingFolder, program);
  return place.startsWith('..') || path.isAbsolute(place) ? 'scrubjay' : `node ${place}`;
}
