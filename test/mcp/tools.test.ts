import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { tools } from '../../src/mcp/server.ts';
import { messageErrors } from '../../src/playground/slack-workspace/blocks/message.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import type { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import { FILES as HOSTILE_FILES } from '../commands/hostile-files.ts';
import { deskOver } from '../support/desk.ts';
import { pagesOf, rentalFile, rentalFiles, serviceDown } from '../support/rental-files.ts';
import { openSlackApp } from '../support/slack-app.ts';
import { callTool, HANNAH, type ToolResult } from './fixture.ts';

const Files = z.array(z.object({ id: z.string() }));
const Groups = z.array(z.object({ value: z.string().nullable(), count: z.number() }));

const CLAIRE = { ...HANNAH, user_id: PEOPLE.claire };

/** Nobody is called, or reached, like these; each stands in another field. */
const CANARIES = ['Zebulonia', 'Quixotelle', 'zqcanary', '0699887766', '1931-02-03', 'Yolandine'];
const CANARY = rentalFile({
  id: 'canary-1',
  created_at: '2026-11-02T09:00:00Z',
  decision: 'READY',
  status: 'ANALYZED',
  managers: ['yolandine@zqcanary.example', 'Yolandine Zqcanary'],
  product: {
    title: 'Two rooms near the station',
    reference: 'CA-0001',
    description: 'Bright. 69003 Lyon 3e, near the station.',
    rent_amount: 900,
    managers: ['Yolandine Zqcanary'],
  },
  applicants: [
    {
      id: 'p1',
      first_name: 'Zebulonia',
      last_name: 'Quixotelle',
      email: 'zebulonia@zqcanary.example',
      phone: '0699887766',
      birth_date: '1931-02-03',
      physical_guarantors: [{ id: 'p2', first_name: 'Yolandine', last_name: 'Quixotelle' }],
    },
  ],
});

interface Over {
  readonly level?: 'initials' | 'reference';
  readonly locale?: string;
}

async function openMcp(
  files: () => readonly RentalFile[],
  { level = 'initials', locale }: Over = {},
) {
  const desk = deskOver(() => pagesOf(files()));
  const app = await openSlackApp(desk.dispatcher, { assistants: level });
  if (locale !== undefined) await app.workspace.changePerson(PEOPLE.hannah, { locale });
  return { ...app, ...desk };
}

/** Every tool, in every way that may name somebody. */
const questions = (name: string) =>
  [
    ['search_files', {}],
    ['search_files', { query: name }],
    ['search_files', { query: `applicant:${name}` }],
    ['search_files', { query: `decision:ready ${name} nowhere` }],
    ['show_file', { file: 'CA-0001' }],
    ['show_file', { file: name }],
    ['count_files', { by: 'status', query: name }],
    ['count_files', { by: 'property' }],
    ['count_files', { by: 'town' }],
    ['pending_overview', {}],
    ['pending_overview', { query: name }],
    ['file_timeline', { file: 'CA-0001' }],
    ['report', {}],
    ['report', { period: 'month', query: name }],
  ] as const;

async function askEverything(url: URL, name: string): Promise<readonly ToolResult[]> {
  const results: ToolResult[] = [];
  for (const [tool, args] of questions(name)) results.push(await callTool(url, tool, args));
  return results;
}

test('people are in the blocks at most by their initials, and nowhere else', async () => {
  const { url } = await openMcp(() => [CANARY, ...rentalFiles(12)]);
  const results = await askEverything(url, 'Quixotelle');
  expect(results.filter(({ isError }) => isError)).toEqual([]);
  for (const canary of CANARIES) {
    for (const { read, drawn } of results) {
      expect(read.toLowerCase()).not.toContain(canary.toLowerCase());
      expect(drawn.toLowerCase()).not.toContain(canary.toLowerCase());
    }
  }
  expect(results.some(({ drawn }) => drawn.includes('Z.\u00a0Q.'))).toBe(true);
  expect(results.some(({ read }) => /Z\.\s?Q\./u.test(read))).toBe(false);
});

