import { expect, test } from 'vitest';

import { splitDigestName, unquotedName } from '../../src/commands/digest/parse.ts';
import { harmless } from '../../src/commands/export.ts';
import { parseViewCommand } from '../../src/commands/saved-views.ts';
import { parseOptions } from '../../src/digests/options/parse.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import { typedText } from '../../src/slack/listeners/command.ts';
import { escaped, oneLine } from '../../src/views/block-kit.ts';
import { PROTOTYPE_NAMES } from './broken-json.ts';

/** What readers of text may stumble over again and again, and do not in a text of ordinary length. */
const REPEATED = [
  ' ',
  '\t',
  '"',
  '“ ',
  '<',
  '<http:',
  '<@U',
  '|',
  '-',
  '.',
  ',',
  ':',
  '1',
  '1-',
  'a',
  'é',
  '\u200d',
  '👩\u200d',
  '\u0301',
  '=',
  '\\',
];
const TEXTS = REPEATED.flatMap((part) => {
  const long = part.repeat(20_000 / part.length);
  return [long, `"${long}`, `"${long}x`, `x${long}x`];
});
const TELLER = { userId: 'U0CLAIRE001', language: 'en' } as const;

/** Everything that reads a text as somebody wrote it. */
const READERS: readonly (readonly [string, (text: string) => unknown])[] = [
  ['a query', (text) => parseQuery(text)],
  ['options of a digest', (text) => parseOptions(text, TELLER)],
  ['the name of a digest', splitDigestName],
  ['the name of a digest alone', unquotedName],
  ['a saved view', parseViewCommand],
  ['what Slack makes of a text', typedText],
  ['a line', (text) => oneLine(text, 80)],
  ['markup', escaped],
];

// A reader that takes the cube of the length would take days, and no clock is needed to see it.
test.each(READERS)('a text of 20,000 letters keeps nobody waiting: %s', (_, read) => {
  const outcomes = TEXTS.map((text) => outcomeOf(() => read(text)));
  expect(outcomes.filter((name) => !EXPECTED.includes(name))).toEqual([]);
});

test.each(READERS)('names that every object has are names like any other: %s', (_, read) => {
  const texts = PROTOTYPE_NAMES.flatMap((name) => [
    name,
    `${name}:${name}`,
    `status:${name}`,
    `decision:${name} tag:${name} sort:${name}`,
    `09:00 days:${name} zone:${name}`,
    `"${name}" ${name}`,
    `save ${name} ${name}`,
  ]);
  const outcomes = texts.map((text) => outcomeOf(() => read(text)));
  expect(outcomes.filter((name) => !EXPECTED.includes(name))).toEqual([]);
});

test('a cell of gaps is written as it is', () => {
  expect(harmless(`x${' '.repeat(20_000)}`)).toBe(`x${' '.repeat(20_000)}`);
});

const EXPECTED = ['read', 'QueryError', 'OptionError'];

function outcomeOf(work: () => unknown): string {
  try {
    work();
    return 'read';
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}
