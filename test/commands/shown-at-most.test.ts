import { expect, test } from 'vitest';

import { access } from '../../src/commands/access.ts';
import { list } from '../../src/commands/list.ts';
import { property, vacant } from '../../src/commands/property.ts';
import { show } from '../../src/commands/show/index.ts';
import { buttonsOf, deskOver, ENGLISH, pressOf } from '../support/desk.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';
import { callOver, messageOf } from './call.ts';

/** A call of an admin over so many files of one property, or each of its own. */
function callOf(count: number, reference: (index: number) => string = (index) => `R-${index}`) {
  const files = Array.from({ length: count }, (_, index) =>
    rentalFile({
      id: `file-${index}`,
      product: { title: 'Flat', reference: reference(index), availability: '2026-11-21' },
      applicants: [{ last_name: `Lefèvre ${index}` }],
    }),
  );
  return callOver(() => pagesOf(files), { person: { userId: 'U0ADMIN0001', isAdmin: true } });
}

const namesIn = (text: string) =>
  new Set(Array.from(text.matchAll(/Lefèvre \d+/g), ([name]) => name));

test.each([
  [8, 8],
  [9, 8],
])('of %i files that a text may mean, %i are offered', async (count, offered) => {
  const { text } = await messageOf(show.run('flat', callOf(count)));
  expect(text).toContain(String(count));
  expect(namesIn(text).size).toBe(offered);
});

test.each([
  [5, 5, false],
  [6, 5, true],
])('of %i files of a property %i stand on a page', async (count, shown, hasMore) => {
  const call = callOf(count, () => 'R-1');
  const message = await messageOf(property.run('R-1', call));
  expect(namesIn(message.text).size).toBe(shown);
  expect(buttonsOf(message).includes('Next ›')).toBe(hasMore);
  if (!hasMore) return;
  const next = await messageOf(property.runAction(pressOf(message, 'Next ›').args, call));
  expect(namesIn(next.text).size).toBe(count - shown);
});

test.each([
  [5, false],
  [6, true],
])('of %i properties five stand on a page', async (count, hasMore) => {
  for (const answers of [property.run('flat', callOf(count)), vacant.run('', callOf(count))]) {
    const message = await messageOf(answers);
    expect(new Set(message.text.match(/\bR-\d\b/g)).size).toBe(5);
    expect(buttonsOf(message).includes('Next ›')).toBe(hasMore);
  }
});

test('of words that are passed over six are named, with thirty letters of each', async () => {
  const long = 'x'.repeat(40);
  const call = callOf(1);
  const told = async (words: readonly string[]) =>
    (await messageOf(list.run(`flat ${words.join(' ')}`, call))).text;
  const six = ['qqa', 'qqb', 'qqc', 'qqd', 'qqe', long];
  expect(await told(six)).toContain(`ignored: ${six.slice(0, 5).join(', ')}, ${'x'.repeat(29)}…`);
  expect(await told([...six, 'qqz'])).toContain(`${'x'.repeat(29)}…, …`);
});

test('a filter that the log does not know is repeated with forty letters', async () => {
  const [whole, longer] = await Promise.all(
    [40, 41].map(async (length) => messageOf(access.run('x'.repeat(length), callOf(1)))),
  );
  expect(whole?.text).toContain('x'.repeat(40));
  expect(longer?.text).toContain(`${'x'.repeat(39)}…`);
});

test('a command on a button is shown in sixty letters', async () => {
  const { dispatcher } = deskOver(() => pagesOf([rentalFile({ id: 'a' })]));
  const asked = Array.fromAsync(dispatcher.run(`list decison:ready ${'x'.repeat(80)}`, ENGLISH));
  const error = await asked.catch((reason: unknown) => reason);
  const message = await dispatcher.failed(error, null, ENGLISH);
  const whole = `/rental list decision:ready ${'x'.repeat(80)}`;
  expect(buttonsOf(message)).toEqual([`${whole.slice(0, 59)}…`]);
});
