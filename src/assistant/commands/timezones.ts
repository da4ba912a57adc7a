// Names of time zones as people write them in a command. Pure.
import { closest } from '../../base/text/edit-distance.ts';
import { isTimezone, knownTimezones, plainTimezone, timezonesOfPlace } from '../../base/time/timezone-names.ts';

/** The name as it should be written; null for what is none. */
export function asTimezone(given: string): string | null {
  const wanted = plainTimezone(given);
  // Newer names, such as Asia/Kolkata, are understood but not listed.
  return knownTimezones().find((zone) => plainTimezone(zone) === wanted) ?? (isTimezone(given) ? given : null);
}

const maxMeant = 3;

/** Those that someone may have meant: of that city or region, or spelled nearly so. */
export function meantTimezones(given: string): string[] {
  const ofPlace = timezonesOfPlace(given);
  if (ofPlace.length > 0) return ofPlace.slice(0, maxMeant);
  const wanted = plainTimezone(given);
  const names = knownTimezones().map((zone) => {
    const whole = plainTimezone(zone);
    return { zone, whole, city: whole.split('/').at(-1) ?? '' };
  });
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
