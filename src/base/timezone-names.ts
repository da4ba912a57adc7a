// Names of time zones, as IANA has them.

/** That of the system. */
export const systemTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
