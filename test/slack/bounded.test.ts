import type { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';

import { createAuthorizer } from '../../src/slack/authorize.ts';
import { turnsBefore } from '../../src/slack/listeners/messages.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';

const TEAM = 'T0AGENCY001';

/** A Slack that knows everybody, whose channels are all shared with others. */
function authorizer() {
  const client = {
    auth: { test: async () => ({ ok: true, team_id: TEAM }) },
    users: {
      info: async ({ user }: { readonly user: string }) => ({
        user: {
          id: user,
          team_id: TEAM,
          is_bot: false,
          is_restricted: false,
          is_ultra_restricted: false,
          locale: 'fr-FR',
          tz: 'Europe/Paris',
        },
      }),
    },
    conversations: { info: async () => ({ channel: { is_ext_shared: true } }) },
  };
  return createAuthorizer({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as it is used.
    client: client as unknown as WebClient,
    now: () => 0,
    usergroups: [],
    channels: [],
    adminUsergroups: [],
  });
}

test('of ten thousand people and channels all is known; of more, what was heard of longest ago is not', async () => {
  const access = authorizer();
  const hear = async (at: number) => {
    await access.authorize({ userId: `U${at}`, teamId: TEAM, channelId: null });
    await access.sharing(`C${at}`);
  };
  const known = (at: number) => [access.knownReader(`U${at}`).locale, access.lastSharing(`C${at}`)];
  for (let at = 0; at < 10_000; at += 1) await hear(at);
  expect(known(1)).toEqual(['fr-FR', 'external']);
  expect(known(0)).toEqual(['fr-FR', 'external']);
  await hear(10_000);
  expect([known(10_000), known(0)]).toEqual([
    ['fr-FR', 'external'],
    ['fr-FR', 'external'],
  ]);
  expect(known(2)).toEqual([null, 'internal']);
});

/** What is asked of Slack for what stands before a message, where so many pages name a next one. */
async function askedBefore(
  place: { readonly channelId: string; readonly thread?: string },
  pages = Infinity,
) {
  const asked: Record<string, unknown>[] = [];
  const page = async (query: Record<string, unknown>) => {
    asked.push(query);
    const text = `<@U0BOT> page ${asked.length}`;
    return {
      messages: [
        { ts: `${asked.length}.1`, user: 'U0ANNE', text },
        { ts: '99.9', user: 'U0ANNE', text: '<@U0BOT> the message itself' },
      ].slice(0, place.thread === undefined ? 1 : 2),
      response_metadata: { next_cursor: asked.length < pages ? `after ${asked.length}` : '' },
    };
  };
  const turns = await turnsBefore(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as it is used.
    { conversations: { history: page, replies: page } } as unknown as WebClient,
    createActionTokens('secret'),
    { thread: undefined, ...place, userId: 'U0ANNE', ts: '99.9', botUserId: 'U0BOT' },
  );
  return { asked, turns };
}

test('of a thread ten pages are read, each once, and not the message itself', async () => {
  const { asked, turns } = await askedBefore({ channelId: 'C1', thread: '1.0' }, 10);
  const query = { channel: 'C1', ts: '1.0', latest: '99.9', limit: 200 };
  expect(asked).toEqual([
    query,
    ...Array.from({ length: 9 }, (_, index) => ({ ...query, cursor: `after ${index + 1}` })),
  ]);
  expect(turns).toEqual(
    asked.map((_, index) => ({ kind: 'request', text: `<@U0BOT> page ${index + 1}` })),
  );
});

test('of a thread with more than ten pages nothing is taken for what stands last in it', async () => {
  const { asked, turns } = await askedBefore({ channelId: 'C1', thread: '1.0' });
  expect(asked).toHaveLength(10);
  expect(turns).toBe('too_long');
});

test('of a direct message the last twenty are read, and elsewhere nothing', async () => {
  const { asked, turns } = await askedBefore({ channelId: 'D1' });
  expect(asked).toEqual([{ channel: 'D1', latest: '99.9', limit: 20 }]);
  expect(turns).toHaveLength(1);
  expect(await askedBefore({ channelId: 'C1' })).toEqual({ asked: [], turns: [] });
});
