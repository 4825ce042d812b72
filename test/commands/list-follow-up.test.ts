import { expect, test } from 'vitest';

import type { CommandContext } from '../../src/commands/command.ts';
import { FollowUpError, UnknownCommandError } from '../../src/commands/errors.ts';
import {
  type FollowedUp,
  followUpAction,
  followUpOf,
  isFollowUp,
  type Turn,
  type TurnsBefore,
} from '../../src/commands/list-follow-up.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import { mainActions } from '../../src/views/figures/overview.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';
import { callOver } from './call.ts';

const FILES = [
  rentalFile({
    id: 'lyon',
    status: 'OPEN',
    decision: 'READY',
    product: { title: 'Studio Flat Lyon', furnished: true },
  }),
  rentalFile({
    id: 'nantes',
    status: 'OPEN',
    decision: 'READY',
    product: { title: 'Flat Nantes', furnished: false },
  }),
  rentalFile({ id: 'no', status: 'CLOSED', decision: 'REJECTED', product: { title: 'Flat Lyon' } }),
];

/** A message of the app with a list: the action of its page in the query. */
const listed = (query: string, isShared = false): Turn => ({
  kind: 'answer',
  actions: [{ command: 'list', args: { page: 1, query } }],
  isShared,
});
const asked = (text: string): Turn => ({ kind: 'request', text });
const without = (...actions: ('expired' | 'unusable')[]): Turn => ({
  kind: 'answer',
  actions,
  isShared: true,
});
const other: Turn = { kind: 'answer', actions: [{ command: 'show', args: {} }], isShared: true };

async function followUp(
  text: string,
  turns: TurnsBefore,
  call: Partial<CommandContext> = {},
  files = FILES,
): Promise<FollowedUp> {
  const asking = followUpAction(
    text,
    turns,
    callOver(() => pagesOf(files), { call }),
  );
  for (;;) {
    const step = await asking.next();
    if (step.done === true) return step.value;
  }
}

/** The query that a follow-up leads to, and who sees the answer. */
async function queryAfter(text: string, ...turns: readonly Turn[]): Promise<string> {
  const { action, isShared } = await followUp(text, turns);
  const { query = '' } = action.args ?? {};
  return `${action.command}: ${String(query)}${isShared ? ' for all' : ''}`;
}

test.each<[string, string, ...Turn[]]>([
  [
    'the last of several lists',
    'list: decision:ready Lyon',
    listed('Dupont'),
    listed('decision:ready'),
  ],
  [
    'the list, for those who see it',
    'list: decision:ready Lyon for all',
    listed('decision:ready', true),
  ],
  ['the one before what has no list', 'list: decision:ready Lyon', listed('decision:ready'), other],
  ['what the person asked for', 'list: decision:ready Lyon', asked('list decision:ready')],
  [
    'nothing of an answer that has no list',
    'list: decision:ready Lyon',
    listed('decision:ready'),
    asked('only hats:'),
  ],
  [
    'a list that the person has changed',
    'list: decision:ready Lyon',
    asked('list'),
    asked('only the ready ones'),
  ],
  ['all files after an overview', 'list: Lyon', listed('decision:ready'), asked('overview')],
  [
    'a usable list behind one that has expired',
    'list: decision:ready Lyon',
    without('expired'),
    listed('decision:ready'),
  ],
  [
    'the list before an answer with other buttons',
    'list: decision:ready Lyon',
    listed('decision:ready'),
    { kind: 'answer', actions: ['expired', { command: 'show', args: {} }], isShared: true },
  ],
  [
    'the list before an answer without buttons',
    'list: decision:ready Lyon',
    listed('decision:ready'),
    { kind: 'answer', actions: [], isShared: true },
  ],
  ['the files of the manager asked for', 'list: manager:claire Lyon', asked('me as claire')],
])('a follow-up changes %s', async (_, expected, ...turns) => {
  expect(await queryAfter('only Lyon', ...turns)).toBe(expected);
});

test('decided files are added to those that await a decision, closed ones among them', async () => {
  const pending: Turn = {
    kind: 'answer',
    actions: [{ command: 'pending', args: { page: 1, query: 'Lyon' } }],
    isShared: false,
  };
  expect(await queryAfter('and the declined ones too', pending)).toBe(
    'list: decision:pending,ready,declined Lyon sort:waiting',
  );
});

test.each([
  ['no, only Lyon', 'decision:ready', 'decision:ready Lyon'],
  ['non, seulement Lyon', 'decision:ready', 'decision:ready Lyon'],
  ['non mais à Lyon', 'decision:ready', 'decision:ready Lyon'],
  ['no, more than two weeks', 'age:>1w', 'age:>2w'],
  ['not these, the declined ones', 'decision:ready', 'decision:declined'],
  ['pas ceux-là, les refusés', 'decision:ready', 'decision:declined'],
  ['no, without Lyon', 'decision:ready', 'decision:ready -Lyon'],
  ['not Lyon', 'decision:ready', 'decision:ready -Lyon'],
  ['no Lyon', 'decision:ready', 'decision:ready -Lyon'],
  ['no Lyon', 'decision:ready Nantes', 'decision:ready Lyon'],
  ['non Lyon', 'decision:ready Nantes', 'decision:ready Lyon'],
  ['sorry Lyon', 'decision:ready Nantes', 'decision:ready Lyon'],
  ['pardon Lyon', 'decision:ready Nantes', 'decision:ready Lyon'],
])('a correction is no negation: “%s” after %s', async (text, before, expected) => {
  expect(await queryAfter(text, listed(before))).toBe(`list: ${expected}`);
});

test.each([
  ['only mine', 'me: decision:ready Lyon'],
  ['que les miens', 'me: decision:ready Lyon'],
  ['et seulement les miens', 'me: decision:ready Lyon'],
  ['how many of them are in Nantes', 'list: decision:ready Nantes'],
  ['combien parmi eux à Nantes', 'list: decision:ready Nantes'],
  ['back to everything', 'list: '],
  ['make it Nantes', 'list: decision:ready Nantes'],
])('“%s” is of the list before it', async (text, expected) => {
  expect(await queryAfter(text, listed('decision:ready Lyon'))).toBe(expected);
});

