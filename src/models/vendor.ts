// The description of a model vendor: its address, the source of its key, and how it is called.
import type { CallOptions } from './vendor-client.ts';
import type { Provider } from './provider.ts';

export interface Vendor {
  /** Its own host. */
  baseUrl: string;
  /** Whether a base URL is its own: there, nothing works without a key. */
  isOwnHost(baseUrl: string): boolean;
  /** Environment variables, for where the configuration says nothing. */
  variables: { key: string; baseUrl?: string };
  /** Where its models are listed, and the headers that carry the key. */
  listing(baseUrl: string, apiKey: string): { url: string; headers: Record<string, string> };
  create(options: CallOptions): Provider;
}
