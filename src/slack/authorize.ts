import type { WebClient } from '@slack/web-api';
import { z } from 'zod';

import type { Person } from '../commands/command.ts';
import type { Reader } from '../commands/dispatcher.ts';
import type { KnownSharing, Sharing } from '../i18n/index.ts';
import type { RefusalReason } from '../i18n/types.ts';
import { createBoundedMap, createTtlCache } from '../lib/cache.ts';
import { isOutsideChannel } from '../slack-errors.ts';
import { isUserId } from './post/messenger.ts';
import { errorCode } from './web-api.ts';

/** The person and place of a request, by Slack's ids. */
export interface Requester {
  readonly userId: string;
  /** The workspace that the request names as the person's; `null` for a post to them. */
  readonly teamId: string | null;
  readonly channelId: string | null;
}

/** Whether a person gets an answer, with their profile and locale. */
export type Authorization = { readonly person: Person; readonly reader: Reader } & (
  | { readonly isAllowed: true }
  | {
      readonly isAllowed: false;
      readonly reason: RefusalReason;
      /** Error of the check itself. */
      readonly failure: unknown;
    }
);

export type Refusal = Extract<Authorization, { isAllowed: false }>;

/** Access was lost before an answer was sent. */
export class AccessLostError extends Error {
  override readonly name = 'AccessLostError';
  readonly authorization: Refusal;

  constructor(authorization: Refusal) {
    super(`access was lost while the answer was under way: ${authorization.reason}`);
    this.authorization = authorization;
  }
}

/** Decides who gets an answer. */
export interface Authorizer {
  /**
   * Decides from what was looked up in the last seconds; refuses when the check fails.
   *
   * @param isFresh whether the person is looked up anew, as right before something is disclosed
   */
  authorize(requester: Requester, isFresh?: boolean): Promise<Authorization>;
  /** A person's locale and zone, as far as an earlier decision looked them up. */
  knownReader(userId: string): Reader;
  /**
   * Whether people of other organisations are in a channel.
   *
   * @param userId the requester: nobody else is in their direct message with the app
   */
  sharing(channelId: string | null, userId?: string): Promise<Sharing>;
  /**
   * The same, looked up anew, as right before something is posted there.
   *
   * @throws the error of the lookup
   */
  freshSharing(channelId: string | null, userId?: string): Promise<KnownSharing>;
  /** The same as last heard, without a lookup; `internal` for a channel that was never looked up. */
  lastSharing(channelId: string): KnownSharing;
  /**
   * Whether files may be shown, unasked, to a channel, or to a person by direct message: it is one with
   * answers, or the person gets some. Looked up anew.
   *
   * @throws the error of the lookup
   */
  allows(channelId: string): Promise<boolean>;
  /** Drops what is cached of something that changed in Slack. */
  forget(what: { userId: string } | { usergroupId: string } | { channelId: string }): void;
}

export interface AuthorizerOptions {
  readonly client: WebClient;
  readonly now: () => number;
  /** Milliseconds of a clock that is never set back: what is cached ages by both clocks. */
  readonly monotonic?: () => number;
  /** Called whenever a lookup finds people of other organisations in a channel. */
  readonly onExternal?: (channelId: string) => void;
  /** Called with the error by which it stays unknown whether a channel that the app is in is shared. */
  readonly onUnknownSharing?: (error: unknown) => void;
  /** User groups whose members get answers; everybody without any. */
  readonly usergroups: readonly string[];
  /** Channels with answers; all without any. */
  readonly channels: readonly string[];
  /** User groups whose members are admins; the workspace's admins without any. */
  readonly adminUsergroups: readonly string[];
}

const UNKNOWN_READER: Reader = { locale: null, zone: null };
const READERS_MAX = 10_000;
const CHANNELS_MAX = 10_000;

/**
 * How long people, groups and channels are cached. An instance that misses the event of a
 * deactivation answers for 15 s at most; the last of them is for sending an answer.
 */
const STANDING_CACHED_MS = 14_000;

