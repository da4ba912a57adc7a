// `/forget`: shows what would go, and forgets it when the person agrees.
import { english } from '../../assistant/phrases/english.ts';
import type { Command } from '../../assistant/commands/command.ts';
import { namedToForget } from '../../models/offline/intent.ts';
import type { Forgetting } from './forgetting.ts';

/** @param hasModel a wish in plain words is for the model, where there is one */
export const forgetCommand = (forgetting: Forgetting, hasModel: boolean): Command => ({
  name: 'forget',
  ...(!hasModel && { argumentIn: namedToForget }),
  description: english.help.forget,
  async run({ argument, incoming: { key }, say, phrases }) {
    if (argument === '') return await say(phrases.forget.usage);
    const [, verb = '', id = '', numbers = ''] = /^(yes|all|no|show) f(\d+)((?:[\s,]+\d+)*)$/i.exec(argument) ?? [];
    if (verb === '') {
      const { text, extras } = await forgetting.ask(argument, key, phrases);
      return await say(text, extras);
    }
    if (verb.toLowerCase() === 'show') {
      const { text, extras } = forgetting.show(Number(id), key, phrases);
      return await say(text, extras);
    }
    if (verb.toLowerCase() === 'no') {
      await forgetting.drop(Number(id));
      return await say(phrases.forget.unchanged);
    }
    const chosen = numbers.match(/\d+/g)?.map(Number);
    const which = chosen ?? (verb.toLowerCase() === 'all' ? 'all' : 'exact');
    return await say(await forgetting.confirm(Number(id), key, which, phrases), { outcome: 'forgotten' });
  },
});
