// Which times can be right. A computer without a battery begins in 1970, 1980 or 2000, and one with an empty one may begin years ahead,
// until it hears the time from the network.

/** The year of the first release: no clock of a running Scrubjay that shows an earlier time is right. */
export const programBegan = new Date('2026-01-01T00:00:00Z');