const Installation = z.object({ team_id: z.string(), enterprise_id: z.string().nullish() });
export const GroupMembers = z.object({ users: z.array(z.string()) });
const Flag = z.boolean().default(false);
const Teams = z.array(z.string()).default([]);
const Sharing = z
  .object({
    is_im: Flag,
    is_mpim: Flag,
    is_ext_shared: z.boolean().optional(),
    is_pending_ext_shared: Flag,
    is_shared: Flag,
    is_org_shared: Flag,
    pending_shared: Teams,
    pending_connected_team_ids: Teams,
  })
  .refine(
    ({ is_ext_shared, is_im, is_mpim }) => is_ext_shared !== undefined || is_im || is_mpim,
    'Slack did not say whether the channel is shared',
  );

/** Whether people of other organisations are in a channel, or invited. */
function hasOutsiders(found: z.output<typeof Sharing>): boolean {
  // Shared, and not among the workspaces of one organisation.
  if (found.is_ext_shared || (found.is_shared && !found.is_org_shared)) return true;
  const invited = [...found.pending_shared, ...found.pending_connected_team_ids];
  return found.is_pending_ext_shared || invited.length > 0;
}

/**
 * Authorization by Slack's data on people, groups and channels, cached for seconds or until Slack
 * reports a change.
 *
 * @see https://docs.slack.dev/reference/objects/user-object
 * @see https://docs.slack.dev/reference/objects/conversation-object
 */
