import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { createMembership, membersOf, workspaceAdmins } from '../../src/slack/directory.ts';
import { pagesOf } from '../../src/slack/web-api.ts';

const refusal = (code: string) => new WebAPIPlatformError(Object({ ok: false, error: code }));

type Call = (query: Record<string, unknown>) => unknown;

/** A client whose calls are answered by the test. */
function clientWith(methods: Readonly<Record<string, Call>>): WebClient {
  const answer = (name: string) => async (query: Record<string, unknown>) => methods[name]?.(query);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as it is used.
  return {
    conversations: { info: answer('info'), members: answer('members') },
    usergroups: { users: { list: answer('group') } },
    users: { list: answer('users') },
  } as unknown as WebClient;
}

const fails = (error: unknown) => () => {
  throw error;
};

test.each<[string, Call, string]>([
  ['it is in', () => ({ channel: { is_member: true } }), 'member'],
  ['is a direct message', () => ({ channel: { is_im: true } }), 'member'],
  ['is one of several people', () => ({ channel: { is_mpim: true } }), 'member'],
  ['it is not in', () => ({ channel: {} }), 'absent'],
  ['is archived', () => ({ channel: { is_archived: true, is_member: true } }), 'archived'],
  ['Slack does not know', fails(refusal('channel_not_found')), 'absent'],
  ['Slack says nothing of', fails(refusal('internal_error')), 'unknown'],
  ['is described in another way', () => ({ channel: 'C1' }), 'unknown'],
])('a channel that %s', async (_, info, state) => {
  const asked: unknown[] = [];
  const call: Call = (query) => {
    asked.push(query);
    return info(query);
  };
  const failures: unknown[] = [];
  const membership = createMembership(clientWith({ info: call }), (error) => failures.push(error));
  expect(await membership.app('C1')).toBe(state);
  expect(asked).toEqual([{ channel: 'C1' }]);
  expect(failures).toHaveLength(state === 'unknown' ? 1 : 0);
});

test('a person is in the direct message with them, and nobody else is', async () => {
  const membership = createMembership(clientWith({ info: fails(new Error('not asked')) }));
  expect([
    await membership.app('U0CLAIRE001'),
    await membership.person('U0CLAIRE001', 'U0CLAIRE001'),
    await membership.person('U0CLAIRE001', 'U0BOB000001'),
  ]).toEqual(['member', true, false]);
});

test('the members of a channel are looked through page by page, until the person is there', async () => {
  const asked: unknown[] = [];
  const pages = ['A', 'B', 'C'];
  const members: Call = (query) => {
    asked.push(query);
    const at = Number(query['cursor'] ?? 0);
    const next = at === pages.length - 1 ? '' : String(at + 1);
    return { members: [pages[at]], response_metadata: { next_cursor: next } };
  };
  const membership = createMembership(clientWith({ members }));
  expect(await membership.person('C1', 'B')).toBe(true);
  expect(asked.splice(0)).toEqual([
    { channel: 'C1', limit: 999 },
    { channel: 'C1', limit: 999, cursor: '1' },
  ]);
  expect(await membership.person('C1', 'X')).toBe(false);
  expect(asked).toHaveLength(3);
});

test('a channel whose pages never end has nobody in it, after a hundred of them', async () => {
  let asked = 0;
  const members: Call = () => {
    asked += 1;
    // Other calls go on meanwhile, as they do over the network.
    return new Promise((resolve) => {
      setImmediate(() =>
        resolve({ members: ['B'], response_metadata: { next_cursor: `${asked}` } }),
      );
    });
  };

  expect(await createMembership(clientWith({ members })).person('C1', 'A')).toBe(false);
  expect(asked).toBe(100);
}, 10_000);

const after = (cursor: unknown) => ({ response_metadata: { next_cursor: cursor } });

test('an admin who is on two pages, as where somebody joins meanwhile, is one', async () => {
  const asked: unknown[] = [];
  const users: Call = (query) => {
    asked.push(query);
    return { members: [{ id: 'A', is_admin: true }], ...after(asked.length === 1 ? 'next' : '') };
  };
  expect(await workspaceAdmins(clientWith({ users }), 2)).toEqual(['A']);
});

