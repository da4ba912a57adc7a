// Forgetting for good and everywhere: by `/forget`, or by the model's tool once the person has confirmed it.
import type { Feature } from '../../assistant/feature.ts';
import { forgetCommand } from './command.ts';
import type { Forgetting } from './forgetting.ts';
import type { ErasureRequests } from './requests.ts';
import { createForgetTool } from './tool.ts';
import type { Phrases } from '../../assistant/phrases/phrases.ts';

export function createForgetFeature(options: {
  forgetting: Forgetting;
  erasureRequests: ErasureRequests;
  hasModel: boolean;
  /** The program's words in the language of a conversation. */
  phrasesOf(key: string): Promise<Phrases>;
}): Feature {
  const { forgetting, erasureRequests, hasModel, phrasesOf } = options;
  return {
    name: 'forget',
    tools: ({ incoming: { key } }) => [
      createForgetTool({ forgetting, conversation: key, phrases: async () => await phrasesOf(key) }),
    ],
    commands: [forgetCommand(forgetting, hasModel)],
    stores: { eraseRows: erasureRequests.erase },
  };
}
