// Names of time zones, as IANA has them, and as people write them. Pure.

/** That of the system. */
export const systemTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const knownTimezones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

/** As names are compared: "New York" is New_York. */
export const plainTimezone = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '_');

/** Those of a city, or of a whole region. */
export function timezonesOfPlace(place: string): string[] {
  const wanted = plainTimezone(place);
  const within = knownTimezones().filter((zone) => plainTimezone(zone).split('/').includes(wanted));
  if (within.length > 0) return within;
  // Under its newer name, which is not listed.
  const city = wanted.replace(/(?:^|_)\p{L}/gu, (letter) => letter.toUpperCase());
  return [...new Set(knownTimezones().map((zone) => zone.split('/')[0] ?? ''))]
    .map((region) => `${region}/${city}`)
    .filter(isTimezone);
}