test('a cursor that led to a page before ends the reading, and what Slack says is missing is not taken for read', async () => {
  const Page = z.object({ at: z.string() });
  const read = async (answers: readonly object[]) => {
    const asked: unknown[] = [];
    const next = async (from: object) => {
      asked.push(from);
      return { at: `${asked.length}`, ...answers[asked.length - 1] };
    };
    const pages = await Array.fromAsync(pagesOf(Page, next, 5));
    return { asked, pages: pages.map((page) => page?.at ?? null) };
  };
  expect(await read([after('a'), after('b'), after('a'), after('')])).toEqual({
    asked: [{}, { cursor: 'a' }, { cursor: 'b' }],
    pages: ['1', '2', '3', null],
  });
  expect((await read([{ has_more: true }])).pages).toEqual(['1', null]);
  expect((await read([after(null)])).pages).toEqual(['1']);
  expect((await read([{ response_metadata: null, has_more: false }])).pages).toEqual(['1']);
  await expect(read([after(7)])).rejects.toThrow('next_cursor');
});

test('one page without a cursor is all, and what Slack does not say counts as no', async () => {
  const asked = [() => ({ members: ['B'] }), () => ({}), fails(refusal('internal_error'))];
  for (const members of asked) {
    expect(await createMembership(clientWith({ members })).person('C1', 'A')).toBe(false);
  }
});

test.each([
  ['internal_error', 1],
  ['channel_not_found', 0],
])(
  'why nobody knows who is in a channel is told, unless the app is not in it: %s',
  async (code, told) => {
    const failures: unknown[] = [];
    const client = clientWith({ members: fails(refusal(code)) });
    const membership = createMembership(client, (error) => failures.push(error));
    expect(await membership.person('C1', 'A')).toBe(false);
    expect(failures).toHaveLength(told);
  },
);

test('the members of groups are each named once, and a group that Slack refuses has none', async () => {
  const group: Call = ({ usergroup }) => {
    if (usergroup === 'S3') throw refusal('no_such_subteam');
    return { users: usergroup === 'S1' ? ['A', 'B'] : ['B', 'C'] };
  };
  expect(await membersOf(clientWith({ group }), ['S1', 'S2', 'S3'])).toEqual(['A', 'B', 'C']);
  await expect(
    membersOf(clientWith({ group: fails(refusal('ratelimited')) }), ['S1']),
  ).rejects.toMatchObject({ outcome: 'wait' });
});

test('the admins of a workspace are those among its people who are still there', async () => {
  const asked: unknown[] = [];
  const users: Call = (query) => {
    asked.push(query);
    return {
      members: [
        { id: 'A', is_admin: true },
        { id: 'B', is_owner: true },
        { id: 'C', is_admin: false, is_owner: false },
        { id: 'D', is_admin: true, deleted: true },
        { id: 'E' },
        'nobody',
      ],
    };
  };
  expect(await workspaceAdmins(clientWith({ users }), 10)).toEqual(['A', 'B']);
  expect(asked).toEqual([{ limit: 200 }]);
  await expect(
    workspaceAdmins(clientWith({ users: fails(refusal('fatal_error')) }), 10),
  ).rejects.toMatchObject({ name: 'PostError', outcome: 'unclear' });
});

test.each([
  ['none is found', 5, 0, 5],
  ['there are enough', 5, 2, 2],
])('admins are looked for page by page until %s', async (_until, pages, perPage, read) => {
  const asked: unknown[] = [];
  const users: Call = (query) => {
    asked.push(query);
    return {
      members: Array.from({ length: perPage }, (_, at) => ({
        id: `U${asked.length}${at}`,
        is_admin: true,
      })),
      response_metadata: { next_cursor: asked.length < pages ? `page ${asked.length}` : '' },
    };
  };
  expect(await workspaceAdmins(clientWith({ users }), 3)).toHaveLength(read * perPage);
  expect(asked).toEqual(
    Array.from({ length: read }, (_, at) => ({
      limit: 200,
      ...(at === 0 ? {} : { cursor: `page ${at}` }),
    })),
  );
});

/** People of whom Slack gives only the first, without saying how to go on. */
const first =
  (...members: readonly object[]): Call =>
  () => ({ members, has_more: true });

test('no admin on a part of the people does not mean that there is none', async () => {
  let asked = 0;
  const endless: Call = () => ({ members: [{ id: 'E' }], ...after(`${(asked += 1)}`) });
  for (const users of [endless, first({ id: 'E' })]) {
    await expect(workspaceAdmins(clientWith({ users }), 3)).rejects.toMatchObject({
      name: 'PostError',
      outcome: 'wait',
      code: 'people_incomplete',
    });
  }
  expect(asked).toBe(20);
  const users = first({ id: 'A', is_admin: true });
  expect(await workspaceAdmins(clientWith({ users }), 3)).toEqual(['A']);
});
