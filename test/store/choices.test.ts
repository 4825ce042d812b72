import { describe, expect, test } from 'vitest';

import { createPlanner } from '../../src/digests/schedule.ts';
import {
  CHANNEL_CHOICES,
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
} from '../../src/store/channel-settings.ts';
import { byName } from '../../src/store/database/schema.ts';
import { DigestOptions } from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { serverPlace } from '../support/places.ts';
import { useStore } from '../support/use-store.ts';
import { addDigest } from './fixture.ts';
import { emptyTables, runSql } from './run-sql.ts';

describe('the options of a digest', () => {
  test('are, where none was chosen, what the guide says', () => {
    expect(DigestOptions.parse({})).toEqual({
      minAge: null,
      minStale: null,
      targetDays: null,
      group: 'readiness',
      top: 5,
      style: 'compact',
      mentions: [],
      privacy: null,
      language: null,
      whenEmpty: 'skip',
      previous: 'keep',
      deleteAfterDays: null,
      live: true,
      catchUpMinutes: 120,
      escalate: null,
    });
  });

  test.each([
    [{ minAge: '4h' }],
    [{ minStale: '1bd' }],
    [{ targetDays: 15 }],
    [{ group: 'readiness' }],
    [{ group: 'property' }],
    [{ group: 'manager' }],
    [{ top: 20 }],
    [{ style: 'compact' }],
    [{ style: 'detailed' }],
    [{ mentions: ['U1', 'S1'] }],
    [{ privacy: 'full' }],
    [{ privacy: 'initials' }],
    [{ privacy: 'reference' }],
    [{ language: 'en' }],
    [{ language: 'fr' }],
    [{ whenEmpty: 'skip' }],
    [{ whenEmpty: 'clear' }],
    [{ whenEmpty: 'weekly' }],
    [{ previous: 'keep' }],
    [{ previous: 'replace' }],
    [{ previous: 'delete' }],
    [{ deleteAfterDays: 30 }],
    [{ live: false }],
    [{ catchUpMinutes: 0 }],
    [{ escalate: { afterDays: 2, channelId: 'C1' } }],
  ])('are read as they were chosen: %j', (chosen) => {
    expect(DigestOptions.parse(chosen)).toMatchObject(chosen);
  });

  test.each([
    ['minAge', null],
    ['minStale', null],
    ['targetDays', null],
    ['group', 'readiness'],
    ['top', 5],
    ['style', 'compact'],
    ['mentions', []],
    ['privacy', 'reference'],
    ['language', null],
    ['whenEmpty', 'clear'],
    ['previous', 'keep'],
    ['deleteAfterDays', null],
    ['live', false],
    ['catchUpMinutes', 120],
    ['escalate', null],
  ] as const)('have the safest %s for what a newer version has chosen', (option, safest) => {
    expect(DigestOptions.parse({ [option]: { unheard: 'of' } })[option]).toEqual(safest);
  });
});

test('working days of a digest are whole ones', () => {
  const { targetDays, escalate } = DigestOptions.parse({
    targetDays: 1.5,
    escalate: { afterDays: 2.5, channelId: 'C1' },
  });
  expect([targetDays, escalate]).toEqual([null, null]);
});

