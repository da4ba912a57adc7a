// A model of a few rules: it answers from the request that it is given and from nothing else, in a conversation, at a
// session's end and at night. It knows how the person of the scripted week talks, not what they said.
import type { Operation } from '../../src/features/consolidation/operation.ts';
import { calls, lastToolResults, lastUserText, type MessagesRequest, type Reply } from './messages-api.ts';

interface Rule {
  /** What the person says, without the time of a note. */
  said: RegExp;
  /** @param tomorrow the day after it was said */
  text: (match: RegExpExecArray, tomorrow: string) => string;
  /** A line of MEMORY.md that speaks of the same thing. */
  same: RegExp;
  section: string;
  kind: string;
}

const rules: readonly Rule[] = [
  {
    said: /allergic to (\w+)/i,
    text: ([, what]) => `Allergic to ${what}`,
    same: /allergic/i,
    section: 'Health',
    kind: 'fact',
  },
  {
    said: /sister (\w+) (?:lives in|moved to) (\p{L}+)/iu,
    text: ([, who, where]) => `Sister ${who} lives in ${where}`,
    same: /sister/i,
    section: 'People',
    kind: 'person',
  },
  {
    said: /dentist is ([^,]+)/i,
    text: ([, who]) => `Dentist: ${who}`,
    same: /dentist/i,
    section: 'People',
    kind: 'person',
  },
  {
    said: /work as an? (.+)/i,
    text: ([, what]) => `Works as a ${what}`,
    same: /works as/i,
    section: 'Work',
    kind: 'fact',
  },
  { said: /rent is (.+)/i, text: ([, much]) => `The rent is ${much}`, same: /rent/i, section: 'Home', kind: 'fact' },
  {
    said: /card (\d[\d ]+)/i,
    text: ([, number]) => `Credit card ${number}`,
    same: /card/i,
    section: 'Money',
    kind: 'fact',
  },
  {
    said: /kitchen (?:will be|in|stays) (\w+)/i,
    text: ([, colour]) => `The kitchen is to be ${colour}`,
    same: /kitchen/i,
    section: 'Home',
    kind: 'decision',
  },
  {
    said: /spare key is with (.+)/i,
    text: ([, who]) => `The spare key is with ${who}`,
    same: /spare key/i,
    section: 'Home',
    kind: 'fact',
  },
  {
    said: /(\w+), my mother, has (.+)/i,
    text: ([, who, what]) => `Mother ${who} has ${what}`,
    same: /mother/i,
    section: 'People',
    kind: 'person',
  },
  {
    said: /aunt (\w+) turns (\w+) tomorrow/i,
    text: ([, who, age], tomorrow) => `Aunt ${who} turns ${age} on ${tomorrow}`,
    same: /aunt/i,
    section: 'People',
    kind: 'person',
  },
  {
    said: /blood type is (.+)/i,
    text: ([, type]) => `Blood type ${type}`,
    same: /blood type/i,
    section: 'Health',
    kind: 'fact',
  },
];

export function ruleModel({ body }: MessagesRequest): Reply {
  const prompt = lastUserText(body);
  if (prompt.includes('<memory file="MEMORY.md">')) return JSON.stringify({ operations: consolidate(prompt) });
  if (body.tools === undefined) return JSON.stringify({ summary: 'They talked.', notes: [] });
  const [result] = lastToolResults(body);
  if (result) return result.isError ? 'That I can’t keep.' : answerFrom(result.text, spokenWords(body));
  const words = spokenWords(body);
  const asked = /^please remember:? (.+)/is.exec(words)?.[1];
  if (asked !== undefined) return [calls('remember', { text: asked })];
  return words.endsWith('?') ? [calls('memory_search', { query: words })] : 'I see.';
}

/** The last words of the person; what stands before them in a message is context. */
function spokenWords(body: MessagesRequest['body']): string {
  const texts = body.messages.flatMap(({ role, content }) => {
    if (role !== 'user') return [];
    const last = typeof content === 'string' ? content : content.findLast((block) => block.type === 'text');
    return last === undefined ? [] : [typeof last === 'string' ? last : (last as { text: string }).text];
  });
  return texts.at(-1) ?? '';
}

/** The line of the hits that shares most with the question, long-term memory before the rest; with its place. */
function answerFrom(found: string, question: string): string {
  const asked = wordsOf(question);
  const lines = [...found.matchAll(/^## (\S+)#L(\d+)-L\d+ .*\n((?:(?!## \S+#L).*\n?)*)/gm)].flatMap(
    ([, path = '', start, text = ''], hit) =>
      text.split('\n').map((line, i) => {
        const shared = [...wordsOf(line)].filter((word) => asked.has(word)).length;
        const isPast = /\buntil \d{4}-\d\d(?:-\d\d)?[:)]/.test(line);
        return {
          hit,
          place: `${path}#L${Number(start) + i}`,
          line,
          worth: isPast || shared === 0 ? 0 : shared * 2 + (path === 'MEMORY.md' ? 1 : 0),
        };
      }),
  );
  // Of two that speak of it equally, the one that the search has first, and of one passage the line that was written later.
  const best = lines.toReversed().sort((a, b) => b.worth - a.worth || a.hit - b.hit)[0];
  return best && best.worth > 0
    ? `${best.line
        .replace(/<!--.*?-->/g, '')
        .replace(/^(?:» )?[-*] /, '')
        .replace(/ \(you have seen these lines\)$/, '')
        .trim()} (${best.place})`
    : 'Noted.';
}

const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter(
      (word) => !/^(?:what|where|who|how|the|does|much|with|has)$/.test(word),
    ),
  );

function consolidate(prompt: string): Operation[] {
  const [, memory = ''] = /<memory[^>]*>\n([^]*?)<\/memory>/.exec(prompt) ?? [];
  const known = [...memory.matchAll(/^(M\d+) \((by hand|[\d-]+)\): (.*)$/gm)].map(([, id = '', isHand, text = '']) => ({
    id,
    isHand: isHand === 'by hand',
    text,
  }));
  const operations = new Map<Rule, Operation>();
  let tomorrow = '';
  for (const [, day, source = '', said = ''] of prompt.matchAll(
    /^<day date="(\S+)"|^([DS]\d+)(?: \(saved\))?(?: \[asked: .*?\])?: (.*)$/gm,
  )) {
    if (day !== undefined) tomorrow = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    const rule = rules.find((rule) => rule.said.test(said));
    const match = rule?.said.exec(said);
    if (!rule || !match) continue;
    const text = rule.text(match, tomorrow);
    const same = known.filter((line) => rule.same.test(line.text));
    const ours = same.find((line) => !line.isHand);
    if (same.some((line) => line.text === text)) operations.set(rule, { op: 'keep', target: ours?.id ?? null });
    else {
      // What is said later wins also over what was said earlier in the same days; the same words twice have two sources.
      const before = operations.get(rule);
      const sources = before?.text === text ? [...(before.source ?? []), source] : [source];
      operations.set(rule, {
        op: ours ? 'supersede' : 'add',
        target: ours?.id ?? null,
        section: rule.section,
        text,
        kind: rule.kind,
        importance: 0.7,
        source: sources,
        quote: match[0],
      });
    }
  }
  return operations.size > 0 ? [...operations.values()] : [{ op: 'keep', text: 'Nothing of this is worth keeping.' }];
}
