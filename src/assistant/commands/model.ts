// `/model`: who answers in this conversation. Only what the configuration names can be chosen.
import { english } from '../phrases/english.ts';
import type { ModelPhrases } from '../phrases/phrases.ts';
import { UserError } from '../../base/errors.ts';
import { answeringModel } from '../preferred-model.ts';
import type { Command } from './command.ts';

/** @param models `provider/model`, the one that answers by default first; empty: none is configured */
export function modelCommand(models: readonly string[]): Command {
  const [usual] = models;
  return {
    name: 'model',
    // Where one does not answer, another is chosen for what waits.
    isUrgent: true,
    description: english.help.model,
    async run({ argument, conversation, say, phrases: { model: words } }) {
      if (usual === undefined) return await say(words.notConfigured);
      const current = answeringModel((await conversation.session()).entries, models) ?? usual;
      if (argument === '') {
        const others = models.filter((model) => model !== current);
        const more = others.length > 0 ? words.others(others) : words.noOthers;
        return await say(`${words.answers(current)} ${more}`, {
          buttons: others.map((model) => ({ label: model, command: `/model ${model}` })),
          isChoice: true,
        });
      }
      const model = argument.toLowerCase() === 'default' ? usual : find(argument, models, words);
      await conversation.chooseModel(model);
      return await say([words.chosen(model), ...(model === usual ? [] : [words.backTo(usual)])].join(' '));
    },
  };
}

/** Finds a model by its name, with or without its provider, or by a part that only one has. @throws UserError */
function find(given: string, models: readonly string[], words: ModelPhrases): string {
  const wanted = given.toLowerCase();
  const named = models.filter((model) => model.toLowerCase() === wanted || model.toLowerCase().endsWith(`/${wanted}`));
  const found = named.length > 0 ? named : models.filter((model) => model.toLowerCase().includes(wanted));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new UserError(found.length === 0 ? words.unknown(given, models) : words.which(found));
}
