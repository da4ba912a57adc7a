// Tells from a base URL whether the server is the vendor's, on this machine, or another one.
import { isIPv4 } from 'node:net';

/** Whether the URL leads to `domain` or a host below it, and by https: by http anybody on the way can answer in its name. */
export function isHostOf(baseUrl: string, domain: string): boolean {
  const host = hostOf(baseUrl);
  if (new URL(baseUrl).protocol !== 'https:') return false;
  return host === domain || host.endsWith(`.${domain}`);
}

/** Whether the host is this machine. */
export function isLoopback(baseUrl: string): boolean {
  const host = hostOf(baseUrl);
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Whether the host is an address of a private network, by its numbers: no outside host can have it. */
export function isPrivateAddress(baseUrl: string): boolean {
  const host = hostOf(baseUrl);
  return /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)(?:\.\d{1,3}){2,3}$/.test(host) && isIPv4(host);
}

/**
 * What there is to say about sending a key there, or null: a real key over plain http to another machine can be read by
 * everyone on the way. Hosts on the own network (Ollama and the like) are often meant, so it is said, not refused.
 */
export function keyExposure(baseUrl: string, apiKey: string | undefined): string | null {
  if (apiKey === undefined || apiKey === '' || apiKey === localKey) return null;
  if (new URL(baseUrl).protocol !== 'http:' || isLoopback(baseUrl)) return null;
  return `the API key is sent unencrypted to ${hostOf(baseUrl)}; use https, or leave the key out`;
}

/** Sent as the key to servers that are not the vendor's when none is configured: most want some key, none checks it. */
export const localKey = 'local';

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).hostname.toLowerCase();
}
