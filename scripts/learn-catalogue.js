// Writes assets/model-catalogue.json: prices and context sizes of the three vendors' models, from the data of
// https://github.com/pydantic/genai-prices, which follows the vendors' public pages. Run it again with a newer version:
//   npm i --no-save --ignore-scripts @pydantic/genai-prices@latest && npm run catalogue
import { readFileSync, writeFileSync } from 'node:fs';
import { findProvider } from '@pydantic/genai-prices';

const vendors = ['anthropic', 'openai', 'google'];
const { version } = JSON.parse(readFileSync('node_modules/@pydantic/genai-prices/package.json', 'utf8'));
const today = new Date().toISOString().slice(0, 10);

// Models that answer in something else than text, or to something else than messages.
const otherKinds =
  /image|tts|audio|realtime|embedding|transcribe|live|moderation|robotics|search|computer|instruct|davinci|babbage/;

// What the data does not have yet, from the vendor's page of models (platform.claude.com/docs, autumn 2026). The page names
// no price of a cache read for Haiku 5.5: taken as a tenth of the input, as for Sonnet.
const additions = {
  'anthropic/claude-sonnet-5-5': { input: 2, output: 10, cacheRead: 0.2, contextTokens: 1_000_000 },
  'anthropic/claude-haiku-5-5': { input: 0.1, output: 0.5, cacheRead: 0.01, contextTokens: 1_000_000 },
};

/** Prices that hold today; those of long prompts, which some vendors charge more for, are left out. */
function pricesOf({ prices }) {
  const now = Array.isArray(prices)
    ? prices.findLast(({ constraint }) => (constraint?.start_date ?? '') <= today)?.prices
    : prices;
  const value = (name) => now?.[name]?.base ?? now?.[name];
  return {
    input: value('input_mtok'),
    output: value('output_mtok'),
    cacheRead: value('cache_read_mtok'),
    cacheWrite5m: value('cache_write_mtok'),
    cacheWrite1h: value('cache_write_1h_mtok'),
  };
}

const models = { ...additions };
for (const vendor of vendors) {
  for (const model of findProvider({ providerId: vendor }).models) {
    const prices = pricesOf(model);
    if (model.deprecated || otherKinds.test(model.id) || prices.input === undefined || prices.output === undefined)
      continue;
    models[`${vendor}/${model.id}`] = { ...prices, contextTokens: model.context_window };
  }
}

const sorted = Object.fromEntries(Object.entries(models).sort(([a], [b]) => (a < b ? -1 : 1)));
const catalogue = { date: today, source: `@pydantic/genai-prices ${version}`, models: sorted };
writeFileSync('assets/model-catalogue.json', `${JSON.stringify(catalogue, null, 2)}\n`);
process.stdout.write(`${Object.keys(sorted).length} models\n`);
