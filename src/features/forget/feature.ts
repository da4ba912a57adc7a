// Forgetting: by the model for a passage of a note, by the person for good and everywhere.
import type { Feature } from '../../assistant/feature.ts';
import { forgetCommand } from './command.ts';
import type { Forgetting } from './forgetting.ts';
import type { ErasureRequests } from './requests.ts';

export function createForgetFeature(options: {
  forgetting: Forgetting;
  erasureRequests: ErasureRequests;
  tools: NonNullable<Feature['tools']>;
}): Feature {
  const { forgetting, erasureRequests, tools } = options;
  return { name: 'forget', tools, commands: [forgetCommand(forgetting)], stores: { eraseRows: erasureRequests.erase } };
}
