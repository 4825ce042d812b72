import { expect, test } from 'vitest';

import { commands } from '../../src/commands/index.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import { keysInShort } from '../../src/portfolio/query/vocabulary/index.ts';
import { escaped } from '../../src/views/block-kit.ts';
import { commandHelpView } from '../../src/views/home.ts';
import { answerOf, asking, buttonsOf, deskOver, ENGLISH, FRENCH } from '../support/desk.ts';
import { expectGood } from '../support/hostile.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';

const { dispatcher } = deskOver(() => pagesOf(rentalFiles(3)));
const READERS = [
  ['en', ENGLISH],
  ['fr', FRENCH],
] as const;

test.each(READERS)(
  'help in %s names every command once, and what it is for',
  async (language, reader) => {
    const answer = await answerOf(dispatcher.run('help', reader));
    expectGood(answer);
    const lines = answer.text.split('\n').filter((line) => line.startsWith('• '));
    const named = lines.map((line) => /^• \/rental ([^\s:]+)/.exec(line)?.[1]);
    expect(new Set(named)).toEqual(new Set(commands.map(({ called }) => called[language])));
    expect(named).toHaveLength(commands.length);
    expect(buttonsOf(answer)).toHaveLength(3);
  },
);

test.each(READERS)('help in %s tells all about each command', async (language, reader) => {
  for (const { name, called, examples } of commands.filter((each) => each.name !== 'help')) {
    // `help me` asks for help.
    const topic = name === 'me' ? 'mine' : called[language];
    const answer = await answerOf(dispatcher.run(`help ${topic}`, reader));
    expectGood(answer);
    expect(answer.text).toMatch(new RegExp(`^/rental ${called[language]}\\b`, 'u'));
    expect(answer.text).toContain(
      `/rental ${examples[language][0]}`.trim().replaceAll('>', '&gt;'),
    );
  }
});

test('with twenty more keys of queries, help still names each and fits into one message', () => {
  for (const [language] of READERS) {
    const details = [...keysInShort(language), ...keysInShort(language).slice(0, 20)];
    const help = { name: 'list', usage: '/rental list', summary: 'List files', examples: [] };
    const view = commandHelpView({ ...help, details }, wordsIn(language));
    expectGood(view);
    for (const { example } of details) expect(view.text).toContain(escaped(example));
    expect(JSON.stringify(view.blocks)).toContain(details.at(-1)?.says);
  }
});

test.each([
  ['en', ENGLISH, 'help nonsense', 'There is no help on “nonsense”. '],
  ['fr', FRENCH, 'aide n’importe quoi', 'Il n’y a pas d’aide sur «\u00a0n’importe quoi\u00a0». '],
] as const)(
  'help in %s says that there is none on a word it does not know',
  async (_, reader, typed, says) => {
    const answer = await answerOf(dispatcher.run(typed, reader));
    const all = await answerOf(dispatcher.run('help', reader));
    expectGood(answer);
    expect(answer.text).toContain(says);
    expect(answer.text).toContain(all.text);
  },
);

/** `[add|list]`, `<words>`. */
function parts(hint: string): number {
  return hint.match(/\[.*?\]|<.*?>/gu)?.length ?? 0;
}

test('what may follow a command has as many parts in both languages', () => {
  const uneven = commands.filter(({ hint }) => parts(hint.en) !== parts(hint.fr));
  expect(uneven.map(({ name }) => name)).toEqual([]);
});

test('help finds the command in a sentence', async () => {
  const answer = await answerOf(dispatcher.run('help with the digest', ENGLISH));
  expect(answer.text).toMatch(/^\/rental digest\b/u);
});

test('help on alerts tells each of their options, and that on digests each verb', async () => {
  const alerts = await answerOf(dispatcher.run('help alert', ENGLISH));
  for (const option of ['when:', 'to:', 'every:', 'quiet:', 'days:', 'name:', 'holidays:']) {
    expect(alerts.text).toContain(`• ${option}`);
  }
  const digests = await answerOf(dispatcher.run('help digest', ENGLISH));
  const { remedy } = wordsIn('en').digestCommands.unknownVerb('frobnicate', null);
  const [, verbs = ''] = /Commands: ([^.]+)\./u.exec(remedy) ?? [];
  expect(digests.text).toContain(`[${verbs.split(', ').join(' | ')}]`);
});

test.each(['help me', 'Aide moi !', 'aide-moi', 'help'])('%j asks for help', async (text) => {
  const [answer, help] = await Promise.all(
    [text, '?'].map((typed) => answerOf(dispatcher.run(typed, asking()))),
  );
  expect(answer).toEqual(help);
});

test('every example of help can be typed', async () => {
  // Some of them change settings.
  const { dispatcher: own } = deskOver(() => pagesOf(rentalFiles(3)));
  const admin = asking({ person: { isAdmin: true } });
  for (const { examples } of commands) {
    for (const example of [...examples.en, ...examples.fr]) {
      const answers = await Array.fromAsync(own.run(example, admin));
      expect(answers.length).toBeGreaterThan(0);
    }
  }
});

test('the examples to try first are short and few', async () => {
  const { text } = await answerOf(dispatcher.run('help', ENGLISH));
  expect(text).toContain('Try it: /rental, /rental pending, /rental list, /rental show LY-0342\n');
});

test.each([
  ['help digest', 'on which days; Monday to Friday without it', ENGLISH],
  ['help alert', 'on which days; every day without it', ENGLISH],
  ['aide alerte', 'quels jours ; tous les jours sans cela', FRENCH],
] as const)('%s: %s', async (typed, says, reader) => {
  const { text } = await answerOf(dispatcher.run(typed, reader));
  expect(text.replaceAll('\u00a0', ' ')).toContain(says);
});

test.each([
  ['digest', 'en', 'digestCommands', 'take'],
  ['digest', 'fr', 'digestCommands', 'prendre'],
  ['alert', 'en', 'alerts', 'take'],
  ['alert', 'fr', 'alerts', 'prendre'],
] as const)(
  'the verbs of /rental %s are the same in help and corrections in %s',
  (name, language, of, verb) => {
    const hint = commands.find((command) => command.name === name)?.hint[language] ?? '';
    const [offered = ''] = /(?<=^\[)[^\]]+/u.exec(hint) ?? [];
    const { remedy } = wordsIn(language)[of].unknownVerb('xyz', null);
    expect(offered.split('|')).toContain(verb);
    expect(remedy).toContain(`: ${offered.replaceAll('|', ', ')}.`);
  },
);