describe('the settings of a channel', () => {
  let store: DigestStore;

  useStore(serverPlace, (opened) => (store = opened));

  test.each<[Partial<ChannelSettings>]>([
    [{ language: 'en' }],
    [{ language: 'fr' }],
    [{ privacy: 'full' }],
    [{ privacy: 'initials' }],
    [{ privacy: 'reference' }],
    [{ pageSize: 20 }],
    [{ retentionDays: 30 }],
    [{ retentionManner: 'delete' }],
    [{ retentionManner: 'redact' }],
    [{ redactClosed: true }],
  ])('are found as they were chosen: %j', async (chosen) => {
    const wanted = { ...DEFAULT_CHANNEL_SETTINGS, ...chosen };
    expect(await store.settings.save('C0CHOSEN', wanted, 'U1')).toEqual(wanted);
    expect(await store.settings.of('C0CHOSEN')).toEqual(wanted);
    expect(Object.keys(wanted).toSorted()).toEqual([...CHANNEL_CHOICES].toSorted());
  });

  test('have the strictest value for one that a newer version has written', async () => {
    await store.settings.save('C0NEWER', { language: 'fr', privacy: 'full' }, 'U1');
    for (const { name } of await constraintsOn('channel_settings')) {
      await runSql(store, `alter table rental_desk.channel_settings drop constraint ${name}`);
    }
    await runSql(
      store,
      `update rental_desk.channel_settings set language = 'xx', privacy = 'xx', retention_manner = 'xx',
         page_size = 0, retention_days = 0
       where channel_id = 'C0NEWER'`,
    );
    expect(await store.settings.of('C0NEWER')).toMatchObject({
      language: null,
      privacy: 'reference',
      retentionManner: 'redact',
      pageSize: 5,
      retentionDays: null,
    });
    await store.posts.intend({ key: 'k', channelId: 'C0NEWER', kind: 'digest', files: [] });
    await store.posts.posted('k', '1.0');
    expect(await store.posts.takeExpired()).toBeNull();
    expect(await store.posts.outlook('C0NEWER')).toEqual({ due: 0, nextAt: null });

    // In a manner that it does not know, a post is replaced, and not taken again to be deleted.
    await store.settings.save('C0NEWER', { retentionDays: 1 }, 'U1');
    await runSql(store, "update rental_desk.posts set posted_at = posted_at - interval '2 days'");
    expect(await store.posts.takeExpired()).toMatchObject({ retentionManner: 'redact' });
    await store.posts.redacted('C0NEWER', '1.0');
    expect(await store.posts.takeExpired()).toBeNull();
    expect(await store.posts.outlook('C0NEWER')).toEqual({ due: 0, nextAt: null });
  });

  async function constraintsOn(table: string): Promise<readonly { readonly name: string }[]> {
    const rows = await runSql(
      store,
      `select conname as name from pg_constraint where contype = 'c' and conrelid = $1::regclass`,
      [`rental_desk.${table}`],
    );
    return rows.map((row) => ({ name: String(Object(row).name) }));
  }

  test('remember who changed them last, and when', async () => {
    const changed = async () => {
      const [row] = await runSql(
        store,
        `select changed_by, extract(epoch from changed_at)::float8 as at
         from rental_desk.channel_settings where channel_id = 'C0WHO'`,
      );
      return Object(row);
    };
    await store.settings.save('C0WHO', { pageSize: 7 }, 'U1');
    const first = await changed();
    await store.settings.save('C0WHO', { pageSize: 8 }, 'U2');
    const second = await changed();
    expect([first.changed_by, second.changed_by]).toEqual(['U1', 'U2']);
    expect(second.at).toBeGreaterThan(first.at);
  });

  test('a digest is found with its report and its alert, whichever it is, and by what it is', async () => {
    const channelId = 'C0KINDS';
    const { schedule } = await addDigest(store, { channelId, name: 'b' });
    const report = { ...schedule, report: 'week' } as const;
    const weekly = await addDigest(store, { channelId, name: 'C', schedule: report });
    const monthly = await addDigest(store, {
      channelId,
      name: 'd',
      schedule: { ...schedule, report: 'month' },
    });
    const alert = { on: 'changes', aspects: ['score'], everyMinutes: 5, quiet: null } as const;
    const alerting = await addDigest(store, { channelId, name: 'a', alert });
    expect(weekly.schedule).toEqual(report);
    expect(monthly.schedule.report).toBe('month');
    expect(alerting.alert).toEqual(alert);
    const named = async (kind?: 'digest' | 'alert') => {
      const found = await store.digests.list({ channelId, ...(kind && { kind }) });
      return found.map(({ name }) => name).join('');
    };
    expect(await named()).toBe('abCd');
    expect(await named('digest')).toBe('bCd');
    expect(await named('alert')).toBe('a');
  });

  test.each([
    [`report = 'quarter'`, false],
    [`on_holiday = 'before'`, false],
    [`options = '[]'`, false],
    [`alert = '["later"]'`, true],
    [`alert = '{"on":"rests","aspects":[],"everyMinutes":0,"quiet":null}'`, true],
    [`alert = '{"on":"changes","aspects":["mood"],"everyMinutes":0,"quiet":null}'`, true],
    [`alert = '{"on":"enters","aspects":[],"everyMinutes":0,"quiet":"at night"}'`, true],
  ])('what a newer version has written of a digest is not known: %s', async (change, isAlert) => {
    const alert = { on: 'enters', aspects: [], everyMinutes: 0, quiet: null } as const;
    const { id, schedule } = await addDigest(store, isAlert ? { alert } : {});
    expect(schedule.isUnknown).toBeUndefined();
    for (const { name } of await constraintsOn('digests')) {
      await runSql(store, `alter table rental_desk.digests drop constraint ${name}`);
    }
    await runSql(store, `update rental_desk.digests set ${change} where id = $1`, [id]);
    expect((await store.digests.find(id))?.schedule.isUnknown).toBe(true);
  });

  test.each(['25:00', '8h', '', '08:60'])(
    'quiet hours that end at no time of the day are left to the version that knows them: “%s”',
    async (until) => {
      const alert = {
        on: 'enters',
        aspects: [],
        everyMinutes: 0,
        quiet: { from: '20:00', until },
      } as const;
      const { id } = await addDigest(store, { alert });
      expect((await store.digests.find(id))?.schedule.isUnknown).toBe(true);
    },
  );

  test('an edit keeps what a newer version has stored of a digest, unless that is edited', async () => {
    const digest = await addDigest(store, {
      alert: { on: 'enters', aspects: [], everyMinutes: 5, quiet: null },
    });
    await runSql(
      store,
      `update rental_desk.digests set
         options = options || '{"group":"town","top":{"rows":9},"live":"hourly","mood":"calm"}',
         alert = alert || '{"everyMinutes":"rarely","voice":"low"}'
       where id = $1`,
      [digest.id],
    );
    const stored = async () => {
      const [row] = await runSql(
        store,
        'select options, alert from rental_desk.digests where id = $1',
        [digest.id],
      );
      return Object(row);
    };
    const seen = await store.digests.find(digest.id);
    if (seen === null) throw new Error('it is gone');
    const edited = { ...seen, options: { ...seen.options, top: 7, style: 'detailed' } as const };
    const answer = await store.digests.edit(seen, edited, 'U1', null);
    expect(answer).toMatchObject({ options: edited.options, alert: { everyMinutes: 1_440 } });
    expect(await stored()).toMatchObject({
      options: { group: 'town', top: 7, live: 'hourly', mood: 'calm', style: 'detailed' },
      alert: { on: 'enters', everyMinutes: 'rarely', voice: 'low' },
    });
    if (answer === null || typeof answer === 'string') throw new Error('it is not edited');
    const alert = { on: 'enters', aspects: [], everyMinutes: 60, quiet: null } as const;
    await store.digests.edit(answer, { ...answer, alert }, 'U1', null);
    expect(await stored()).toMatchObject({
      options: { group: 'town', top: 7 },
      alert: { everyMinutes: 60, voice: 'low' },
    });
  });

  test('a number from which no instant can be computed keeps no other digest from being planned', async () => {
    await emptyTables(store, 'digests');
    const dueAt = Math.floor(Date.now() / 60_000) * 60_000;
    const first = await addDigest(store, {}, dueAt);
    const other = await addDigest(store, {}, dueAt);
    await runSql(store, `update rental_desk.digests set options = options || $2 where id = $1`, [
      first.id,
      JSON.stringify({ catchUpMinutes: Number.MAX_SAFE_INTEGER }),
    ]);
    const planner = createPlanner(
      {
        next: () => null,
        between: () => [{ slot: '2026-11-23T09:00', dueAt }],
      },
      (error) => {
        throw error;
      },
    );
    await store.planning.planDue((digest, nowMs) => planner.plan(digest, nowMs), 10);
    const planned = await Promise.all(
      [first, other].map(async ({ id }) => store.deliveries.list({ digestId: id, limit: 5 })),
    );
    expect(planned.map(({ length }) => length)).toEqual([1, 1]);
  });

  test('digests are listed by their channel, then by their name, for one owner or all', async () => {
    await emptyTables(store, 'digests');
    await addDigest(store, { channelId: 'C2', name: 'a' });
    await addDigest(store, { channelId: 'C1', name: 'c' });
    const other = await addDigest(store, { channelId: 'C1', name: 'B' });
    await store.digests.transfer(other.id, 'U9', 'U1');
    const places = async (query: { ownerId?: string }) =>
      (await store.digests.list(query)).map(({ channelId, name }) => `${channelId}${name}`);
    expect(await places({})).toEqual(['C1B', 'C1c', 'C2a']);
    expect(await places({ ownerId: 'U1' })).toEqual(['C1c', 'C2a']);
    expect(await places({ ownerId: 'U9' })).toEqual(['C1B']);
  });

  test('the state of a digest tells who has paused or snoozed it, and since what version', async () => {
    const { id, version } = await addDigest(store);
    expect(await store.digests.pause(id, 'asked', 'U2')).toMatchObject({
      pausedBy: 'U2',
      version: version + 1,
    });
    expect(await store.digests.resume(id, 'U3', null)).toMatchObject({
      pausedBy: null,
      version: version + 2,
    });
    expect(await store.digests.snooze(id, 7, 'U4')).toMatchObject({
      snoozedUntil: 7,
      snoozedBy: 'U4',
    });
    expect(await store.digests.resume(id, 'U3', null)).toMatchObject({
      snoozedUntil: null,
      snoozedBy: null,
    });
    await store.digests.snooze(id, 7, 'U4');
    expect(await store.digests.snooze(id, null, 'U4')).toMatchObject({
      snoozedUntil: null,
      snoozedBy: null,
    });
  });
});

test('names are in an order without regard to case, and alike ones stay as they were', () => {
  const sorted = ['b', 'A', 'a', 'B'].map((name) => ({ name })).toSorted(byName);
  expect(sorted.map(({ name }) => name).join('')).toBe('AabB');
  expect(byName({ name: 'Été' }, { name: 'ÉTÉ' })).toBe(0);
  const names = ['Rouen 10', 'Zones', 'Écully', 'Rouen 2', 'Étang', 'Fougères', 'Rennes'];
  const listed = names.map((name) => ({ name })).toSorted(byName);
  expect(listed.map(({ name }) => name)).toEqual([
    'Écully',
    'Étang',
    'Fougères',
    'Rennes',
    'Rouen 2',
    'Rouen 10',
    'Zones',
  ]);
});
