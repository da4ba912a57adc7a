// `/model`: who answers in this conversation. Only what the configuration names can be chosen.
import { english } from '../phrases/english.ts';
import { UserError } from '../../base/errors.ts';
import { answeringModel } from '../preferred-model.ts';
import type { Command } from './command.ts';

/** @param models `provider/model`, the one that answers unless told first; empty: none is configured */
export function modelCommand(models: readonly string[]): Command {
  const [usual] = models;
  return {
    name: 'model',
    // Where one does not answer, another is chosen for what waits.
    isUrgent: true,
    description: english.help.model,
    async run({ argument, conversation, say }) {
      if (usual === undefined)
        return await say(
          'No model is configured: I save notes and quote them. `provider.primary` in the configuration sets one.',
        );
      const current = answeringModel((await conversation.session()).entries, models) ?? usual;
      if (argument === '') {
        const others = models.filter((model) => model !== current);
        const more =
          others.length > 0 ? `Others that are configured: ${others.join(', ')}.` : 'No other one is configured.';
        return await say(`${current} answers here. ${more}`, {
          buttons: others.map((model) => ({ label: model, command: `/model ${model}` })),
          isChoice: true,
        });
      }
      const model = argument.toLowerCase() === 'default' ? usual : find(argument, models);
      await conversation.chooseModel(model);
      return await say(
        `From now on ${model} answers in this conversation, and another one only where it can't.${model === usual ? '' : ` /new and /model default go back to ${usual}.`}`,
      );
    },
  };
}

/** By its name, with or without its provider, or by a part that only one has. @throws UserError */
function find(words: string, models: readonly string[]): string {
  const wanted = words.toLowerCase();
  const named = models.filter((model) => model.toLowerCase() === wanted || model.toLowerCase().endsWith(`/${wanted}`));
  const found = named.length > 0 ? named : models.filter((model) => model.toLowerCase().includes(wanted));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new UserError(
    found.length === 0
      ? `No model "${words}" is configured. There ${models.length === 1 ? 'is' : 'are'}: ${models.join(', ')}.`
      : `Which of these? ${found.join(', ')}.`,
  );
}
