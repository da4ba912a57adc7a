// The table of model vendors: what is known of each before anything is called. The configuration has a section of the same name for each;
// how they are called is not loaded with it (create-provider.ts).
import { trimSlash } from '../../base/text/url.ts';
import { isHostOf } from '../host.ts';

export interface Vendor {
  /** Its own host. */
  baseUrl: string;
  /** Whether a base URL is its own: there, nothing works without a key. */
  isOwnHost(baseUrl: string): boolean;
  /** Environment variables, for where the configuration says nothing. */
  variables: { key: string; baseUrl?: string };
  /** Where its models are listed, and the headers that carry the key. */
  listing(baseUrl: string, apiKey: string): { url: string; headers: Record<string, string> };
}

const table = {
  anthropic: {
    baseUrl: 'https://api.anthropic.com',
    isOwnHost: (baseUrl) => isHostOf(baseUrl, 'anthropic.com'),
    variables: { key: 'ANTHROPIC_API_KEY', baseUrl: 'ANTHROPIC_BASE_URL' },
    listing: (baseUrl, apiKey) => ({
      url: `${trimSlash(baseUrl).replace(/\/v1$/, '')}/v1/models?limit=1000`,
      headers: { authorization: `Bearer ${apiKey}`, 'anthropic-version': '2023-06-01' },
    }),
  },
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    isOwnHost: (baseUrl) => isHostOf(baseUrl, 'openai.com'),
    variables: { key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
    listing: (baseUrl, apiKey) => ({ url: `${baseUrl}/models`, headers: { authorization: `Bearer ${apiKey}` } }),
  },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com',
    isOwnHost: (baseUrl) => isHostOf(baseUrl, 'generativelanguage.googleapis.com'),
    variables: { key: 'GEMINI_API_KEY' },
    listing: (baseUrl, apiKey) => ({
      url: `${baseUrl}/v1beta/models?pageSize=1000`,
      headers: { 'x-goog-api-key': apiKey },
    }),
  },
} satisfies Record<string, Vendor>;

export type VendorName = keyof typeof table;

export const vendors: Readonly<Record<VendorName, Vendor>> = table;

export const vendorNames = Object.keys(table) as VendorName[];
