// `/forget`: shows what would go, and forgets it when the person agrees.
import type { Command } from '../../assistant/commands/command.ts';
import type { Forgetting } from './forgetting.ts';

export const forgetCommand = (forgetting: Forgetting): Command => ({
  name: 'forget',
  description: 'Forget something for good, after showing what would go: /forget my old address',
  async run({ argument, incoming: { key }, say }) {
    if (argument === '')
      return await say('Say what I should forget: /forget my old address. I show you what would go, and ask.');
    const [, verb = '', id = '', numbers = ''] = /^(yes|all|no) f(\d+)((?:[\s,]+\d+)*)$/i.exec(argument) ?? [];
    if (verb === '') {
      const { text, extras } = await forgetting.ask(argument, key);
      return await say(text, extras);
    }
    if (verb.toLowerCase() === 'no') {
      await forgetting.drop(Number(id));
      return await say('Nothing was changed.');
    }
    const chosen = numbers.match(/\d+/g)?.map(Number);
    return await say(
      await forgetting.confirm(Number(id), key, chosen ?? (verb.toLowerCase() === 'all' ? 'all' : 'exact')),
      { outcome: 'forgotten' },
    );
  },
});