test('at the level reference no initials are drawn either', async () => {
  const { url } = await openMcp(() => [CANARY, ...rentalFiles(12)], { level: 'reference' });
  const results = await askEverything(url, 'Quixotelle');
  for (const { read, drawn } of results) {
    expect(read + drawn).not.toMatch(/Z\.\s?Q\.|Y\.\s?[QZ]\./u);
    for (const canary of CANARIES) expect(drawn).not.toContain(canary);
  }
  expect(results.some(({ drawn }) => drawn.includes('CA-0001'))).toBe(true);
});

/** Two files, one with a name behind its town. */
const townFiles = () => [
  rentalFile({
    id: 'a',
    product: {
      reference: 'CA-0001',
      description: '3 rue Foch 69003 Lyon Contact Zebulonia Quixotelle 06 99 88 77 66',
    },
  }),
  rentalFile({ id: 'b', product: { reference: 'CA-0002', description: '44000 Nantes.' } }),
];

test('names behind a postcode reach no assistant', async () => {
  const { url } = await openMcp(townFiles);
  const found = await callTool(url, 'search_files', {});
  const counted = await callTool(url, 'count_files', { by: 'town' });
  for (const { read } of [found, counted]) expect(read).not.toMatch(/Zebulonia|Quixotelle/);
  expect(found.read).toContain('44000 Nantes');
  expect(counted.data['groups']).toContainEqual({ value: '69003', is_known: true, count: 1 });
});

test('at the level reference no town is given either', async () => {
  const { url } = await openMcp(townFiles, { level: 'reference' });
  const { read } = await callTool(url, 'search_files', {});
  expect(read).toContain('CA-0002');
  expect(read).not.toMatch(/69003|44000/);
  const counted = await callTool(url, 'count_files', { by: 'town' });
  expect(counted.isError).toBe(true);
  expect(counted.read).toContain('Towns are not given at this level of privacy.');
});

test('what is drawn can only be read, and Slack takes it', async () => {
  const { url } = await openMcp(() => [CANARY, ...rentalFiles(30)]);
  const drawn = (await askEverything(url, 'Lefèvre')).filter(({ blocks }) => blocks.length > 0);
  expect(drawn.length).toBeGreaterThan(6);
  for (const { blocks } of drawn) {
    expect(
      messageErrors({ text: 'an answer', blocks: JSON.parse(JSON.stringify(blocks)) }, 'ephemeral'),
    ).toEqual([]);
    const elements = blocks.flatMap((block) =>
      block['type'] === 'actions' ? block['elements'] : [],
    );
    for (const element of elements) {
      expect(element).toMatchObject({ type: 'button', url: expect.stringMatching(/^https:/) });
      expect(element).not.toHaveProperty('value');
    }
    const accessories = blocks.filter((block) => 'accessory' in block);
    expect(accessories).toEqual([]);
  }
});

test('every result is as its schema says', async () => {
  const { url } = await openMcp(() => [CANARY, ...HOSTILE_FILES, ...rentalFiles(12)]);
  const results = await askEverything(url, 'Lefèvre');
  for (const [index, [name]] of questions('Lefèvre').entries()) {
    const tool = tools.find((known) => known.name === name);
    expect(tool?.output.strict().safeParse(results[index]?.data).error).toBeUndefined();
  }
});

