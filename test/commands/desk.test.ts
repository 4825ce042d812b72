import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { pressFor } from '../../src/commands/desk.ts';
import { answerOf, deskOver, ENGLISH, FRENCH, pressOf } from '../support/desk.ts';
import { pagesOf, rentalFiles, serviceDown } from '../support/rental-files.ts';

const { desk } = deskOver(() => pagesOf(rentalFiles(3)));

test.each(['', '  ', 'help', 'HELP', 'aide', '?'])('/rental %j is help', async (text) => {
  const { text: said } = await answerOf(desk.typed(text, ENGLISH, 'K7M2XP'));
  expect(said).toMatchInlineSnapshot(`
    "Rental Desk. Your rental files, in Slack: what each one is about, who applies and what is decided.
    Try it: /rental list, /rental list decision:ready age:&gt;3bd sort:oldest, /rental list completion:&lt;100 dupont, /rental help list
    What you can type:
    • /rental list [query]: Page through the rental files, newest first, or those that fit a query
    • /rental help [command]: Show what you can type, or all about one command
    /rental help list tells what a query can say.
    Answers are for your eyes only."
  `);
});

test.each([
  ['lst', 'list'],
  ['Lists', 'list'],
  ['halp', 'help'],
  ['aid', 'aide'],
  ['x', null],
  ['pomegranate', null],
  ['constructor', null],
])('/rental %s is not known, and the nearest is %j', async (text, nearest) => {
  await expect(answerOf(desk.typed(text, ENGLISH, 'K7M2XP'))).rejects.toMatchObject({
    word: text,
    nearest,
  });
});

test('whatever is typed is answered or not known, and never breaks anything', async () => {
  const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 200 }), 300);
  const outcomes = await Promise.all(
    texts.map((text) =>
      answerOf(desk.typed(text, ENGLISH, 'K7M2XP')).then(
        () => 'answered',
        (error: Error) => error.name,
      ),
    ),
  );
  expect(outcomes.filter((it) => it !== 'answered' && it !== 'UnknownCommandError')).toEqual([]);
});

test('trying again asks for what was typed', async () => {
  const again = { command: 'list', args: { typed: '' } };
  expect(pressFor('  LIST  ')).toEqual(again);
  expect((await answerOf(desk.pressed(again, ENGLISH, 'K7M2XP'))).text).toContain('3 rental files');
  expect(pressFor('pomegranate')).toBeNull();
});

test('a query needs no command before it', async () => {
  const { text } = await answerOf(desk.typed('decision:pending', ENGLISH, 'K7M2XP'));
  expect(text).toContain('3 rental files · Decision pending');
});

test('a slip offers what was probably meant in one press', async () => {
  const slip: unknown = await answerOf(desk.typed('lits anne', ENGLISH, 'K7M2XP')).catch(
    (reason: unknown) => reason,
  );
  const failure = desk.failed(slip, 'K7M2XP', null, ENGLISH);
  const press = pressOf(failure, 'Ask that instead');
  const { text } = await answerOf(desk.pressed(press, ENGLISH, 'K7M2XP'));
  expect(text).toContain('3 rental files · Matching');
});

test.each([
  ['help list', ENGLISH, 'age:&gt;3bd'],
  ['aide liste', FRENCH, 'âge:&gt;3jo'],
])('/rental %s tells what a query can say', async (text, reader, key) => {
  const { text: said } = await answerOf(desk.typed(text, reader, 'K7M2XP'));
  expect(said).toContain(key);
  expect(said.split('\n').length).toBeGreaterThan(17);
});

test('a failure says what happened, what to do and the reference', () => {
  const said = desk.failed(serviceDown(), 'K7M2XP', null, ENGLISH).text;
  expect(said).toBe(
    'The Rental File Service does not answer. Try again in a few minutes; if it stays so, tell your administrator the reference. (Reference K7M2XP)',
  );
});

test('an error of ours tells nothing of itself', () => {
  const { text, blocks } = desk.failed(new TypeError('secret of Anne'), 'K7M2XP', null, FRENCH);
  expect(text).toContain('Quelque chose s’est cassé de mon côté.');
  expect(JSON.stringify(blocks) + text).not.toContain('Anne');
});

test('what somebody typed wrongly is shown as text, and no more of it than fits', async () => {
  const hostile = `<!channel>${'x'.repeat(5_000)}`;
  const error: unknown = await answerOf(desk.typed(hostile, ENGLISH, 'K7M2XP')).catch(
    (reason: unknown) => reason,
  );
  const { text } = desk.failed(error, 'K7M2XP', null, ENGLISH);
  expect(text).toContain('&lt;!channel&gt;');
  expect(text.length).toBeLessThan(1_000);
});

test('a button of a command that is gone is no longer good', async () => {
  const press = { command: 'gone', args: {} };
  await expect(answerOf(desk.pressed(press, ENGLISH, 'K7M2XP'))).rejects.toMatchObject({
    name: 'StalePressError',
  });
});
