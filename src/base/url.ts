// Addresses that are written by hand.
import { withoutEnd } from './text.ts';

/** The address without the slashes at its end. */
export const trimSlash = (url: string): string => withoutEnd(url, '/');