test('hostile texts of the service stay data in fields of their own', async () => {
  const { url } = await openMcp(() => HOSTILE_FILES);
  const seen: unknown[] = [];
  let cursor: unknown;
  do {
    const { data } = await callTool(
      url,
      'search_files',
      cursor === undefined ? { limit: 4 } : { cursor },
    );
    seen.push(data['files']);
    cursor = data['next_cursor'] ?? undefined;
  } while (cursor !== undefined);
  for (const by of ['status', 'decision', 'situation', 'category', 'town', 'property']) {
    seen.push((await callTool(url, 'count_files', { by })).data['groups']);
  }
  seen.push((await callTool(url, 'report', {})).data);
  const texts: string[] = [];
  JSON.stringify(seen, (_key, value: unknown) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  expect(texts.length).toBeGreaterThan(50);
  for (const text of texts) {
    expect(text.length).toBeLessThanOrEqual(100);
    expect(text).toMatch(/^[\p{L}\p{M}\p{N} .,'’/&+°:_@-]*$/u);
    expect(text).not.toContain('://');
  }
});

test('a reference that took the place of what was asked is data, too', async () => {
  const reference = 'GR-*`0101`*|<!>';
  const file = rentalFile({ id: 'q7', product: { reference } });
  const { url } = await openMcp(() => [file, ...rentalFiles(3)]);
  const { data } = await callTool(url, 'search_files', { query: 'gr 0101' });
  expect(data).toMatchObject({ total: 1, understood: expect.stringContaining('property:') });
  expect(JSON.stringify(data)).not.toMatch(/[|*`!]/);
});

test('pages follow one another, each file once, and only for the person who asked', async () => {
  const { url } = await openMcp(() => rentalFiles(23));
  const first = await callTool(url, 'search_files', { query: 'sort:oldest', limit: 10 });
  expect(first.data).toMatchObject({ total: 23, page: 1, pages: 3, understood: 'sort:oldest' });
  const ids: unknown[] = [];
  let data = first.data;
  for (;;) {
    ids.push(...Files.parse(data['files']).map(({ id }) => id));
    if (data['next_cursor'] === null) break;
    ({ data } = await callTool(url, 'search_files', { cursor: data['next_cursor'] }));
  }
  expect(ids).toEqual(
    rentalFiles(23)
      .map(({ id }) => id)
      .toReversed(),
  );

  const cursor = String(first.data['next_cursor']);
  expect(cursor).not.toContain('oldest');
  const theirs = await callTool(url, 'search_files', { cursor }, CLAIRE);
  expect([theirs.isError, theirs.read]).toEqual([
    true,
    expect.stringContaining('made for another person'),
  ]);
});

test('no changed or invented cursor is taken', async () => {
  const { url } = await openMcp(() => rentalFiles(23));
  const { data } = await callTool(url, 'search_files', { limit: 2 });
  const cursor = String(data['next_cursor']);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ maxLength: 200 }),
        fc
          .tuple(fc.nat({ max: cursor.length - 1 }), fc.constantFrom('A', 'B', '_', '.'))
          .map(([at, letter]) => cursor.slice(0, at) + letter + cursor.slice(at + 1))
          .filter((changed) => changed !== cursor),
      ),
      async (forged) => {
        const { isError, data: given } = await callTool(url, 'search_files', { cursor: forged });
        expect([isError, given]).toEqual([true, {}]);
      },
    ),
    { numRuns: 40 },
  );
});

test('a wrong query or argument is answered with what to do', async () => {
  const { url } = await openMcp(() => rentalFiles(3));
  const errorOf = async (name: string, args: object) => {
    const { isError, read } = await callTool(url, name, args);
    expect(isError).toBe(true);
    return read;
  };
  const key = await errorOf('search_files', { query: 'colour:red' });
  expect(key).toContain('There is no key “colour:”. Keys are: status, decision,');
  expect(await errorOf('search_files', { query: 'statsu:new' })).toContain(
    'Corrected query: status:new',
  );
  expect(await errorOf('search_files', { query: 'status:nwe' })).toContain('Did you mean “new”?');
  expect(await errorOf('search_files', { querry: 'x' })).toContain('Did you mean “query”?');
  expect(await errorOf('count_files', { by: 'colour' })).toContain('status');
  expect(await errorOf('count_files', {})).toContain('by');
  expect(await errorOf('search_files', { limit: 1_000 })).toContain('limit');
  expect(await errorOf('show_file', { file: 'nowhere at all' })).toContain('search_files');
});

test('words that no file has are named, and a query without files names parts that have some', async () => {
  const { url } = await openMcp(() => [CANARY, ...rentalFiles(5)]);
  const { data } = await callTool(url, 'search_files', { query: 'ready xylophone' });
  expect(data).toMatchObject({ total: 1, understood: 'decision:ready', ignored: ['xylophone'] });
  const none = await callTool(url, 'search_files', { query: 'decision:ready status:new' });
  expect(none.data).toMatchObject({
    total: 0,
    wider: [
      { query: 'decision:ready', total: 1 },
      { query: 'status:new', total: 5 },
    ],
  });
});

test('values that the specification does not name are counted, and said to be unknown', async () => {
  const odd = rentalFile({ id: 'odd', status: 'ON_HOLD', decision: 'MAYBE' });
  const { url } = await openMcp(() => [odd, ...rentalFiles(2)]);
  const { data } = await callTool(url, 'count_files', { by: 'status' });
  expect(data['groups']).toEqual([
    { value: 'NEW', is_known: true, count: 2 },
    { value: 'ON_HOLD', is_known: false, count: 1 },
  ]);
  const { data: found } = await callTool(url, 'search_files', { query: 'file:odd' });
  expect(found['files']).toMatchObject([{ unknown_values: ['status', 'decision'] }]);
  const { data: waiting } = await callTool(url, 'pending_overview');
  expect(waiting).toMatchObject({ awaiting_decision: 2, with_unknown_decision: 1 });
});

test.each([[['none', 'odd']], [['odd', 'none']]])(
  'a value that is no code is never said to be known, whichever file comes first: %j',
  async (ids) => {
    const { url } = await openMcp(() =>
      ids.map((id) => rentalFile({ id, applicants_situation: id === 'odd' ? 'no code!' : null })),
    );
    const { data } = await callTool(url, 'count_files', { by: 'situation' });
    expect(data['groups']).toEqual([{ value: null, is_known: false, count: 2 }]);
  },
);

test('a property that is not named has nothing that the service would have to explain', async () => {
  const { url } = await openMcp(() => [rentalFile({ id: 'bare', product: null })]);
  const { data } = await callTool(url, 'count_files', { by: 'property' });
  expect(data['groups']).toEqual([{ value: null, is_known: true, count: 1 }]);
});

/** A file on a product. */
const on = (id: string, reference: string | null) => ({ product: { _id: id, reference } });

test('properties are counted by their references as far as these tell them apart, else by ids', async () => {
  const { url } = await openMcp(() => [
    rentalFile({ id: 'a', ...on('p-1', 'LY-1') }),
    rentalFile({ id: 'b', ...on('p-2', 'LY-1') }),
    rentalFile({ id: 'c', product_id: 'p-3' }),
    rentalFile({ id: 'd', ...on('p-3', 'LY-3') }),
    rentalFile({ id: 'e', ...on('p-3', 'LY-0003') }),
    rentalFile({ id: 'f', ...on('p-4', null) }),
    rentalFile({ id: 'g', ...on('p-5', null) }),
    rentalFile({ id: 'h', product: { _id: 'p-6', reference: 'LY-6', mandate_type: null } }),
    rentalFile({ id: 'i', ...on('p-6', 'LY-0006') }),
  ]);
  const { data } = await callTool(url, 'count_files', { by: 'property' });
  const groups = Groups.parse(data['groups']).map(({ value, count }) => [value, count]);
  expect(groups).toEqual([
    ['LY-3', 3],
    ['LY-6', 2],
    ['p-1', 1],
    ['p-2', 1],
    ['p-4', 1],
    ['p-5', 1],
  ]);
});

test('counts add up to the total, by whatever they are made', async () => {
  const { url } = await openMcp(() => [CANARY, ...rentalFiles(40)]);
  for (const by of ['status', 'decision', 'backlog', 'situation', 'category', 'town', 'property']) {
    const { data } = await callTool(url, 'count_files', { by });
    const groups = Groups.parse(data['groups']);
    const sum = groups.reduce((total, { count }) => total + count, Number(data['further_files']));
    expect([by, sum, data['total']]).toEqual([by, 41, 41]);
  }
  const { data } = await callTool(url, 'count_files', { by: 'town' });
  expect(data['groups']).toContainEqual({ value: '69003 Lyon 3e', is_known: true, count: 1 });
});

test('a service that is away is not taken for an empty portfolio', async () => {
  const { url } = await openMcp(() => {
    throw serviceDown();
  });
  const { isError, read } = await callTool(url, 'pending_overview');
  expect([isError, read]).toEqual([true, expect.stringContaining('rental_down')]);
  expect(read).toContain('do not guess');
});

test.each([
  ['as many as the service counts', 4, false],
  ['fewer than the service counts', 9, true],
])('files that are %s may be a part: %s', async (_, count, isPart) => {
  const { dispatcher } = deskOver(() => {
    const [first, last] = pagesOf(rentalFiles(4), 2);
    if (first === undefined || last === undefined) throw new Error('there are two pages');
    return [
      { ...first, count },
      { ...last, count },
    ];
  });
  const { url } = await openSlackApp(dispatcher, { assistants: 'initials' });
  const { data } = await callTool(url, 'pending_overview');
  expect(data).toMatchObject({ may_be_partial: isPart, unreadable_files: 0, is_stale: false });
});

test('a value that cannot be read makes no part of the files', async () => {
  const garbled = { ...rentalFile({ id: 'odd' }), archived_at: null, unreadable: ['archived_at'] };
  const { url } = await openMcp(() => [garbled, ...rentalFiles(3)]);
  const { data } = await callTool(url, 'count_files', { by: 'status' });
  expect(data).toMatchObject({
    total: 4,
    may_be_partial: false,
    unreadable_files: 0,
    archiving_unknown: 1,
  });
});

test('files that could not be read are said, and old ones are said to be old', async () => {
  let isDown = false;
  const { dispatcher, wait } = deskOver(function* pages() {
    if (isDown) throw serviceDown();
    for (const page of pagesOf(rentalFiles(4))) yield { ...page, skipped: 2 };
  });
  const { url } = await openSlackApp(dispatcher, { assistants: 'initials' });
  const { data } = await callTool(url, 'pending_overview');
  expect(data).toMatchObject({ is_stale: false, may_be_partial: true, unreadable_files: 2 });
  isDown = true;
  wait(3_600);
  await callTool(url, 'pending_overview');
  const { data: later, drawn } = await callTool(url, 'pending_overview');
  expect(later).toMatchObject({ is_stale: true, failure: 'rental_down', awaiting_decision: 4 });
  expect(later['read_at']).toBe(data['read_at']);
  expect(drawn).toContain('not');
});

test('a card and a timeline are written to the access log under the person’s name', async () => {
  const { url, store, logged } = await openMcp(() => [CANARY]);
  const shown = await callTool(url, 'show_file', { file: 'ca 0001' });
  expect(shown.data).toMatchObject({
    source: 'service',
    applicants: 1,
    guarantors: 1,
    file: { id: 'canary-1', reference: 'CA-0001', decision: 'READY' },
  });
  await callTool(url, 'file_timeline', { file: 'CA-0001' });
  const entry = {
    userId: PEOPLE.hannah,
    kind: 'show',
    fileId: 'canary-1',
    channelId: null,
    surface: 'mcp',
  };
  expect(store.opened).toMatchObject([entry, entry]);
  await callTool(url, 'search_files', {});
  expect(store.opened).toHaveLength(2);

  store.setDown(true);
  expect((await callTool(url, 'show_file', { file: 'CA-0001' })).isError).toBe(false);
  expect(logged.at(-1)).toMatchObject({ message: 'answered, with trouble on the way' });
});

test('one of several files is asked for, and a file that is gone is said to be', async () => {
  let files: readonly RentalFile[] = [CANARY, ...rentalFiles(12)];
  const { url } = await openMcp(() => files);
  const several = await callTool(url, 'show_file', { file: 'Lefèvre' });
  expect(several.data).toMatchObject({ source: 'several', file: null, matching: 12 });
  expect(several.data['candidates']).toHaveLength(8);
  expect(several.blocks).toEqual([]);
  files = rentalFiles(12);
  const gone = await callTool(url, 'show_file', { file: 'CA-0001' });
  expect(gone.data).toMatchObject({ source: 'gone', file: null });
});

test('a file that has changed since it was read is told as it is now, and where it stood is not', async () => {
  let file = CANARY;
  const { url } = await openMcp(() => [file]);
  await callTool(url, 'search_files', {});
  file = { ...CANARY, status: 'PARKED', decision: 'MAYBE', score: 7, completion_rate: 50 };
  const { data } = await callTool(url, 'show_file', { file: 'CA-0001' });
  expect(data).toMatchObject({
    file: {
      status: 'PARKED',
      decision: 'MAYBE',
      unknown_values: ['status', 'decision'],
      backlog: null,
      waiting_working_days: null,
      score: 7,
    },
  });
});

test('of a file that is read from the service everything is as it is now, its people too', async () => {
  let file = CANARY;
  const { url } = await openMcp(() => [file]);
  await callTool(url, 'search_files', {});
  file = rentalFile({
    id: CANARY.id,
    created_at: '2026-11-19T09:00:00Z',
    decision: 'PENDING',
    status: 'COLLECTED',
    archived_at: 'some day',
    product: { reference: 'CA-0002', description: '33000 Bordeaux' },
    applicants: [{ id: 'p1' }, { id: 'p3' }, { id: 'p4', is_guarantor: true }],
  });
  const { data } = await callTool(url, 'show_file', { file: 'CA-0001' });
  expect(data).toMatchObject({
    source: 'service',
    applicants: 2,
    guarantors: 1,
    file: {
      reference: 'CA-0002',
      town: '33000 Bordeaux',
      created_at: '2026-11-19T09:00:00.000Z',
      backlog: null,
      waiting_working_days: null,
      is_archived: null,
    },
  });
});

test.each([
  [{ id: 'p1', moral_guarantor: { type: 'VISALE' }, physical_guarantors: 'x' }, 1, null],
  [{ id: 'p1', is_guarantor: 'yes' }, null, null],
  [{ id: 'p1', moral_guarantor: 'x' }, 1, 0],
])('people of whom it cannot be read what they are have no number: %j', async (...of) => {
  const [applicant, applicants, guarantors] = of;
  const { url } = await openMcp(() => [rentalFile({ id: 'odd', applicants: [applicant] })]);
  const { data } = await callTool(url, 'show_file', { file: 'odd' });
  expect(data).toMatchObject({ applicants, guarantors });
});

test('a file that is newer than the last reading is told as the service has it', async () => {
  let files: readonly RentalFile[] = [CANARY];
  const { url } = await openMcp(() => files);
  await callTool(url, 'search_files', {});
  const id = '5a9c3e1f-7b2d-4c68-9e0a-1d3f5b7c9e2a';
  files = [
    CANARY,
    rentalFile({
      id,
      created_at: '2026-11-19T09:00:00Z',
      decision: 'READY',
      product: { reference: 'NE-0001' },
      applicants: [{ id: 'p1' }],
    }),
  ];
  const { data } = await callTool(url, 'show_file', { file: id });
  expect(data).toMatchObject({
    source: 'service',
    applicants: 1,
    guarantors: 0,
    file: { id, reference: 'NE-0001', decision: 'READY', backlog: 'ready', is_archived: false },
  });
});

test('a reader in French asks and is shown in French; the data stay the same', async () => {
  const { url } = await openMcp(() => [CANARY], { locale: 'fr-FR' });
  const { data, drawn } = await callTool(url, 'search_files', { query: 'prêts à décider' });
  expect(data).toMatchObject({ total: 1, understood: 'decision:ready' });
  expect(drawn).toContain('dossier');
});