test.each([
  ['reverse', 'decision:ready', 'list: decision:ready sort:oldest'],
  ['l’inverse', 'decision:ready', 'list: decision:ready sort:oldest'],
  ['the other way', 'Lyon sort:score', 'list: Lyon sort:lowest-score'],
  ['dans l’autre sens', 'Lyon sort:score', 'list: Lyon sort:lowest-score'],
  ['reverse', 'Lyon sort:updated', 'list: Lyon sort:updated'],
  ['and the day before', 'created:2026-11-20', 'list: created:2026-11-19'],
  ['et le jour d’avant', 'created:2026-11-20', 'list: created:2026-11-19'],
])('“%s” turns the order of “%s”, or its period', async (text, before, expected) => {
  expect(await queryAfter(text, listed(before))).toBe(expected);
});

test.each([
  ['list', 'oldest'],
  ['search', 'oldest'],
  ['pending', 'newest'],
  ['me', 'newest'],
])('the order of “%s” is turned to “%s” first', async (command, sort) => {
  const before: Turn = {
    kind: 'answer',
    actions: [{ command, args: { page: 1 } }],
    isShared: false,
  };
  expect(await queryAfter('reverse', before)).toBe(`${command}: sort:${sort}`);
});

test.each(['reverse', 'under 900', 'moins de 900', 'no guarantor', 'which ones are complete'])(
  '“%s” is a request where there is no list',
  async (text) => {
    const { action } = await followUp(text, []);
    expect(action.command).toBe('list');
  },
);

test.each([
  ['send me this every monday', 'offer every monday decision:ready Lyon'],
  ['envoie-nous ça tous les lundis', 'offer tous les lundis decision:ready Lyon'],
  ['send us the same list daily at 8', 'offer daily at 8 decision:ready Lyon'],
])('“%s” asks for a digest of the list before it', async (text, typed) => {
  expect(isFollowUp(text)).toBe(true);
  const { action } = await followUp(text, [listed('decision:ready Lyon')]);
  expect(action).toEqual({ command: 'digest', args: { typed } });
  await expect(followUp(text, [])).rejects.toThrow(FollowUpError);
  await expect(followUp(text, [without('expired')])).rejects.toThrow(FollowUpError);
});

test.each(['send me this week’s files every monday', 'send me the ready files every monday'])(
  '“%s” is of no list before it',
  (text) => {
    expect(isFollowUp(text)).toBe(false);
  },
);

test('“only mine” of those that await a decision still awaits it', async () => {
  const pending: Turn = {
    kind: 'answer',
    actions: [{ command: 'pending', args: { page: 1 } }],
    isShared: false,
  };
  expect(await queryAfter('only mine', pending)).toBe(
    'me: decision:pending,ready -status:closed archived:no sort:waiting',
  );
  expect(await queryAfter('and in Lyon', pending, asked('only mine'))).toMatch(/^me: .* Lyon /u);
});

test.each([
  ['including closed', 'decision:pending,ready archived:no sort:waiting'],
  ['y compris les clos', 'decision:pending,ready archived:no sort:waiting'],
  ['and the rejected ones too', 'decision:pending,ready,declined sort:waiting'],
])('“%s” adds no others to those that await a decision', async (text, query) => {
  const pending: Turn = {
    kind: 'answer',
    actions: [{ command: 'pending', args: { page: 1 } }],
    isShared: false,
  };
  expect(await queryAfter(text, pending)).toBe(`list: ${query}`);
});

test.each([
  ['in Nantes', 'decision:ready', 'list: decision:ready Nantes'],
  ['à Nantes', 'decision:ready Lyon', 'list: decision:ready Nantes'],
  ['remove Lyon', 'decision:ready Lyon', 'list: decision:ready'],
  ['enlève Lyon', 'decision:ready Lyon', 'list: decision:ready'],
  ['remove Nantes', 'decision:ready', 'list: decision:ready -Nantes'],
  ['actually Nantes', 'decision:ready Lyon', 'list: decision:ready Nantes'],
  ['en fait Nantes', 'decision:ready Lyon', 'list: decision:ready Nantes'],
  ['nope, Nantes', 'decision:ready Lyon', 'list: decision:ready Nantes'],
])('“%s” is of the town of the list before it, %s', async (text, before, expected) => {
  expect(await queryAfter(text, listed(before))).toBe(expected);
});

test.each(['are there any ready', 'any ready?', 'y a-t-il des prêts ?'])(
  '“%s” is of the list before it',
  async (text) => {
    expect(await queryAfter(text, listed('Lyon'))).toBe('list: Lyon decision:ready');
  },
);

test('a list whose order is turned round twice is the same again', async () => {
  const pending: Turn = {
    kind: 'answer',
    actions: [{ command: 'pending', args: { page: 1 } }],
    isShared: false,
  };
  expect(await queryAfter('reverse', pending, asked('reverse'))).toBe('pending: ');
});

test('a town is added to what stands before it, and takes the place of another', async () => {
  expect(await queryAfter('and in Lyon', listed('furnished Flat'))).toBe(
    'list: furnished Flat Lyon',
  );
  expect(await queryAfter('and in Lyon', listed('decision:ready Nantes'))).toBe(
    'list: decision:ready Lyon',
  );
});

test.each([
  ['and studios', 'decision:ready Lyon', 'decision:ready Lyon studio'],
  ['et les studios', 'decision:ready Lyon', 'decision:ready Lyon studio'],
  ['what about studios', 'decision:approved Lyon', 'decision:approved Lyon studio'],
  ['only unfurnished', 'decision:ready Lyon', 'decision:ready Lyon unfurnished'],
  ['unfurnished instead', 'decision:ready Lyon', 'decision:ready Lyon unfurnished'],
])('what is no town takes the place of none: “%s” after %s', async (text, before, expected) => {
  expect(await queryAfter(text, listed(before))).toBe(`list: ${expected}`);
});

test.each([
  ['and which do', 'decision:ready Lyon', 'which do'],
  ['remove the ready filter', 'Lyon', undefined],
  ['remove the Nice filter', 'decision:ready Lyon', 'Nice'],
  ['with guarantor too', 'decision:ready Lyon', 'with guarantor'],
  ['the declined too', 'decision:ready,declined Lyon', undefined],
])('what changes nothing of a list is told as ignored: %s', async (text, query, ignored) => {
  const { action } = await followUp(text, [listed('decision:ready Lyon')]);
  expect([action.args?.['query'], action.args?.['ignored']]).toEqual([query, ignored]);
});

