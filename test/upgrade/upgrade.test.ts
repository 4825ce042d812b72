import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { expect, test } from 'vitest';

import { createActionTokens } from '../../src/slack/respond/payload.ts';
import { runSql } from '../store/run-sql.ts';
import { storeAt } from '../support/open-store.ts';
import { emptyFolderPlace, type Place, emptyServerPlace } from '../support/places.ts';

/**
 * Buttons and tables as version 0.1.0 made them (commit 1bff9d6): people press buttons of messages
 * that are older than the running version, and a database outlives every version.
 */
const TOKENS: Fixture = JSON.parse(await readFile(new URL('tokens.json', import.meta.url), 'utf8'));
const DATABASE = await readFile(new URL('database.sql', import.meta.url), 'utf8');

const HOUR_MS = 3_600_000;
const sealedAt = Date.parse(TOKENS.sealedAt);

interface Fixture {
  readonly secret: string;
  readonly sealedAt: string;
  readonly tokens: readonly {
    readonly token: string;
    readonly contents: Readonly<Record<string, unknown>>;
    readonly expired?: true;
  }[];
}

test('tokens of version 0.1.0 open to what was put into them', () => {
  const tokens = createActionTokens(TOKENS.secret, { now: () => sealedAt + HOUR_MS });
  const fresh = TOKENS.tokens.filter(({ expired }) => expired !== true);

  expect(fresh.length).toBeGreaterThan(50);
  for (const { token, contents } of fresh) {
    const { press: action, ...scope } = contents;
    expect(tokens.decode(token)).toEqual({ action, ...scope });
  }
});

test('a token of version 0.1.0 that is too old says only that it has expired', () => {
  const tokens = createActionTokens(TOKENS.secret, { now: () => sealedAt + HOUR_MS });
  const old = TOKENS.tokens.filter(({ expired }) => expired === true);

  expect(old).toHaveLength(1);
  for (const { token } of old) expect(tokens.decode(token)).toMatchObject({ action: 'expired' });
});

test.each([
  ['the embedded database', emptyFolderPlace, loadPglite],
  ['PostgreSQL', emptyServerPlace, loadPostgres],
])('%s of version 0.1.0 is opened and used', async (_engine, placeFor, load) => {
  await using place = await placeFor();
  await load(place);
  const store = await storeAt(place);
  try {
    expect(await store.settings.of('C0LEASING')).toMatchObject({
      language: 'fr',
      privacy: 'full',
      pageSize: 20,
      retentionDays: 30,
      retentionManner: 'redact',
      redactClosed: true,
    });
    expect(await store.views.find('C0LEASING', 'été à lyon')).toMatchObject({
      name: 'Été à Lyon',
      query: 'property:Lyon decision:ready',
      savedBy: 'U0HANNAH',
    });
    expect(await store.accessLog.list({ limit: 5 })).toMatchObject([
      { userId: 'U0HANNAH', kind: 'reveal', channelId: 'C0LEASING', surface: 'button' },
    ]);

    const [morning, weekly] = await store.digests.list({ channelId: 'C0LEASING' });
    expect(morning).toMatchObject({
      id: 'v6wr',
      name: 'Morning',
      state: 'active',
      schedule: { times: ['09:00'], zone: 'Europe/Paris', holidays: 'FR', onHoliday: 'next' },
      options: {
        style: 'detailed',
        mentions: ['U0HANNAH'],
        targetDays: 5,
        escalate: { afterDays: 3, channelId: 'C0MANAGERS' },
      },
    });
    expect(weekly).toMatchObject({ name: 'Weekly', state: 'paused', pausedBecause: 'asked' });
    expect(await store.deliveries.list({ digestId: 'v6wr', limit: 5 })).toMatchObject([
      { state: 'posted', ts: '1763712000.000100', counts: { ready: 2, waiting: 3, overdue: 1 } },
    ]);
    expect(await store.deliveries.lastShownFiles('v6wr')).toEqual([
      { id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', decision: 'READY' },
    ]);

    await store.settings.save('C0LEASING', { pageSize: 15 }, 'U0TOM');
    expect(await store.settings.of('C0LEASING')).toMatchObject({ language: 'fr', pageSize: 15 });
    const texts = await runSql(
      store,
      `select name, name_key, query from rental_desk.saved_views
       union all select name, name_key, query from rental_desk.digests`,
    );
    expect(texts.length).toBeGreaterThan(2);
    expect(JSON.stringify(texts)).not.toMatch(/lyon|morning|weekly|decision:/iu);
    expect(await store.digests.resume('kdff', 'U0TOM', null)).toMatchObject({ state: 'active' });
  } finally {
    await store.stop();
  }
});

async function loadPglite({ dataDir }: Place): Promise<void> {
  const folder = join(dataDir, 'pglite');
  await mkdir(folder, { recursive: true });
  const pglite = await PGlite.create(folder);
  await pglite.exec(DATABASE);
  await pglite.close();
}

async function loadPostgres({ databaseUrl }: Place): Promise<void> {
  const client = new Client({ connectionString: databaseUrl ?? '' });
  await client.connect();
  await client.query(DATABASE);
  await client.end();
}
