// What the program knows of a vendor of models: where it is, where its key comes from, how it is called.
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