/** An answer whose rows open these files, with a button of its page where it is a list. */
const withRows = (ids: readonly string[], isList = true): Turn => ({
  kind: 'answer',
  actions: [
    ...ids.map((id) => ({ command: 'show', args: { id } })),
    ...(isList ? [{ command: 'list', args: { page: 1 } }] : []),
  ],
  isShared: true,
});

test.each([
  ['open the second one', 'b'],
  ['the 2nd', 'b'],
  ['show me the third one please', 'c'],
  ['open 2', 'b'],
  ['number 3', 'c'],
  ['#3', 'c'],
  ['see the last one', 'c'],
  ['ouvre le deuxième', 'b'],
  ['le premier', 'a'],
  ['la 2e', 'b'],
  ['le n°3', 'c'],
  ['montre-moi le numéro 2 stp', 'b'],
  ['le dernier dossier', 'c'],
])('“%s” opens a file of the answer before it, for the person alone', async (text, id) => {
  const rows = withRows(['a', 'b', 'c']);
  const card: Turn = withRows(['a'], false);
  const opened = { action: { command: 'show', args: { id } }, isShared: false };
  expect(isFollowUp(text)).toBe(true);
  expect(await followUp(text, [rows, card])).toEqual(opened);
  expect(
    await followUp(text, [withRows(['x', 'y', 'z']), withRows(['a', 'b', 'c'], false)]),
  ).toEqual(opened);
});

/** An answer with the card of a file. */
const card = (id: string): Turn => ({
  kind: 'answer',
  actions: [
    { command: 'take', args: { id } },
    { command: 'watch', args: { id } },
  ],
  isShared: false,
});

test.each([
  ['take it', 'take', 'a'],
  ['please take it', 'take', 'a'],
  ['drop it, thanks', 'drop', 'a'],
  ['watch this one', 'watch', 'a'],
  ['snooze it until monday', 'snooze', 'a until monday'],
  ['prends-le', 'take', 'a'],
  ['reporte-le à lundi', 'snooze', 'a à lundi'],
  ['je le prends', 'take', 'a'],
  ['suis-le', 'watch', 'a'],
])('“%s” is an order about the card before it', async (text, command, typed) => {
  const ordered = { action: { command, args: { typed } }, isShared: false };
  expect(isFollowUp(text)).toBe(true);
  expect(await followUp(text, [withRows(['x', 'y']), card('a')])).toEqual(ordered);
  for (const turns of [[], [card('a'), withRows(['x', 'y'])], [card('a'), asked('pending')]]) {
    await expect(followUp(text, turns)).rejects.toMatchObject({ reason: 'row' });
  }
});

test.each([
  ['take the third one', 'take', 'c'],
  ['take number 2 please', 'take', 'b'],
  ['snooze the last one until friday', 'snooze', 'c until friday'],
  ['prends le deuxième', 'take', 'b'],
  ['take 2', 'take', 'b'],
  ['take number two', 'take', 'b'],
  ['prends le 3', 'take', 'c'],
])('“%s” is an order about a file of the list before it', async (text, command, typed) => {
  const { action } = await followUp(text, [withRows(['a', 'b', 'c'])]);
  expect(action).toEqual({ command, args: { typed } });
});

test.each([
  ['take them all', 'take'],
  ['take all of them', 'take'],
  ['prends-les tous', 'take'],
  ['je les prends tous', 'take'],
  ['watch these', 'watch'],
  ['suis-les tous', 'watch'],
  ['snooze them all until monday', 'snooze'],
])('“%s” opens the form about all files of the list before it, to %s them', async (text, what) => {
  const { action } = await followUp(text, [withRows(['a', 'b', 'c'])]);
  const form = { command: 'triage', args: { ids: 'a\nb\nc', what } };
  expect([isFollowUp(text), action]).toEqual([true, form]);
  await expect(followUp(text, [])).rejects.toMatchObject({ reason: 'row' });
});

test.each(['take 1 and 3', 'prends la 1 et la 3', 'please take 1, 3'])(
  '“%s” opens the form about these files, and not about others',
  async (text) => {
    const { action } = await followUp(text, [withRows(['a', 'b', 'c'])]);
    expect(action).toEqual({ command: 'triage', args: { ids: 'a\nc', what: 'take' } });
    await expect(followUp(text, [withRows(['a', 'b'])])).rejects.toMatchObject({ reason: 'row' });
  },
);

test.each(['1 and 3', 'la 1 et la 3', 'open 1 & 3', 'ouvre 1, 3', 'compare 1 and 3'])(
  '“%s” lists the files of these rows',
  async (text) => {
    const { action } = await followUp(text, [withRows(['a', 'b', 'c'])]);
    const shown = { command: 'list', args: { page: 1, query: 'file:a,c' } };
    expect([isFollowUp(text), action]).toEqual([true, shown]);
  },
);

test.each(['top 0', 'give me 0'])('no page has no rows: “%s”', async (text) => {
  const action = await followUp(text, [withRows(['a', 'b', 'c'])]).then(
    (found) => found.action,
    () => null,
  );
  expect(action?.args ?? {}).not.toHaveProperty('size');
});

test.each([
  'the first two',
  'compare the first two',
  'first 2',
  'les deux premiers',
  'les 2 premières',
  'show me the first 2',
])(
  '“%s” lists the first files of the list before it, and of all files without one',
  async (text) => {
    const { action } = await followUp(text, [withRows(['a', 'b', 'c'])]);
    expect(action).toEqual({ command: 'list', args: { page: 1, query: 'file:a,b' } });
    expect((await followUp(text, [])).action).toMatchObject({ command: 'list' });
  },
);

test.each(['take the first two', 'prends les deux premiers'])('“%s” opens a form', async (text) => {
  const { action } = await followUp(text, [withRows(['a', 'b', 'c'])]);
  expect(action).toEqual({ command: 'triage', args: { ids: 'a\nb', what: 'take' } });
});

test.each(['3 only', 'only 3', 'just the 3', 'seulement la 3', 'la 3 seulement'])(
  '“%s” opens the file of that row',
  async (text) => {
    const { action } = await followUp(text, [withRows(['a', 'b', 'c'])]);
    expect([isFollowUp(text), action]).toEqual([true, { command: 'show', args: { id: 'c' } }]);
  },
);

