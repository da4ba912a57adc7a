// Addresses that are written by hand.
import { withoutEnd } from './text.ts';

/** The address without the slashes at its end. */
export const trimSlash = (url: string): string => withoutEnd(url, '/');

/** Whether requests can go to this address: over HTTP, without a name and a password, which every log would show. */
export const isEndpoint = (given: string): boolean => {
  if (!URL.canParse(given)) return false;
  const { protocol, username, password } = new URL(given);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
};

const credentials = /\/\/[^\s/?#"@]*@/g;

/** The text with the names and passwords of its addresses left out. */
export const withoutCredentials = (text: string): string => text.replaceAll(credentials, '//…@');
