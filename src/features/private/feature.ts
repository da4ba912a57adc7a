// Private conversations: nothing of them is kept.
import type { Feature } from '../../assistant/feature.ts';
import { privateCommand } from './command.ts';

export const privateFeature: Feature = { name: 'private', commands: [privateCommand], stores: null };