test.each([
  ['who manages 2', 'qui gère le 2'],
  ['who handles the 2', 'qui s’occupe du 2'],
])('“%s” and “%s” open the file of that row', async (...texts) => {
  for (const text of texts) {
    const { action } = await followUp(text, [withRows(['x', 'y'])]);
    expect([text, action]).toEqual([text, { command: 'show', args: { id: 'y' } }]);
  }
});

test.each([
  ['give 2 to Oliver', 'hand_over', 'b'],
  ['donne la 2 à Oliver', 'hand_over', 'b'],
  ['snooze 2 til monday', 'snooze', 'b til monday'],
  ['reporte la 2 a lundi', 'snooze', 'b a lundi'],
  ['snooze 2 3 days', 'snooze', 'b 3 days'],
])('“%s” is about that row', async (text, command, typed) => {
  const { action } = await followUp(text, [withRows(['a', 'b', 'c'])]);
  expect([isFollowUp(text), action]).toEqual([true, { command, args: { typed } }]);
});

test.each([
  ['give it to Oliver', 'hand_over', 'a'],
  ['donne-le à Oliver', 'hand_over', 'a'],
  ['ill take it', 'take', 'a'],
  ['snooze til monday', 'snooze', 'a til monday'],
  ['snooze 3 days', 'snooze', 'a 3 days'],
  ['reporte à lundi', 'snooze', 'a à lundi'],
  ['reporte a lundi', 'snooze', 'a a lundi'],
  ['reporte de 3 jours', 'snooze', 'a de 3 jours'],
])('“%s” is about the card before it', async (text, command, typed) => {
  const { action } = await followUp(text, [card('a')]);
  expect([isFollowUp(text), action]).toEqual([true, { command, args: { typed } }]);
});

test.each([
  ['is it complete', 'est-il complet'],
  ['how long has it been waiting', 'il attend depuis quand'],
  ['has she sent everything', 'elle est prête ?'],
])('“%s” and “%s” ask about the card before them', async (...texts) => {
  for (const text of texts) {
    const { action } = await followUp(text, [card('a')]);
    expect([text, action]).toEqual([text, { command: 'show', args: { id: 'a' } }]);
  }
});

test.each([
  ['which are ready', 'lesquels sont prêts', 'Lyon decision:ready'],
  ['how many are ready', 'combien sont prêts', 'Lyon decision:ready'],
])('“%s” and “%s” ask about the list before them', async (en, fr, query) => {
  for (const text of [en, fr]) {
    expect([isFollowUp(text), await queryAfter(text, listed('Lyon'))]).toEqual([
      true,
      `list: ${query}`,
    ]);
  }
});

test.each([
  ['export these', 'export', 'decision:ready Lyon'],
  ['exporte-les', 'export', 'decision:ready Lyon'],
  ['download this list as csv', 'export', 'decision:ready Lyon'],
  ['save as lyon', 'view', 'save "lyon" decision:ready Lyon'],
  ['enregistre ça sous « prêts »', 'view', 'save "prêts" decision:ready Lyon'],
  ['alert me about these', 'alert', 'notify me when decision:ready Lyon'],
  ['alert me when there is a new one', 'alert', 'notify me when decision:ready Lyon'],
  ['alerte-moi s’il y en a un nouveau', 'alert', 'notify me when decision:ready Lyon'],
  ['préviens-moi pour ceux-là', 'alert', 'notify me when decision:ready Lyon'],
  ['send me this every monday', 'digest', 'offer every monday decision:ready Lyon'],
  ['put that in a digest', 'digest', 'offer  decision:ready Lyon'],
  ['mets ça dans un récap', 'digest', 'offer  decision:ready Lyon'],
  ['stats on these', 'stats', 'decision:ready Lyon'],
  ['statistiques sur ceux-ci', 'stats', 'decision:ready Lyon'],
])('“%s” is about the list before it', async (text, command, typed) => {
  const { action, isShared } = await followUp(text, [listed('decision:ready Lyon', true)]);
  expect({ action, isShared }).toEqual({ action: { command, args: { typed } }, isShared: false });
  await expect(followUp(text, [])).rejects.toThrow(FollowUpError);
});

test('an order about the files that await a decision, or are one’s own, is about these', async () => {
  const person = { userId: 'U0CLAIRE001', isAdmin: true, email: 'claire@example.com' };
  const typedAfter = async (command: string) => {
    const turn: Turn = {
      kind: 'answer',
      actions: [{ command, args: { page: 1, query: 'Lyon' } }],
      isShared: false,
    };
    return (await followUp('export these', [turn], { person })).action.args['typed'];
  };
  expect(await typedAfter('pending')).toBe(
    'decision:pending,ready -status:closed archived:no Lyon sort:waiting',
  );
  expect(await typedAfter('me')).toBe('manager:claire@example.com Lyon');
});

test.each([
  ['everyone’s', 'decision:ready manager:claire', 'list: decision:ready'],
  ['ceux de tout le monde', 'decision:ready manager:claire', 'list: decision:ready'],
  ['no score filter', 'decision:ready score:>60', 'list: decision:ready'],
  ['enlève le filtre note', 'decision:ready score:>60', 'list: decision:ready'],
  ['which ones', 'decision:ready Lyon', 'list: decision:ready Lyon'],
  ['lesquels ?', 'decision:ready Lyon', 'list: decision:ready Lyon'],
  ['the one in Nantes', 'decision:ready', 'list: decision:ready Nantes'],
  ['not Nantes after all', 'decision:ready', 'list: decision:ready -Nantes'],
  ['who manages them', 'decision:ready Lyon', 'list: decision:ready Lyon'],
  ['qui les gère ?', 'decision:ready Lyon', 'list: decision:ready Lyon'],
  ['who are their managers', 'decision:ready Lyon', 'list: decision:ready Lyon'],
  ['leurs gestionnaires ?', 'decision:ready Lyon', 'list: decision:ready Lyon'],
])('“%s” keeps what else the list asks for', async (text, query, expected) => {
  expect(await queryAfter(text, listed(query))).toBe(expected);
});

