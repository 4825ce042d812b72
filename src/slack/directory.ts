import type { WebClient } from '@slack/web-api';
import { z } from 'zod';

import { PostError } from '../delivery/ports.ts';
import { type Clocks, createTtlCache } from '../lib/cache.ts';
import { isOutsideChannel, isUserGone } from '../slack-errors.ts';
import { GroupMembers, SlackUser, membershipIssue } from './authorize.ts';
import { isUserId } from './post/messenger.ts';
import { type Cursor, errorCode, pagesOf, toPostError } from './web-api.ts';

/** Membership of channels. */
export interface Membership {
  /** Whether the app may post in a channel; a person's id stands for the direct message with them. */
  app(channelId: string): Promise<'member' | 'absent' | 'archived' | 'unknown'>;
  /** Whether a person is among the first 100,000 of a channel; `false` when the check fails. */
  person(channelId: string, userId: string): Promise<boolean>;
}

const Channel = z.object({
  is_archived: z.boolean().default(false),
  is_member: z.boolean().default(false),
  is_im: z.boolean().default(false),
  is_mpim: z.boolean().default(false),
});
const Members = z.object({ members: z.array(z.string()) });

/** Max members a page. */
const PAGE_SIZE = 999;
/** As many as Slack answers in a minute. */
const MEMBER_PAGES_MAX = 100;

/**
 * Membership, looked up in Slack each time.
 *
 * @param onUnknown called with the error by which a membership stays unknown
 * @see https://docs.slack.dev/reference/methods/conversations.info
 * @see https://docs.slack.dev/reference/methods/conversations.members
 */
export function createMembership(
  client: WebClient,
  onUnknown: (error: unknown) => void = () => {},
): Membership {
  return {
    async app(channelId) {
      if (isUserId(channelId)) return 'member';
      try {
        const { channel } = await client.conversations.info({ channel: channelId });
        const { is_archived, is_member, is_im, is_mpim } = Channel.parse(channel);
        if (is_archived) return 'archived';
        return is_member || is_im || is_mpim ? 'member' : 'absent';
      } catch (error) {
        if (isOutsideChannel(errorCode(error) ?? '')) return 'absent';
        onUnknown(error);
        return 'unknown';
      }
    },
    async person(channelId, userId) {
      if (isUserId(channelId)) return channelId === userId;
      try {
        const query = { channel: channelId, limit: PAGE_SIZE };
        const read = async (from: Cursor) => client.conversations.members({ ...query, ...from });
        for await (const page of pagesOf(Members, read, MEMBER_PAGES_MAX)) {
          if (page?.members.includes(userId)) return true;
        }
        return false;
      } catch (error) {
        if (!isOutsideChannel(errorCode(error) ?? '')) onUnknown(error);
        return false;
      }
    },
  };
}

/** State of the people who own digests. */
export interface Owners {
  /** `gone`: deactivated, a guest by now, or not a member; `unknown`: the lookup failed. */
  stateOf(userId: string): Promise<'here' | 'gone' | 'unknown'>;
  /** The same, with `stranger` for who is not known in the token's workspace, or is of another one. */
  presenceOf(userId: string): Promise<'here' | 'gone' | 'stranger' | 'unknown'>;
}

const Installation = z.object({ team_id: z.string() });
/** Deleted users have few other fields. */
const Deleted = z.object({ deleted: z.literal(true) });

/**
 * Owners, looked up in Slack and cached for a minute.
 *
 * @see https://docs.slack.dev/reference/methods/users.info
 */
export function createOwners(client: WebClient, clocks: Clocks): Owners {
  const installation = createTtlCache(
    async () => Installation.parse(await client.auth.test()),
    clocks,
  );
  const states = createTtlCache(async (user) => {
    const found = await client.users.info({ user });
    if (Deleted.safeParse(found.user).success) return 'gone';
    const { team_id: installed } = await installation.get('');
    const issue = membershipIssue(SlackUser.parse(found.user), installed);
    if (issue === 'guest_unknown')
      throw new Error('Slack did not say whether the owner is a guest');
    if (issue === 'other_workspace') return 'stranger';
    return issue === null ? 'here' : 'gone';
  }, clocks);

  async function presenceOf(userId: string) {
    try {
      return await states.get(userId);
    } catch (error) {
      return isUserGone(errorCode(error) ?? '') ? 'stranger' : 'unknown';
    }
  }

  return {
    presenceOf,
    async stateOf(userId) {
      const presence = await presenceOf(userId);
      return presence === 'stranger' ? 'gone' : presence;
    },
  };
}

/**
 * Members of user groups; none of a group that Slack refuses to list.
 *
 * @throws {PostError} when Slack cannot be reached now
 * @see https://docs.slack.dev/reference/methods/usergroups.users.list
 */
export async function membersOf(
  client: WebClient,
  usergroups: readonly string[],
): Promise<readonly string[]> {
  const members = new Set<string>();
  for (const usergroup of usergroups) {
    try {
      const found = await client.usergroups.users.list({ usergroup });
      for (const id of GroupMembers.parse(found).users) members.add(id);
    } catch (error) {
      const failure = toPostError(error);
      if (failure.outcome !== 'refused') throw failure;
    }
  }
  return [...members];
}

const People = z.object({ members: z.array(z.unknown()) });
const Admin = z
  .object({
    id: z.string(),
    is_admin: z.boolean().default(false),
    is_owner: z.boolean().default(false),
  })
  .refine(({ is_admin, is_owner }) => is_admin || is_owner);
/** Slack recommends at most 200 people a page, and allows 20 pages a minute. */
const PEOPLE_A_PAGE = 200;
const PEOPLE_PAGES_MAX = 20;

/**
 * Admins and owners of the workspace, among its first 4,000 people.
 *
 * @param enough no further page is read once so many are found
 * @throws {PostError} when Slack does not answer, or not all people could be read and none of those
 *   that were is one: then there may be
 * @see https://docs.slack.dev/reference/methods/users.list
 */
export async function workspaceAdmins(
  client: WebClient,
  enough: number,
): Promise<readonly string[]> {
  const admins = new Set<string>();
  let isIncomplete = false;
  const read = async (from: Cursor) => client.users.list({ limit: PEOPLE_A_PAGE, ...from });
  try {
    for await (const page of pagesOf(People, read, PEOPLE_PAGES_MAX)) {
      isIncomplete = page === null;
      for (const member of page?.members ?? []) {
        const { data } = Admin.safeParse(member);
        if (data !== undefined && !Deleted.safeParse(member).success) admins.add(data.id);
      }
      if (admins.size >= enough) break;
    }
  } catch (error) {
    throw toPostError(error);
  }
  if (isIncomplete && admins.size === 0) throw new PostError('wait', 'people_incomplete');
  return [...admins];
}
