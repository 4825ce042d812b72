import { expect, test } from 'vitest';

import type { CommandContext, DigestService } from '../../src/commands/command.ts';
import { homeOf } from '../../src/commands/home.ts';
import { createCalendars } from '../../src/digests/schedule.ts';
import type { Language } from '../../src/i18n/types.ts';
import type { Digest } from '../../src/store/digest.ts';
import { StoreError } from '../../src/store/errors.ts';
import type { Message } from '../../src/views/message.ts';
import { buttonsOf } from '../support/desk.ts';
import { expectGood } from '../support/hostile.ts';
import { pagesOf, rentalFiles, serviceDown } from '../support/rental-files.ts';
import { storedDigest } from '../support/stored-digest.ts';
import { callOver } from './call.ts';

const ALERT = { on: 'enters', aspects: [], everyMinutes: 60, quiet: null } as const;

function digestNamed(name: string, over: Partial<Digest> = {}): Digest {
  return storedDigest({
    name,
    query: '-status:closed archived:no sort:waiting',
    schedule: { ...storedDigest().schedule, times: ['09:00', '14:00'] },
    ...over,
  });
}

/** Claire's digests and alerts; `null` when the database does not answer. */
function digestsOf(all: readonly Digest[] | null): DigestService {
  const unused = {
    runNow: async () => true,
    holidays: 'FR',
    language: 'en',
    allowsDirectAlerts: true,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only this method is used.
  return {
    ...unused,
    calendars: createCalendars(),
    digests: {
      async list({ ownerId, kind }: { ownerId: string; kind: 'digest' | 'alert' }) {
        if (all === null) throw new StoreError('unreachable', 'The database does not answer');
        const alerts = all.filter(({ alert }) => Boolean(alert) === (kind === 'alert'));
        return alerts.filter((digest) => digest.ownerId === ownerId);
      },
    },
  } as unknown as DigestService;
}

/** What Claire has taken and watches, the first files of a reading. */
function triageOf(taken: number, watched: number): CommandContext['triage'] {
  const first = new Set(rentalFiles(taken).map(({ id }) => id));
  const next = new Set(rentalFiles(watched).map(({ id }) => id));
  const state = {
    version: 1,
    takerOf: (id: string) => (first.has(id) ? 'U0CLAIRE001' : null),
    freedMsOf: () => null,
    watchersOf: (id: string) => new Set(next.has(id) ? ['U0CLAIRE001'] : []),
    isSnoozed: () => false,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only this method is used.
  return { state: () => state } as unknown as CommandContext['triage'];
}

async function homeWith(
  files: number,
  {
    digests,
    taken = 0,
    watched = 0,
    language = 'en',
  }: {
    digests?: readonly Digest[] | null;
    taken?: number;
    watched?: number;
    language?: Language;
  } = {},
): Promise<Message> {
  const triage = triageOf(taken, watched);
  const call = callOver(() => pagesOf(rentalFiles(files)), {
    language,
    place: { channelId: null },
    call: {
      ...(triage === undefined ? {} : { triage }),
      ...(digests === undefined ? {} : { digests: digestsOf(digests) }),
    },
  });
  const last = (await Array.fromAsync(homeOf(call))).at(-1);
  if (last === undefined) throw new Error('there is no Home tab');
  return last;
}

/** The lines below the files. */
const below = ({ text }: Message) =>
  text
    .split('\n')
    .filter((line) => !/^\d\. /.test(line))
    .slice(1);

const inBlocks = ({ blocks }: Message) => JSON.stringify(blocks);

test.each([
  [4, null],
  [5, null],
  [6, '5 of 6 shown'],
  [12, '5 of 12 shown'],
])('of %i files the Home tab says: %s', async (files, more) => {
  const home = await homeWith(files);
  expect(/\d+ of \d+ shown/.exec(home.text)?.[0] ?? null).toBe(more);
  expect(/\d+ of \d+ shown/.exec(inBlocks(home))?.[0] ?? null).toBe(more);
});

/** The Home tab over one file with that decision, and some that could not be read. */
async function homeOfOne(decision: string, skipped: number): Promise<Message> {
  const [page] = pagesOf(rentalFiles(1));
  if (page === undefined) throw new Error('there is no page');
  const files = page.files.map((file) => ({ ...file, decision }));
  const call = callOver(() => [{ ...page, files, skipped, count: 1 + skipped }]);
  const last = (await Array.fromAsync(homeOf(call))).at(-1);
  if (last === undefined) throw new Error('there is no Home tab');
  return last;
}

test.each([
  ['decided', 'ACCEPTED', 0, 'Nothing awaits a decision: every file is decided'],
  ['decided, and two could not be read', 'ACCEPTED', 2, null],
  ['of an unknown decision', 'ON_APPEAL', 0, 'No file is known to await a decision'],
  ['of an unknown decision, and two could not be read', 'ON_APPEAL', 2, null],
])(
  'where the only file is %s, the Home tab claims no more than that',
  async (_, decision, skipped, said) => {
    const { text } = await homeOfOne(decision, skipped);
    const claim =
      /Nothing awaits a decision: every file is decided|No file is known to await a decision/;
    expect(claim.exec(text)?.[0] ?? null).toBe(said);
    expect(/\d files could not be read/.exec(text)?.[0] ?? null).toBe(
      skipped === 0 ? null : `${skipped} files could not be read`,
    );
  },
);

test.each([
  [
    'en',
    'Every weekday at 09:00 and 14:00 in <#C0LEASING01> · Next: Mon 23 Nov, 09:00',
    'Paused\\.$',
  ],
  [
    'fr',
    'Tous les jours ouvrés à 09:00 et 14:00 dans <#C0LEASING01> · Prochain\u00a0: lun. 23 nov. à 09:00',
    'en pause',
  ],
] as const)('in %s, each digest says when it comes next', async (language, line, paused) => {
  const home = await homeWith(1, {
    language,
    digests: [
      digestNamed('Morning'),
      digestNamed('Resting', { state: 'paused', pausedBecause: 'asked', pausedBy: 'U0BOB000001' }),
    ],
  });

  const [, morning, resting, ...others] = below(home);
  expect(morning).toBe(`• Morning · ${line}`);
  expect(resting).toMatch(new RegExp(`^• Resting .*${paused}`, 'i'));
  expect(resting).not.toMatch(/Next|Prochain/);
  expect(others).toEqual([]);
  const [before = '', after = ''] = line.split('<#C0LEASING01>');
  expect(inBlocks(home)).toContain(
    `"text":"Morning","style":{"bold":true}},{"type":"text","text":" · "},{"type":"text","text":"${before}"},{"type":"channel","channel_id":"C0LEASING01"},{"type":"text","text":"${after}"}`,
  );
});

test('digests of the same name are told apart by their channels', async () => {
  const home = await homeWith(1, {
    digests: [
      digestNamed('M2'),
      digestNamed('M2', { channelId: 'C0LYON00001' }),
      digestNamed('M2', { channelId: 'D0CLAIRE001' }),
    ],
  });
  const [, ...lines] = below(home).map(
    (line) => / (?:in <#C0\w+>|by direct message) /.exec(line)?.[0],
  );
  expect(lines).toEqual([' in <#C0LEASING01> ', ' in <#C0LYON00001> ', ' by direct message ']);
  expect(inBlocks(home)).toContain('"channel_id":"C0LYON00001"');
});

test('the Home tab shows five digests and says of how many, none of them an alert or of others', async () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  const home = await homeWith(1, {
    digests: [
      digestNamed('theirs', { ownerId: 'U0BOB000001' }),
      digestNamed('an alert', { alert: ALERT }),
      digestNamed('another', { alert: ALERT }),
      ...names.map((name) => digestNamed(name)),
    ],
  });

  expect(below(home).map((line) => line.split(' · ')[0])).toEqual([
    'My digests',
    ...names.slice(0, 5).map((name) => `• ${name}`),
    '5 of 6 shown',
    'My alerts (2)',
  ]);
  expect(inBlocks(home)).toContain('5 of 6 shown');
  expect(buttonsOf(home).filter((label) => /digest|alerts/.test(label))).toEqual([
    'Manage digests (6)',
    'Set up a digest',
    'My alerts (2)',
  ]);
});

test.each([
  [
    'without digests',
    [],
    ['My digests: None yet: have what waits posted to a channel every working morning.'],
    ['Set up a digest'],
  ],
  [
    'without a database',
    null,
    [
      'My digests: They cannot be read at the moment. Open this tab again in a minute.',
      'My alerts',
    ],
    [],
  ],
  ['where digests cannot be had', undefined, [], []],
] as const)('%s, the Home tab says so, or nothing', async (_, digests, lines, buttons) => {
  const home = await homeWith(1, digests === undefined ? {} : { digests });
  expect(below(home)).toEqual(lines);
  expect(buttonsOf(home).filter((label) => /digest/i.test(label))).toEqual(buttons);
});

test.each([
  ['en', 'My digests', 'Alerts and watched files', ['My alerts (1)', 'Watched files (2)']],
  ['fr', 'Mes récaps', 'Alertes et dossiers suivis', ['Mes alertes (1)', 'Dossiers suivis (2)']],
] as const)(
  'alerts and watched files stand under a heading of their own (%s)',
  async (language, digests, heading, labels) => {
    const own = [digestNamed('Morning'), digestNamed('an alert', { alert: ALERT })];
    const { blocks } = await homeWith(4, { digests: own, watched: 2, language });
    const place = (text: string) =>
      blocks.findIndex((block) => JSON.stringify(block).includes(`"${text}"`));
    expect(place(digests)).toBeLessThan(place(heading));
    for (const label of labels) expect(place(label)).toBe(place(heading) + 1);
    // Nothing stands below a heading without files.
    expect(inBlocks(await homeWith(4, { digests: own.slice(0, 1), language }))).not.toContain(
      heading,
    );
  },
);

test('that nothing awaits the reader is said once', async () => {
  const email = 'claire@example.com';
  const files = rentalFiles(2).map((file) => ({
    ...file,
    decision: 'ACCEPTED',
    managers: [email],
  }));
  const call = callOver(() => pagesOf(files), { person: { email } });
  const [home] = (await Array.fromAsync(homeOf(call))).slice(-1);
  if (home === undefined) throw new Error('there is no Home tab');
  for (const said of [home.text, inBlocks(home)]) {
    expect(said.match(/None of the files that you manage awaits a decision/g)).toHaveLength(1);
    expect(said).not.toContain('0 of your files');
  }
});

test('alerts that cannot be counted can still be opened', async () => {
  const away = await homeWith(1, { digests: null });
  const none = await homeWith(1, { digests: [] });
  expect(buttonsOf(away)).toContain('My alerts');
  expect(buttonsOf(none).join()).not.toContain('My alerts');
});

test.each([1, 3, 4])(
  'of %i taken files three come first, and a button shows more',
  async (taken) => {
    const home = await homeWith(9, { taken });
    const [title, ...lines] = home.text.split('\n');
    expect(title).toBe('Taken by you');
    expect(lines.findIndex((line) => !/^\d\. /.test(line))).toBe(Math.min(3, taken));
    const ways = [lines, buttonsOf(home)].map((all) =>
      all.filter((one) => one.startsWith('View all')),
    );
    expect(ways).toEqual(taken > 3 ? [['View all (4)'], ['View all (4)']] : [[], []]);
  },
);

/** Ids of the files that a message opens, each as often as it is listed. */
const openedIn = ({ blocks }: Message) =>
  blocks.flatMap((block) => (block.type === 'row' ? [block.button.action.args['id']] : []));

test.each([1, 3, 4])('none of %i taken files is listed twice on the Home tab', async (taken) => {
  const home = await homeWith(9, { taken });
  const opened = openedIn(home);
  expect(opened).toHaveLength(Math.min(3, taken) + 5);
  expect(new Set(opened).size).toBe(opened.length);
  expect(/\d+ of \d+ shown/.exec(home.text)?.[0]).toBe(`${opened.length} of 9 shown`);
});

test('where the reader has taken all that awaits, the Home tab says that it stands above', async () => {
  const home = await homeWith(2, { taken: 2 });
  expect(openedIn(home)).toHaveLength(2);
  expect(home.text).toContain('2 rental files await a decision');
  expect(home.text).toContain('listed above');
  expect((await homeWith(2, { taken: 2, language: 'fr' })).text).toContain('voir ci-dessus');
  expect((await homeWith(2, { taken: 1 })).text).not.toContain('listed above');
});

test('what the reader watches is counted, and opens the list', async () => {
  const home = await homeWith(4, { watched: 2 });
  expect(below(home)).toEqual(['Watched files (2)']);
  expect(buttonsOf(home)).toContain('Watched files (2)');
  expect((await homeWith(4)).text).not.toContain('watched');
});

test.each([
  ['en', 'is unavailable', 'My digests', 'My alerts (1)', 'Try again', 'Channel settings…'],
  ['fr', 'est indisponible', 'Mes récaps', 'Mes alertes (1)', 'Réessayer', 'Réglages d’un canal…'],
] as const)(
  'without files to show, the Home tab has the digests, alerts and settings (%s)',
  async (language, why, heading, alerts, again, settings) => {
    const own = [digestNamed('Morning'), digestNamed('an alert', { alert: ALERT })];
    const call = callOver(
      () => {
        throw serviceDown();
      },
      { language, place: { channelId: null }, call: { digests: digestsOf(own) } },
    );

    const home = (await Array.fromAsync(homeOf(call))).at(-1);

    if (home === undefined) throw new Error('there is no Home tab');
    for (const said of [home.text, inBlocks(home)]) {
      expect(said).toContain(why);
      expect(said).toContain(heading);
      expect(said).toContain('Morning');
    }
    expect(home.warning).toBeDefined();
    expect(buttonsOf(home)).toEqual(expect.arrayContaining([again, alerts, settings]));
    expectGood(home);
  },
);