test.each([
  ['what about in review', 'decision:ready Nantes', 'list: Nantes stage:in-review'],
  ['et ceux à l’étude', 'decision:ready Nantes', 'list: Nantes stage:in-review'],
  ['what about in Lyon', 'decision:ready Nantes', 'list: decision:ready Lyon'],
  ['show me those', 'decision:ready Nantes', 'list: decision:ready Nantes'],
  ['between 70 and 80', 'score:>80 Nantes', 'list: Nantes score:70..80'],
  ['entre 70 et 80', 'score:>80', 'list: score:70..80'],
])('“%s” takes the place of what is like it', async (text, query, expected) => {
  expect(await queryAfter(text, listed(query))).toBe(expected);
});

test.each(['is he complete', 'what’s his email', 'son mail', 'appelle-le', 'il est complet ?'])(
  '“%s” of no card asks which file is meant',
  async (text) => {
    await expect(followUp(text, [listed('decision:ready')])).rejects.toMatchObject({
      reason: 'row',
    });
  },
);

test('“since when”, behind a list of files, asks which of them', async () => {
  const rows: Turn = {
    kind: 'answer',
    actions: [
      { command: 'list', args: { page: 1, query: 'Flat' } },
      { command: 'show', args: { id: 'lyon' } },
      { command: 'show', args: { id: 'nantes' } },
    ],
    isShared: false,
  };
  await expect(followUp('since when', [rows])).rejects.toMatchObject({ reason: 'row' });
});

test.each(['by manager', 'et par bien'])(
  '“%s” breaks down the list before it, or all',
  async (text) => {
    const report = async (...turns: Turn[]) => (await followUp(text, turns)).action;
    expect(await report(listed('decision:ready Lyon'))).toEqual({
      command: 'report',
      args: { typed: `${text} decision:ready Lyon` },
    });
    expect((await report()).command).toBe('report');
  },
);

test('“is it working” is of Rental Desk, also behind a list', async () => {
  const { action } = await followUp('is it working', [listed('decision:ready')]);
  expect(action.command).toBe('status');
});

test('a button that leads to all files, below an answer without a list, is no list', async () => {
  const actions = mainActions(wordsIn('en')).flatMap((button) =>
    'action' in button ? [button.action] : [],
  );
  const help: Turn = { kind: 'answer', actions, isShared: false };
  expect(await queryAfter('only Lyon', listed('decision:ready'), help)).toBe(
    'list: decision:ready Lyon',
  );
});

test('everyone’s files follow one’s own', async () => {
  const own: Turn = {
    kind: 'answer',
    actions: [{ command: 'me', args: { page: 1, query: 'Lyon' } }],
    isShared: false,
  };
  expect(await queryAfter('not only mine', own)).toBe('list: Lyon');
});

test.each([
  'share it in the channel',
  'who’s the guarantor?',
  'any guarantor?',
  'why isn’t it decided yet?',
  'il y a un garant ?',
  'c’est quoi le loyer ?',
  'le loyer c’est combien',
  'c’est complet ?',
  'c’est qui le garant',
  'quand est-ce qu’il a postulé',
  'how much is the rent',
  'why is it ready',
  'when did they apply',
  'c’est meublé ?',
  'qui le gère ?',
  'depuis quand il est prêt ?',
  'send it to the team',
  'partage-le dans le canal',
  'plus de détails',
  'who has it',
  'when did it arrive',
  'how old is it',
  'qui l’a',
  'depuis quand est-il là',
])('“%s” is about the card before it', async (text) => {
  const shown: Turn = {
    kind: 'answer',
    actions: [{ command: 'take', args: { id: 'lyon' } }],
    isShared: false,
  };
  expect((await followUp(text, [listed('Lyon'), shown])).action).toEqual(
    (await followUp('what is missing', [shown])).action,
  );
});

test.each([
  ['unwatch it', 'unwatch'],
  ['stop watching it', 'unwatch'],
  ['ne le suis plus', 'unwatch'],
  ['arrête de la suivre', 'unwatch'],
  ['unsnooze it', 'unsnooze'],
  ['don’t snooze it anymore', 'unsnooze'],
  ['ne le reporte plus', 'unsnooze'],
])('“%s” ends it for the file of the card before it', async (text, command) => {
  const shown: Turn = {
    kind: 'answer',
    actions: [{ command: 'take', args: { id: 'lyon' } }],
    isShared: false,
  };
  const { action } = await followUp(text, [listed('Lyon'), shown]);
  expect(action).toEqual({ command, args: { typed: 'lyon' } });
});

test('which of a list are one’s own is asked about that list', async () => {
  const person = { userId: 'U0CLAIRE001', isAdmin: false, email: 'claire@example.com' };
  const asks = async (text: string) => (await followUp(text, [listed('Lyon')], { person })).action;
  expect(await asks('which are mine')).toMatchObject({ command: 'me', args: { query: 'Lyon' } });
  expect(await asks('lesquels sont à moi')).toMatchObject({
    args: { query: 'Lyon manager:claire@example.com' },
  });
});

test.each(['next 5', '5 more', 'les 5 suivants'])('“%s” turns to the next page', async (text) => {
  const { action } = await followUp(text, [listed('Lyon')]);
  expect(action).toMatchObject({ command: 'list', args: { page: 2, query: 'Lyon' } });
});

test.each(['did you take it', 'taken this', 'who are you', 'je suis nouveau'])(
  '“%s” orders nothing, and is about no list',
  (text) => {
    expect(isFollowUp(text)).toBe(false);
  },
);

test.each([
  'take it?',
  'should I take it',
  'what’s missing',
  'his phone number?',
  'score?',
  'who manages it',
  'share it',
  'il manque quoi',
  'son numéro',
  'et le loyer ?',
])('“%s” behind a card is answered with it', async (text) => {
  const { action } = await followUp(text, [withRows(['x', 'y']), card('a')]);
  expect([isFollowUp(text), action]).toEqual([true, { command: 'show', args: { id: 'a' } }]);
});

test.each([
  'who manages the second one',
  'what’s missing for the second',
  'the second one’s score',
  'tell me more about the second',
  'share the second one',
  'call number 2',
  'il manque quoi au deuxième',
  'numéro du deuxième',
])('“%s” opens that file of the list before it', async (text) => {
  const { action } = await followUp(text, [withRows(['x', 'y'])]);
  expect([isFollowUp(text), action]).toEqual([true, { command: 'show', args: { id: 'y' } }]);
});

