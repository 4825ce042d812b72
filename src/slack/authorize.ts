import type { WebClient } from '@slack/web-api';
import { z } from 'zod';

import type { Person } from '../commands/command.ts';
import type { Reader } from '../commands/dispatcher.ts';
import type { Sharing } from '../i18n/privacy.ts';
import type { RefusalReason } from '../i18n/types.ts';
import { createBoundedMap, createTtlCache } from '../lib/cache.ts';

/** Who asks, and where. Ids are Slack's. */
export interface Requester {
  readonly userId: string;
  /** The workspace that the request names as the person's. */
  readonly teamId: string;
  readonly channelId: string | null;
}

/** Whether a person is answered, who they are, and how they read Slack. */
export type Authorization = { readonly person: Person; readonly reader: Reader } & (
  | { readonly isAllowed: true }
  | {
      readonly isAllowed: false;
      readonly reason: RefusalReason;
      /** Slack's or the network's word when the check itself failed. */
      readonly failure: string | null;
    }
);

/** The one place where it is decided who is answered. */
export interface Authorizer {
  /** Decides before anything is read. What cannot be checked is refused. */
  authorize(requester: Requester): Promise<Authorization>;
  /** How somebody reads Slack, as far as earlier decisions have shown. */
  knownReader(userId: string): Reader;
  /**
   * Whether people of other organisations are in a channel.
   *
   * @param userId who asks there: nobody else is in their direct message with the app
   */
  sharing(channelId: string | null, userId?: string): Promise<Sharing>;
  /** Slack says that something is not as it was: the next decision looks again. */
  forget(what: { userId: string } | { usergroupId: string } | { channelId: string }): void;
}

export interface AuthorizerOptions {
  readonly client: WebClient;
  readonly now: () => number;
  /** Only members of one of these user groups, when there are any. */
  readonly usergroups: readonly string[];
  /** Only in these channels, when there are any. */
  readonly channels: readonly string[];
  /** Whose members are admins; those of the workspace when there are none. */
  readonly adminUsergroups: readonly string[];
}

const UNKNOWN_READER: Reader = { locale: null, zone: null };
const READERS_MAX = 10_000;

const Installation = z.object({ team_id: z.string(), enterprise_id: z.string().nullish() });
const GroupMembers = z.object({ users: z.array(z.string()) });
const Sharing = z.object({
  is_im: z.boolean().default(false),
  is_ext_shared: z.boolean().default(false),
  is_pending_ext_shared: z.boolean().default(false),
});

/**
 * Access by what Slack says of people, groups and channels, remembered for a minute or until Slack
 * says that it has changed.
 *
 * @see https://docs.slack.dev/reference/objects/user-object
 * @see https://docs.slack.dev/reference/objects/conversation-object
 */
