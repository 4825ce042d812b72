import { expect, test } from 'vitest';

import { statusFor } from '../../src/commands/status.ts';
import { RentalError } from '../../src/rental-api/errors.ts';
import {
  pagesOf,
  rentalFile,
  rentalFiles,
  serviceDown,
  serviceResting,
} from '../support/rental-files.ts';
import { answersOf, callOver, messageOf } from './call.ts';

const status = statusFor('0.1.0');
const pages = () => pagesOf(rentalFiles(12));
const rests = async () => {
  throw serviceResting();
};

test('when all is well, every part says so', async () => {
  const call = callOver(pages);
  await call.portfolio.read();
  const { text } = await messageOf(status.run('', call));
  expect(text.split('\n')).toEqual([
    'Rental Desk status',
    '• Service: OK · The Rental File Service answers and accepts the key.',
    '• Rental files: OK · 12 files · The files do not show which completion rate is complete: 1 is assumed until a rate exceeds it',
    '• Database: OK · Settings, saved views and the access log can be read and written.',
    'As of 10:00',
    'Rental Desk 0.1.0',
  ]);
});

test('while files may be missing, it says what waits for them', async () => {
  const call = callOver(() => pages().map((page) => ({ ...page, skipped: 1 })));
  await call.portfolio.read();
  const { text } = await messageOf(status.run('', call));
  expect(text).toContain(
    'While files may be missing, none is recorded as gone and new alerts do not start',
  );
});

test('a key that is refused comes with its remedy, and a store that is away is told', async () => {
  const failure = {
    code: 'rental_key_refused',
    status: 400,
    likely: 'clock',
    clockAheadSeconds: 900,
  } as const;
  const checkService = async () => {
    throw new RentalError('POST token', 'status 400', failure);
  };
  const call = callOver(pages, { call: { checkService } });
  call.store.setDown(true);
  const { text } = await messageOf(status.run('', call));
  expect(text).toContain(
    'Service: needs attention · The Rental File Service refused Rental Desk’s key.',
  );
  expect(text).toContain('set the clock of the machine');
  expect(text).toContain('Rental files: needs attention · Rental files have not been loaded yet.');
  expect(text).toContain('Database: needs attention · The database does not answer');
  expect(text).toContain(`Reference ${call.reference}`);
});

test('a reading that failed is told beside the last one that did not', async () => {
  let isDown = false;
  const call = callOver(() => {
    if (isDown) throw serviceDown();
    return pagesOf(rentalFiles(12));
  });
  await call.portfolio.read();
  isDown = true;
  await expect(call.portfolio.read()).rejects.toThrow('rental_down');
  const { text, warning } = await messageOf(status.runAction({}, call));
  expect(warning).toMatchObject({ code: 'rental_down' });
  expect(text).toContain('until a rate exceeds it. The last refresh failed:');
  expect(text).toContain('The Rental File Service is unavailable');
});

test('a service that is slow to say gets a sign of life in between', async () => {
  const gate = Promise.withResolvers<void>();
  const call = callOver(pages, { call: { checkService: () => gate.promise } });
  const said: boolean[] = [];
  for await (const answer of status.run('', call)) {
    said.push(answer.kind === 'message' && answer.isProgress === true);
    gate.resolve();
  }
  expect(said).toEqual([true, false]);
});

test.each([
  ['en', 'there are no rental files to show'],
  ['fr', 'il n’y a aucun dossier à afficher'],
] as const)(
  'before any file is read, the state of a service that is left alone says in %s that there is none',
  async (language, said) => {
    const call = callOver(pages, { language, call: { checkService: rests } });
    expect((await messageOf(status.run('', call))).text).toContain(said);
    await call.portfolio.read();
    expect((await messageOf(status.run('', call))).text).not.toContain(said);
  },
);

test('a fault of ours is never passed off as the service’s', async () => {
  const check = Promise.withResolvers<void>();
  const call = callOver(pages, { call: { checkService: () => check.promise } });
  check.reject(new TypeError('a bug'));
  await expect(answersOf(status.run('', call))).rejects.toThrow('a bug');
});

test.each([
  [
    [{ completion_rate: 99.6 }],
    null,
    'A completion rate of 100 is complete, since rates up to 99.6',
  ],
  [
    [{ completion_rate: 1, applicants: [{ completion_rate: 0.5 }] }],
    null,
    'since no rate exceeds 1',
  ],
  [[{ completion_rate: 0.5 }], 100, 'of 100 is complete, as set by RENTAL_COMPLETION_MAX'],
] as const)('files with %j, configured %j, say what rates count to', async (files, max, said) => {
  const given = pagesOf(files.map((fields) => rentalFile(fields)));
  const call = callOver(() => given, { completionMax: max });
  await call.portfolio.read();
  expect((await messageOf(status.run('', call))).text).toContain(said);
});

test.each([
  ['en', { reader: '3f2a91c0' }, 'This instance, 3f2a91c0, reads the files for all.'],
  ['en', { reader: '77b1c2d3' }, 'Instance 77b1c2d3 reads the files for all; this is 3f2a91c0.'],
  ['en', { reader: null }, 'No instance reads the files for all right now. This is 3f2a91c0.'],
  [
    'en',
    { reader: '77b1c2d3', because: 'unreadable' },
    'This instance, 3f2a91c0, reads the files for itself: what another instance shares is of another version',
  ],
  ['fr', { reader: '3f2a91c0' }, 'Cette instance, 3f2a91c0, lit les dossiers pour toutes.'],
  ['fr', { reader: '77b1c2d3' }, 'L’instance 77b1c2d3 lit les dossiers pour toutes'],
  [
    'fr',
    { reader: null, because: 'database' },
    'Cette instance, 3f2a91c0, lit elle-même les dossiers : la base de données ne répond pas',
  ],
] as const)('admins are told in %s which instance reads: %j', async (language, reading, said) => {
  const told = { own: '3f2a91c0', because: null, ...reading };
  const asking = (isAdmin: boolean) =>
    callOver(pages, { language, person: { isAdmin }, call: { reading: () => told } });
  expect((await messageOf(status.run('', asking(true)))).text).toContain(said);
  const { text, blocks } = await messageOf(status.run('', asking(false)));
  expect(text + JSON.stringify(blocks)).not.toMatch(/3f2a91c0|77b1c2d3/);
});