test.each(['2', 'le 2', '2.', 'details of 2', 'détails du 2', 'tel du 2'])(
  '“%s” opens the file of that row',
  async (text) => {
    const { action } = await followUp(text, [withRows(['x', 'y'])]);
    expect([isFollowUp(text), action]).toEqual([true, { command: 'show', args: { id: 'y' } }]);
    await expect(followUp(text.replace('2', '7'), [withRows(['x', 'y'])])).rejects.toThrow(
      FollowUpError,
    );
  },
);

test('a number that no list stands before is searched for', async () => {
  const files = [rentalFile({ id: 'a', product: { title: 'Rue des Lilas 2' } })];
  const { action } = await followUp('2', [], {}, files);
  expect(action).toEqual({ command: 'search', args: { typed: '2' } });
});

test.each(['fais le récap', 'mets le récap'])('“%s” says nothing of the list before it', (text) => {
  expect(isFollowUp(text)).toBe(false);
});

test.each(['refresh', 'actualise', 'mets à jour la liste'])(
  '“%s” asks for the first page of the same list, of the last reading',
  async (text) => {
    const { action } = await followUp(text, [listed('decision:ready Lyon')]);
    expect(action).toMatchObject({
      command: 'list',
      args: { page: 1, query: 'decision:ready Lyon', reading: expect.any(String) },
    });
  },
);

test.each(['score first', 'rent last month', 'photos of the first quarter'])(
  '“%s” is of no file of a list',
  async (text) => {
    const { action } = await followUp(text, [listed('decision:ready')]);
    expect(action.command).not.toBe('show');
  },
);

test.each(['last page', 'la dernière page'])('“%s” turns to the last page', async (text) => {
  const { action } = await followUp(text, [listed('decision:ready')]);
  expect(action.args?.['page']).toBeGreaterThan(1_000);
});

test('a page may be named by its number in words', async () => {
  const { action } = await followUp('page three', [listed('decision:ready')]);
  expect(action.args?.['page']).toBe(3);
});

test.each(['other candidates', 'who else applied', 'les autres candidats'])(
  '“%s” behind a card asks for the other files of its property',
  async (text) => {
    const { action } = await followUp(text, [card('a')]);
    expect([isFollowUp(text), action]).toEqual([
      true,
      { command: 'property', args: { file: 'a' } },
    ]);
  },
);

test('a question that a card answers is a request of its own behind a list', async () => {
  const { action } = await followUp('what’s missing', [card('a'), withRows(['x', 'y'])]);
  expect(action).toEqual({ command: 'list', args: { typed: 'what’s missing' } });
  await expect(followUp('score?', [])).rejects.toThrow(UnknownCommandError);
});

test.each(['status', 'phone number of Dupont', 'what is missing for Lyon', 'the score of LY-0342'])(
  '“%s” is a request of its own',
  (text) => {
    expect(isFollowUp(text)).toBe(false);
  },
);

test.each([
  ['same in Nice', 'decision:ready Nice'],
  ['back to Nice', 'decision:ready Nice'],
  ['la même chose à Nice', 'decision:ready Nice'],
  ['idem Nice', 'decision:ready Nice'],
  ['remove the town', 'decision:ready'],
  ['nice not lyon', 'decision:ready nice'],
  ['not Lyon Nice', 'decision:ready Nice'],
  ['pas Lyon Nice', 'decision:ready Nice'],
  ['in Nice not in Lyon', 'decision:ready Nice'],
  ['everywhere', 'decision:ready'],
  ['in all towns', 'decision:ready'],
  ['partout', 'decision:ready'],
])('“%s” changes the town of the list', async (text, query) => {
  const nice = rentalFile({ id: 'nice', product: { title: 'Flat Nice' } });
  const { action } = await followUp(text, [listed('decision:ready Lyon')], {}, [...FILES, nice]);
  expect(action.args?.['query']).toBe(query);
});

test.each([
  ['loft Lyon', 'loft'],
  ['loft', undefined],
  ['property:loft', 'property:loft'],
  ['-loft', '-loft'],
])(
  '“everywhere” lifts the town of “%s”, else its one free word of properties',
  async (listing, query) => {
    const description = 'Rue de la Paix, 69003 Lyon';
    const loft = rentalFile({ id: 'loft', product: { title: 'Loft', description } });
    const { action } = await followUp('everywhere', [listed(listing)], {}, [...FILES, loft]);
    expect(action.args?.['query']).toBe(query);
  },
);

test('“Nice not Paris”, of a list without Paris, is a request of its own', async () => {
  const { action } = await followUp('Nice not Paris', [listed('decision:ready Lyon')]);
  expect(action).toEqual({ command: 'list', args: { typed: 'Nice not Paris' } });
});

test.each<[string, TurnsBefore]>([
  ['there is none', []],
  ['there are fewer', [withRows(['a'])]],
  ['it is a card', [withRows(['a'], false)]],
  ['it cannot be used', [without('expired')]],
  ['only the person saw the last one', [withRows(['a', 'b', 'c']), asked('pending')]],
  ['Slack does not give it', 'unreadable'],
  ['its thread is too long', 'too_long'],
])('no file of an answer is opened where %s', async (_, turns) => {
  await expect(followUp('open the third one', turns)).rejects.toMatchObject({ reason: 'row' });
});

test.each(['first', 'the first page', 'last week', 'the second floor', 'open LY-0342', 'n 12b'])(
  '“%s” names no file of the answer before it',
  async (text) => {
    const { action } = await followUp(text, [withRows(['a', 'b', 'c'])]);
    expect(action.command).not.toBe('show');
  },
);

test.each<[string, TurnsBefore]>([
  ['none', []],
  ['none', [other]],
  ['none', [asked('help')]],
  ['none', [listed('decision:ready'), asked('show lyon')]],
  ['expired', [listed('decision:ready'), without('expired')]],
  ['unusable', [without('unusable')]],
  ['unreadable', 'unreadable'],
  ['too_long', 'too_long'],
])('without a list, it says why there is none: %s (%#)', async (reason, turns) => {
  await expect(followUp('only Lyon', turns)).rejects.toMatchObject({ reason });
});

test('what is a request as well is answered as one where there is no list', async () => {
  expect(await followUp('sort by score', [])).toEqual({
    action: { command: 'list', args: { typed: 'sort by score' } },
    isShared: false,
  });
});

