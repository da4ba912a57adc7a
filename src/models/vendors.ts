// The table of vendors, one line each. The configuration has a section of the same name for each.
import { anthropic } from './anthropic.ts';
import { google } from './google.ts';
import { openai } from './openai.ts';
import type { Vendor } from './vendor.ts';

const table = { anthropic, openai, google } satisfies Record<string, Vendor>;

export type VendorName = keyof typeof table;

export const vendors: Readonly<Record<VendorName, Vendor>> = table;

export const vendorNames = Object.keys(table) as VendorName[];