export function createAuthorizer(options: AuthorizerOptions): Authorizer {
  const { client, now, usergroups, channels, adminUsergroups } = options;
  const installation = createTtlCache(
    async () => Installation.parse(await client.auth.test()),
    now,
  );
  const users = createTtlCache(async (user) => {
    const found = await client.users.info({ user, include_locale: true });
    return SlackUser.extend({ id: z.literal(user) }).parse(found.user);
  }, now);
  const groups = createTtlCache(async (usergroup) => {
    const members = GroupMembers.parse(await client.usergroups.users.list({ usergroup }));
    return new Set(members.users);
  }, now);
  const sharing = createTtlCache(async (channel) => {
    const found = await client.conversations.info({ channel });
    return Sharing.parse(found.channel);
  }, now);
  const ownRooms = createTtlCache(async (userId) => {
    const found = await client.conversations.open({ users: userId, prevent_creation: true });
    return found.channel?.id ?? null;
  }, now);

  const readers = createBoundedMap<Reader>({ max: READERS_MAX });

  function known(userId: string, reader: Reader): Reader {
    readers.set(userId, reader);
    return reader;
  }

  async function isInOneOf(wanted: readonly string[], userId: string): Promise<boolean> {
    const members = await Promise.all(wanted.map(async (id) => groups.get(id)));
    return members.some((ids) => ids.has(userId));
  }

  /** What cannot be checked makes nobody an admin, and keeps nobody else from being answered. */
  async function isAdmin({ id, is_admin, is_owner }: SlackUser): Promise<boolean> {
    if (adminUsergroups.length === 0) return is_admin || is_owner;
    return isInOneOf(adminUsergroups, id).catch(() => false);
  }

  /** Two people may have a direct message as well, also where a command of ours is typed. */
  async function isWithApp(channelId: string, userId: string): Promise<boolean> {
    if (!channelId.startsWith('D')) return false;
    return (await ownRooms.get(userId).catch(() => null)) === channelId;
  }

  return {
    async authorize({ userId, teamId, channelId }) {
      let person: Person = { userId, isAdmin: false, email: null };
      let reader = UNKNOWN_READER;
      const refused = (reason: RefusalReason, failure: string | null = null): Authorization => ({
        isAllowed: false,
        person,
        reader,
        reason,
        failure,
      });
      try {
        const installed = await installation.get('');
        const isElsewhere = teamId !== installed.team_id;
        if (isElsewhere && !installed.enterprise_id) return refused('other_workspace');
        const user = await users.get(userId);
        reader = known(userId, { locale: user.locale ?? null, zone: user.tz ?? null });
        const strange = membershipIssue(user, installed.team_id);
        if (strange !== null) return refused(strange);
        // On Enterprise Grid a member may ask from another workspace of the same organisation.
        const teams = [installed.team_id, ...(user.enterprise_user?.teams ?? [])];
        if (![...teams, installed.enterprise_id].includes(teamId))
          return refused('other_workspace');
        if (usergroups.length > 0 && !(await isInOneOf(usergroups, userId))) {
          return refused('not_in_group');
        }
        if (channels.length > 0 && !channels.includes(channelId ?? '')) {
          return refused('not_in_channel');
        }
        const email = user.profile?.email ?? null;
        person = { userId, isAdmin: await isAdmin(user), email };
        return { isAllowed: true, person, reader };
      } catch (error) {
        return refused('unknown', error instanceof Error ? error.message : 'unknown');
      }
    },
    knownReader: (userId) => readers.get(userId) ?? UNKNOWN_READER,
    async sharing(channelId, userId) {
      if (channelId === null) return 'internal';
      // Slack tells nothing of a direct message without im:read, which nothing else needs.
      if (userId !== undefined && (await isWithApp(channelId, userId))) return 'internal';
      try {
        const shared = await sharing.get(channelId);
        return shared.is_ext_shared || shared.is_pending_ext_shared ? 'external' : 'internal';
      } catch {
        return 'unknown';
      }
    },
    forget(what) {
      if ('userId' in what) users.forget(what.userId);
      else if ('usergroupId' in what) groups.forget(what.usergroupId);
      else sharing.forget(what.channelId);
    },
  };
}

/**
 * Slack's user object, as far as it says who somebody is.
 *
 * @see https://docs.slack.dev/reference/objects/user-object
 */
export const SlackUser = z.object({
  id: z.string(),
  team_id: z.string(),
  deleted: z.boolean().default(false),
  // Without these it cannot be told what somebody is; Slack leaves them out of deleted users only.
  is_bot: z.boolean(),
  is_restricted: z.boolean().optional(),
  is_ultra_restricted: z.boolean().optional(),
  is_admin: z.boolean().default(false),
  is_owner: z.boolean().default(false),
  is_stranger: z.boolean().default(false),
  is_workflow_bot: z.boolean().default(false),
  is_connector_bot: z.boolean().default(false),
  locale: z.string().nullish(),
  tz: z.string().nullish(),
  profile: z.object({ email: z.string().nullish() }).optional(),
  enterprise_user: z.object({ teams: z.array(z.string()).default([]) }).optional(),
});
export type SlackUser = z.output<typeof SlackUser>;

// The one bot that Slack does not mark as one.
const SLACKBOT = 'USLACKBOT';

/** Why somebody is not one of the workspace that installed the app, or `null`. */
export function membershipIssue(user: SlackUser, installed: string): RefusalReason | null {
  const isMember = user.team_id === installed || user.enterprise_user?.teams.includes(installed);
  if (!isMember || user.is_stranger) return 'other_workspace';
  if (user.deleted) return 'deleted';
  const isBot = user.is_bot || user.is_workflow_bot || user.is_connector_bot;
  if (isBot || user.id === SLACKBOT) return 'bot';
  return user.is_restricted === false && user.is_ultra_restricted === false ? null : 'guest';
}