test.each(['show them all', 'tous sans filtre', 'reset'])(
  '“%s” asks for all files, whether there is a list or not',
  async (text) => {
    expect(await queryAfter(text)).toBe('list: ');
    expect(await queryAfter(text, listed('decision:ready'))).toBe('list: ');
    await expect(followUp(text, [without('expired')])).rejects.toMatchObject({
      reason: 'expired',
    });
  },
);

test('a follow-up may name the command of lists, and no other', () => {
  expect(followUpOf('only list Lyon')).toMatchObject({ kind: 'change', text: 'list Lyon' });
  expect(followUpOf('only show Lyon')).toBeNull();
  expect(followUpOf('just help')).toBeNull();
});

test.each(['except mine', 'not mine', 'sauf les miens'])(
  '“%s” leaves one’s own out',
  async (text) => {
    const person = { userId: 'U0CLAIRE001', isAdmin: false, email: 'zoe@example.com' };
    const { action } = await followUp(text, [listed('decision:ready')], { person });
    expect(action.args?.['query']).toBe('decision:ready -manager:zoe@example.com');
  },
);

test.each([
  ['only since 3/11', 'day-first', 'ready-since:>=3-november'],
  ['only since 3/11', 'month-first', 'ready-since:>=11-march'],
  ['seulement depuis le 3/11', 'day-first', 'ready-since:>=3-november'],
] as const)(
  'a follow-up has its day in the order of its writer: %s, %s',
  async (text, order, query) => {
    const { action } = await followUp(text, [listed('decision:ready')], { dateOrder: order });
    expect(action.args?.['query']).toBe(`decision:ready ${query}`);
  },
);

test.each([
  ['800', 'rent:<=700', 'rent:<=800'],
  ['800 €', 'decision:ready rent:<=700 Lyon', 'decision:ready rent:<=800 Lyon'],
  ['make it 800', 'rent:<=700', 'rent:<=800'],
  ['mets 800', 'rent:<=700', 'rent:<=800'],
  ['change it to 1 200 euros please', 'rent:<=700', 'rent:<=1200'],
  ['passe à 800 € svp', '-rent:>700', '-rent:>800'],
  ['60', 'score:>50', 'score:>60'],
  ['make it 3', 'age:>5d', 'age:>3d'],
  ['mets 2 semaines', 'age:>5d', 'age:>2w'],
  ['make it 80%', 'completion:<50', 'completion:<80'],
])('“%s” changes the only figure of %s', async (text, before, expected) => {
  expect(isFollowUp(text)).toBe(true);
  expect(await queryAfter(text, listed(before))).toBe(`list: ${expected}`);
  expect(await queryAfter('only Nantes', listed(before), asked(text))).toBe(
    await queryAfter('only Nantes', listed(expected)),
  );
});

test.each([
  ['only over 15', 'age:>10d Lyon', 'age:>15d'],
  ['seulement plus de 15', 'age:>10d Lyon', 'age:>15d'],
  ['plutôt 15', 'age:>10d Lyon', 'age:>15d'],
  ['15 instead', 'age:>10d Lyon', 'age:>15d'],
  ['15 plutôt', 'age:>10d Lyon', 'age:>15d'],
  ['only over 85', 'score:>80 rent:<900', 'score:>85'],
  ['seulement plus de 85', 'score:>80 rent:<900', 'score:>85'],
])('“%s”, after “%s”, has the key and the unit of the list', async (text, before, expected) => {
  const after = await queryAfter(text, listed(before));
  expect(after).toContain(expected);
  expect(after).toContain(before.includes('Lyon') ? 'Lyon' : 'rent:<900');
});

/** Each applicant has a flat in Lyon, and Sophie one in Nantes, which Marc manages. */
const OF_PEOPLE = [
  ['Sophie', 'Lyon', 'Anna'],
  ['Marc', 'Lyon', 'Anna'],
  ['Sophie', 'Nantes', 'Marc'],
].map(([first_name = '', town = '', manager = ''], at) =>
  rentalFile({
    id: `person-${at}`,
    decision: 'READY',
    product: { title: `Flat ${town}` },
    applicants: [{ first_name, last_name: 'Roy' }],
    managers: [manager],
  }),
);

test.each([
  ['just sophie’s', 'decision:ready Lyon', 'decision:ready Lyon sophie'],
  ['ceux de sophie', 'decision:ready Lyon', 'decision:ready Lyon sophie'],
  ['only Marc', 'decision:ready Lyon', 'decision:ready Lyon Marc'],
  ['uniquement Marc', 'decision:ready Lyon', 'decision:ready Lyon Marc'],
  ['Marc instead', 'Sophie Lyon', 'Lyon Marc'],
  ['et Marc ?', 'Sophie Lyon', 'Lyon Marc'],
  ['what about Nantes?', 'Sophie Lyon', 'Sophie Nantes'],
  ['only Sophie and Marc', 'Flat Lyon', 'Flat Lyon Sophie,Marc'],
  ['seulement Sophie et Marc', 'Flat Lyon', 'Flat Lyon Sophie,Marc'],
])('a person takes the place of no town: “%s” after %s', async (text, before, expected) => {
  const { action } = await followUp(text, [listed(before)], {}, OF_PEOPLE);
  expect(action.args?.['query']).toBe(expected);
});

test.each([
  ['make it 800', ''],
  ['only over 85', ''],
  ['seulement plus de 85', 'decision:ready'],
  ['only over 85', 'score:>80 age:>10d'],
  ['mets 800', 'decision:ready'],
  ['800', 'decision:ready'],
  ['800', 'rent:<=700 score:>50'],
  ['make it 800', 'rent:500..700'],
  ['make it 800', 'rent:<500,>700'],
  ['make it 800 euros', 'age:>5d'],
  ['mets 3 jours', 'rent:<=700'],
])('“%s” after “%s” says that it must be known which figure', async (text, before) => {
  const refused = followUp(text, [listed(before)]);
  await expect(refused).rejects.toThrow(FollowUpError);
  await expect(refused).rejects.toMatchObject({ reason: 'figure' });
});

test('a number of a file, or of no list, is no figure', async () => {
  const files = [rentalFile({ id: '4711' })];
  const request = (turns: readonly Turn[]) =>
    followUpAction(
      '4711',
      turns,
      callOver(() => pagesOf(files)),
    ).next();
  await expect(request([listed('rent:<=700')])).resolves.toMatchObject({ done: true });
  await expect(followUp('800', [])).rejects.toThrow(UnknownCommandError);
  await expect(followUp('make it 800', [])).rejects.toMatchObject({ reason: 'none' });
  expect(['69003', '7', 'page 2', 'open 2'].map((text) => followUpOf(text)?.kind)).toEqual([
    undefined,
    undefined,
    'page',
    undefined,
  ]);
});