export function createAuthorizer(options: AuthorizerOptions): Authorizer {
  const { client, usergroups, channels, adminUsergroups, onExternal, onUnknownSharing } = options;
  const { now, monotonic } = options;
  const clocks = { now, monotonic };
  const standing = { ...clocks, ttlMs: STANDING_CACHED_MS };
  const installation = createTtlCache(
    async () => Installation.parse(await client.auth.test()),
    clocks,
  );
  const users = createTtlCache(async (user) => {
    const found = await client.users.info({ user, include_locale: true });
    return SlackUser.extend({ id: z.literal(user) }).parse(found.user);
  }, standing);
  const groups = createTtlCache(async (usergroup) => {
    const members = GroupMembers.parse(await client.usergroups.users.list({ usergroup }));
    return new Set(members.users);
  }, standing);
  const lastSharings = createBoundedMap<KnownSharing>({ max: CHANNELS_MAX });
  const sharing = createTtlCache(async (channel): Promise<KnownSharing> => {
    const { channel: found } = await client.conversations.info({ channel });
    const reported = hasOutsiders(Sharing.parse(found)) ? 'external' : 'internal';
    lastSharings.set(channel, reported);
    if (reported === 'external') onExternal?.(channel);
    return reported;
  }, standing);
  const directChannels = createTtlCache(async (userId) => {
    const found = await client.conversations.open({ users: userId, prevent_creation: true });
    return found.channel?.id ?? null;
  }, clocks);

  const readers = createBoundedMap<Reader>({ max: READERS_MAX });

  async function isInOneOf(groupIds: readonly string[], userId: string): Promise<boolean> {
    const members = await Promise.all(groupIds.map(async (id) => groups.get(id)));
    return members.some((ids) => ids.has(userId));
  }

  /** No when the check fails: the person still gets answers. */
  async function rightsOf(user: SlackUser): Promise<Pick<Person, 'isAdmin' | 'adminFailure'>> {
    if (adminUsergroups.length === 0) return { isAdmin: user.is_admin || user.is_owner };
    try {
      return { isAdmin: await isInOneOf(adminUsergroups, user.id) };
    } catch (error) {
      return { isAdmin: false, adminFailure: error };
    }
  }

  /** Commands are typed in direct messages between two people, too. */
  async function isWithApp(channelId: string, userId: string): Promise<boolean> {
    if (!channelId.startsWith('D')) return false;
    return (await directChannels.get(userId).catch(() => null)) === channelId;
  }

  async function sharingOf(
    look: 'get' | 'fresh',
    channelId: string | null,
    userId: string | undefined,
  ): Promise<KnownSharing> {
    if (channelId === null) return 'internal';
    // Slack gives no direct message without im:read, which nothing else needs.
    if (userId !== undefined && (await isWithApp(channelId, userId))) return 'internal';
    return sharing[look](channelId);
  }

  const authorizer: Authorizer = {
    async authorize({ userId, teamId, channelId }, isFresh = false) {
      let person: Person = { userId, isAdmin: false, email: null };
      let reader = UNKNOWN_READER;
      const refused = (reason: RefusalReason, failure: unknown = null): Authorization => ({
        isAllowed: false,
        person,
        reader,
        reason,
        failure,
      });
      try {
        const installed = await installation.get('');
        const isElsewhere = teamId !== null && teamId !== installed.team_id;
        if (isElsewhere && !installed.enterprise_id) return refused('other_workspace');
        const user = await (isFresh ? users.fresh(userId) : users.get(userId));
        reader = { locale: user.locale ?? null, zone: user.tz ?? null };
        readers.set(userId, reader);
        const issue = membershipIssue(user, installed.team_id);
        if (issue !== null) return refused(issue);
        // On Enterprise Grid members send requests from any workspace of their organization.
        const teams = [installed.team_id, ...(user.enterprise_user?.teams ?? [])];
        if (teamId !== null && ![...teams, installed.enterprise_id].includes(teamId))
          return refused('other_workspace');
        if (usergroups.length > 0 && !(await isInOneOf(usergroups, userId))) {
          return refused('not_in_group');
        }
        if (channels.length > 0 && !channels.includes(channelId ?? '')) {
          return refused('not_in_channel');
        }
        const email = user.profile?.email ?? null;
        person = { userId, ...(await rightsOf(user)), email };
        return { isAllowed: true, person, reader };
      } catch (error) {
        return refused('unknown', error);
      }
    },
    knownReader: (userId) => readers.get(userId) ?? UNKNOWN_READER,
    sharing: async (channelId, userId) =>
      sharingOf('get', channelId, userId).catch((error: unknown) => {
        // Slack tells of no channel that the app is not in, nor of what two people write each other.
        const isOutside = channelId?.startsWith('D') || isOutsideChannel(errorCode(error) ?? '');
        if (!isOutside) onUnknownSharing?.(error);
        return 'unknown' as const;
      }),
    freshSharing: async (channelId, userId) => sharingOf('fresh', channelId, userId),
    lastSharing: (channelId) => lastSharings.get(channelId) ?? 'internal',
    async allows(channelId) {
      if (!isUserId(channelId)) return channels.length === 0 || channels.includes(channelId);
      const direct = { userId: channelId, teamId: null, channelId: null };
      const answer = await authorizer.authorize(direct, true);
      if (!answer.isAllowed && answer.reason === 'unknown') throw answer.failure;
      return answer.isAllowed;
    },
    forget(what) {
      if ('userId' in what) users.forget(what.userId);
      else if ('usergroupId' in what) groups.forget(what.usergroupId);
      else {
        sharing.forget(what.channelId);
        lastSharings.delete(what.channelId);
      }
    },
  };
  return authorizer;
}

/**
 * The fields of Slack's user object that decide membership.
 *
 * @see https://docs.slack.dev/reference/objects/user-object
 */
export const SlackUser = z.object({
  id: z.string(),
  team_id: z.string(),
  deleted: z.boolean().default(false),
  // Required to recognize guests and bots; Slack leaves them out of deleted users only.
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

// The only bot without `is_bot`.
const SLACKBOT = 'USLACKBOT';

/** Why a user is not a full member of the workspace that installed the app; `null` if they are. */
export function membershipIssue(user: SlackUser, installed: string): RefusalReason | null {
  const isMember = user.team_id === installed || user.enterprise_user?.teams.includes(installed);
  if (!isMember || user.is_stranger) return 'other_workspace';
  if (user.deleted) return 'deleted';
  const isBot = user.is_bot || user.is_workflow_bot || user.is_connector_bot;
  if (isBot || user.id === SLACKBOT) return 'bot';
  const guestFlags = [user.is_restricted, user.is_ultra_restricted];
  if (guestFlags.includes(true)) return 'guest';
  return guestFlags.includes(undefined) ? 'guest_unknown' : null;
}
