// Names of time zones as people write them. Pure.
import { closest } from '../../base/edit-distance.ts';
import { isTimezone } from '../../base/timezone-names.ts';

/** The name as it should be written; null for what is none. */
export function asTimezone(given: string): string | null {
  const wanted = plain(given);
  // Newer names, such as Asia/Kolkata, are understood but not listed.
  return known().find((zone) => plain(zone) === wanted) ?? (isTimezone(given) ? given : null);
}

const maxMeant = 3;

/** Those that someone may have meant: of that city or region, or spelled nearly so. */
export function meantTimezones(given: string): string[] {
  const wanted = plain(given);
  const names = known().map((zone) => ({ zone, whole: plain(zone), city: plain(zone).split('/').at(-1) ?? '' }));
  const within = names.filter(({ whole }) => whole.split('/').includes(wanted));
  if (within.length > 0) return within.slice(0, maxMeant).map(({ zone }) => zone);
  // Under its newer name, which is not listed.
  const city = wanted.replace(/(?:^|_)\p{L}/gu, (letter) => letter.toUpperCase());
  const newer = [...new Set(known().map((zone) => zone.split('/')[0] ?? ''))]
    .map((region) => `${region}/${city}`)
    .filter(isTimezone);
  if (newer.length > 0) return newer.slice(0, maxMeant);
  const near =
    closest(
      wanted,
      names.map(({ whole }) => whole),
    ) ??
    closest(
      wanted.split('/').at(-1) ?? '',
      names.map(({ city }) => city),
    );
  return names
    .filter(({ whole, city }) => near === whole || near === city)
    .slice(0, maxMeant)
    .map(({ zone }) => zone);
}

const known = (): readonly string[] => Intl.supportedValuesOf('timeZone');

const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '_');