test('a message of many small words takes no long', { timeout: 10_000 }, () => {
  expect(isFollowUp(`what does ${'a '.repeat(2_000)}`)).toBe(false);
});

test.each([
  ['this week only', 'decision:approved Lyon', 'decision:approved Lyon decided:this-week'],
  ['seulement cette semaine', 'decision:ready', 'decision:ready ready-since:this-week'],
  ['received this week only', 'decision:approved', 'decision:approved created:this-week'],
  [
    'only this week',
    'decision:approved created:>=2026-11-01 created:<=2026-11-10',
    'decision:approved created:this-week',
  ],
  ['this week only', '-decision:approved', '-decision:approved created:this-week'],
  ['plz the complete ones', 'decision:ready', 'decision:ready completion:100'],
  ['top 3', 'decision:ready', 'decision:ready'],
])('“%s” after “%s” asks for what one sentence would', async (text, before, expected) => {
  expect(isFollowUp(text)).toBe(true);
  expect(await queryAfter(text, listed(before))).toBe(`list: ${expected}`);
});

test.each(['only mine pls', 'seulement les miens stp'])('“%s” is polite', async (text) => {
  expect(await queryAfter(text, listed('decision:ready'))).toBe('me: decision:ready');
});

test('a question with a pronoun names nobody whose place another could take', () => {
  expect(isFollowUp('pourquoi pas lui')).toBe(false);
});

test.each([
  ['every morning at 8 please', 'offer every morning at 8 please decision:ready Lyon'],
  ['tous les lundis à 9h', 'offer tous les lundis à 9h decision:ready Lyon'],
])('days and times alone, “%s”, are of the list before them', async (text, typed) => {
  const { action } = await followUp(text, [listed('decision:ready Lyon')]);
  expect(action).toEqual({ command: 'digest', args: { typed } });
  expect((await followUp(text, [])).action.command).toBe('digest');
});

test.each(['daily summary at 6pm', 'un récap tous les lundis'])(
  'a digest of its own, “%s”, is of no list',
  (text) => {
    expect(isFollowUp(text)).toBe(false);
  },
);

test.each([
  ['plus Nantes', 'decision:ready Lyon', 'list: decision:ready Lyon,Nantes'],
  ['Plus Chers', 'decision:ready Lyon', 'list: decision:ready Lyon sort:highest-rent'],
  ['que le mois dernier', 'Lyon', 'list: Lyon created:last-month'],
  ['plus récents', 'Lyon', 'list: Lyon sort:newest'],
  ['same but declined', 'decision:ready Lyon', 'list: Lyon decision:declined'],
  ['pareil mais refusés', 'decision:ready Lyon', 'list: Lyon decision:declined'],
  ['celle d’avant', 'decided:2026-11-09..2026-11-15', 'list: decided:2026-11-02..2026-11-08'],
  ['and the one before?', 'decided:2026-11', 'list: decided:2026-10'],
  ['celle d’avant', 'decided:2025', 'list: decided:2024'],
])('“%s” changes the list “%s” to “%s”', async (text, query, expected) => {
  expect(await queryAfter(text, listed(query))).toBe(expected);
});

test.each(['the other ones', 'les autres', 'the rest'])('“%s” are on the next page', (text) => {
  expect(followUpOf(text)).toEqual({ kind: 'page', to: 'next' });
});

test.each([
  ['watch the last two', ['nantes', 'no'], 'watch'],
  ['suis les deux derniers', ['nantes', 'no'], 'watch'],
  ['take the top 2', ['lyon', 'nantes'], 'take'],
])('“%s” opens the form of several files', async (text, ids, what) => {
  const actions = ['lyon', 'nantes', 'no'].map((id) => ({ command: 'show', args: { id } }));
  const { action } = await followUp(text, [{ kind: 'answer', actions, isShared: false }]);
  expect(action).toEqual({ command: 'triage', args: { ids: ids.join('\n'), what } });
});

test('a question of a row may be written without its apostrophe', async () => {
  const actions = ['lyon', 'nantes'].map((id) => ({ command: 'show', args: { id } }));
  const turn = { kind: 'answer', actions, isShared: false } as const;
  const { action } = await followUp('whos the guarantor on the second', [turn]);
  expect(action.args).toEqual({ id: 'nantes' });
});

test.each(['open the first one', 'export these', 'the second one', 'save these as Hot'])(
  'a list that only the person saw stands behind “%s”',
  async (text) => {
    const turns = [asked('list Lyon'), asked('only the ready ones'), asked(text)];
    expect(await queryAfter('and the rejected ones?', ...turns)).toBe(
      'list: Lyon decision:declined',
    );
  },
);

test.each(['as excel', 'in csv please', 'en excel', 'au format csv'])(
  '“%s” exports the list before it, or all',
  async (text) => {
    const exported = async (...turns: Turn[]) => (await followUp(text, turns)).action;
    expect(await exported(listed('decision:ready Lyon'))).toEqual({
      command: 'export',
      args: { typed: 'decision:ready Lyon' },
    });
    expect((await exported()).command).toBe('export');
  },
);

test.each(['who manages these', 'who’s managing those', 'qui gère ceux-là'])(
  '“%s” is asked of the list before it',
  async (text) => {
    expect(isFollowUp(text)).toBe(true);
    expect((await followUp(text, [listed('Lyon')])).action.args).toMatchObject({ query: 'Lyon' });
  },
);

test.each(['is that all', 'are these all?', 'est-ce que c’est tout ?', 'il n’y a que ça ?'])(
  '“%s” shows the list before it, which says how many there are',
  async (text) => {
    expect(isFollowUp(text)).toBe(true);
    expect((await followUp(text, [listed('Lyon')])).action.args).toMatchObject({ query: 'Lyon' });
  },
);

test.each(['that’s all', 'that’s all, thanks', 'c’est tout', 'ce sera tout'])(
  '“%s” asks nothing of the list before it',
  (text) => {
    expect(isFollowUp(text)).toBe(false);
  },
);
