import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';

import { generateFiles } from '../../src/playground/rental-service/data/files.ts';
import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { APP } from '../../src/playground/slack-workspace/store/team.ts';
import { dumpOf } from '../drill/canaries.ts';
import { type BotChild, environmentFor, startBot, WAIT } from '../support/bot.ts';
import { startPostgres } from '../support/postgres.ts';
import { testWorkspace, visitor } from '../support/slack-workspace.ts';

const manifest = readManifest(readFileSync('manifest.yml', 'utf8'));

/** What nobody but an applicant is called, and nothing but a property of the service. */
const WORDS = ['Zebulonia', 'Quixotelle', 'Xylophonic Mews'] as const;
const [FIRST_NAME, LAST_NAME, TITLE] = WORDS;

/** A file of an own applicant and property. */
function marked<File extends ReturnType<typeof generateFiles>[number]>(file: File): File {
  return {
    ...file,
    product: { ...file.product, title: TITLE },
    applicants: file.applicants.map((person) => ({
      ...person,
      first_name: FIRST_NAME,
      last_name: LAST_NAME,
    })),
  };
}

/** The words that a text holds, as they are or as PostgreSQL writes bytes in a dump. */
function wordsIn(text: string): string[] {
  const folded = text.toLowerCase();
  return WORDS.filter((word) =>
    [word, Buffer.from(word).toString('hex')].some((form) => folded.includes(form.toLowerCase())),
  );
}

/** What holds one of the words: files of the server by their folder, and a dump of the database. */
async function placesWithWords(client: Client, databaseUrl: string): Promise<string[]> {
  // Or pages are in memory only.
  await client.query('checkpoint');
  const { rows } = await client.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  );
  const folder = rows[0]?.folder ?? '';
  const found = new Set<string>();
  let files = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // A file may go while others are read.
    const content = await readFile(path, 'latin1').catch(() => '');
    files += 1;
    if (wordsIn(content).length > 0) found.add(relative(folder, path).split('/')[0] ?? '');
  }
  expect(files).toBeGreaterThan(500);
  if (wordsIn(await dumpOf(databaseUrl)).length > 0) found.add('dump');
  return [...found].toSorted();
}

test('no file of the database server and no dump names an applicant or a property, after snapshots are shared', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres[Symbol.asyncDispose]());
  const databaseUrl = await postgres.newDatabase();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(async () => client.end());
  const all = generateFiles({ count: 60, seed: 5, nowMs: Date.now() }).map(marked);
  const service = await startRentalService({ files: all.slice(0, 40), now: () => Date.now() });
  onTestFinished(() => service.stop());
  let bot: BotChild | undefined;
  const workspace = await testWorkspace({
    manifest,
    now: () => Date.now(),
    botEventsUrl: () => bot?.eventsUrl ?? null,
  });
  bot = await startBot({
    ...environmentFor(service, workspace.apiUrl),
    DATABASE_URL: databaseUrl,
    SHARED_SNAPSHOT: 'on',
  });
  await bot.ready();
  const published = async (count: number) =>
    vi.waitUntil(async () => {
      // Rental Desk answers Slack before its tables are there.
      const { rows } = await client
        .query<{ published: number }>('select published from rental_desk.snapshot_lease')
        .catch(() => ({ rows: [] }));
      return (rows[0]?.published ?? 0) >= count;
    }, WAIT);
  await published(1);
  for (const count of [50, 55, 60]) {
    service.setFiles(all.slice(0, count));
    await client.query('update rental_desk.snapshot_lease set asked = asked + 1');
    await published(1 + [50, 55, 60].indexOf(count) + 1);
  }
  const hannah = visitor(workspace, PEOPLE.hannah);
  await hannah.say(`/rental search ${LAST_NAME}`);
  // What is typed is stored, encrypted.
  await hannah.say(`/rental view save "For ${FIRST_NAME}" decision:ready`);
  await vi.waitUntil(
    () =>
      workspace
        .state()
        .messages.some(({ author, text }) => author === APP.userId && text.includes(FIRST_NAME)),
    WAIT,
  );

  const { rows } = await client.query<{ bytes: number }>(
    'select sum(length(content))::integer as bytes from rental_desk.snapshot_segments',
  );
  // Or there would be nothing to find.
  expect(rows[0]?.bytes).toBeGreaterThan(2_000);
  expect(await placesWithWords(client, databaseUrl)).toEqual([]);

  await client.query('create table public.planted (word text)');
  await client.query('insert into public.planted values ($1)', [FIRST_NAME]);
  expect(await placesWithWords(client, databaseUrl)).toEqual(['base', 'dump', 'pg_wal']);
});
