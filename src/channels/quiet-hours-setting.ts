// Quiet hours as the configuration has them.

/** Times of day as `HH:MM`; `from` later than `to` spans midnight. */
export interface QuietHours {
  from: string;
  to: string;
}

/** How they are written in the configuration: `22:00-07:30`. */
export const quietHoursPattern = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/;

export function parseQuietHours(given: string): QuietHours {
  const [from = '', to = ''] = given.split('-');
  return { from, to };
}
