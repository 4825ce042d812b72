import type { WebClient } from '@slack/web-api';
import { z } from 'zod';

import type { Reader } from '../commands/desk.ts';
import type { RefusalReason } from '../views/words/words.ts';

/** Who asks, and where. Ids are Slack's. */
export interface Asker {
  readonly userId: string;
  /** The workspace that the request names as the person's. */
  readonly teamId: string;
  readonly channelId: string | null;
}

/** Whether a person is answered, and how they read Slack. */
type Verdict =
  | { readonly isAllowed: true; readonly reader: Reader }
  | {
      readonly isAllowed: false;
      readonly reader: Reader;
      readonly reason: RefusalReason;
      /** Slack's or the network's word when the check itself failed. */
      readonly failure: string | null;
    };

/** The one place where it is decided who is answered. */
export interface Access {
  /** Decides before anything is read. What cannot be checked is refused. */
  decide(asker: Asker): Promise<Verdict>;
}

export interface AccessOptions {
  readonly client: WebClient;
  readonly now: () => number;
  /** Only members of one of these user groups, when there are any. */
  readonly usergroups: readonly string[];
  /** Only in these channels, when there are any. */
  readonly channels: readonly string[];
}

/** Slack's user object, as far as it says who somebody is. */
const User = z.object({
  id: z.string(),
  team_id: z.string(),
  deleted: z.boolean().default(false),
  // Without these it cannot be told what somebody is; Slack leaves them out of deleted users only.
  is_bot: z.boolean(),
  is_restricted: z.boolean().optional(),
  is_ultra_restricted: z.boolean().optional(),
  is_stranger: z.boolean().default(false),
  is_workflow_bot: z.boolean().default(false),
  is_connector_bot: z.boolean().default(false),
  locale: z.string().nullish(),
  tz: z.string().nullish(),
  enterprise_user: z.object({ teams: z.array(z.string()).default([]) }).optional(),
});
type User = z.output<typeof User>;

const Team = z.object({ team_id: z.string() });
const GroupMembers = z.object({ users: z.array(z.string()) });

const REMEMBERED_MS = 60_000;
const REMEMBERED_MAX = 10_000;

// The one bot that Slack does not mark as one.
const SLACKBOT = 'USLACKBOT';

/**
 * Access by what Slack says of a person, remembered for a minute.
 *
 * @see https://docs.slack.dev/reference/objects/user-object
 */
export function createAccess({ client, now, usergroups, channels }: AccessOptions): Access {
  const installedTeam = remembered(async () => Team.parse(await client.auth.test()).team_id, now);
  const userBy = remembered(async (user) => {
    const found = await client.users.info({ user, include_locale: true });
    return User.extend({ id: z.literal(user) }).parse(found.user);
  }, now);
  const membersOf = remembered(async (usergroup) => {
    const { users } = GroupMembers.parse(await client.usergroups.users.list({ usergroup }));
    return users;
  }, now);

  async function isInGroup(userId: string): Promise<boolean> {
    if (usergroups.length === 0) return true;
    const groups = await Promise.all(usergroups.map(membersOf));
    return groups.some((members) => members.includes(userId));
  }

  return {
    async decide({ userId, teamId, channelId }) {
      let reader: Reader = { locale: null, zone: null };
      try {
        const installed = await installedTeam('');
        if (teamId !== installed) return refused('other_workspace', reader);
        const user = await userBy(userId);
        reader = { locale: user.locale ?? null, zone: user.tz ?? null };
        const isHere = channels.length === 0 || channels.includes(channelId ?? '');
        const reason =
          strangeness(user, installed) ??
          ((await isInGroup(userId)) ? null : 'not_in_group') ??
          (isHere ? null : 'not_in_channel');
        return reason === null ? { isAllowed: true, reader } : refused(reason, reader);
      } catch (error) {
        const failure = error instanceof Error ? error.message : 'unknown';
        return { isAllowed: false, reader, reason: 'unknown', failure };
      }
    },
  };
}

function refused(reason: RefusalReason, reader: Reader): Verdict {
  return { isAllowed: false, reader, reason, failure: null };
}

/** Why somebody is not one of us, or `null`. */
function strangeness(user: User, installed: string): RefusalReason | null {
  const isMember = user.team_id === installed || user.enterprise_user?.teams.includes(installed);
  if (!isMember || user.is_stranger) return 'other_workspace';
  if (user.deleted) return 'deleted';
  const isBot = user.is_bot || user.is_workflow_bot || user.is_connector_bot;
  if (isBot || user.id === SLACKBOT) return 'bot';
  return user.is_restricted === false && user.is_ultra_restricted === false ? null : 'guest';
}

/** `find`, with each answer remembered for a minute; a failure is not remembered. */
function remembered<Value>(
  find: (key: string) => Promise<Value>,
  now: () => number,
): (key: string) => Promise<Value> {
  const known = new Map<string, { readonly value: Promise<Value>; readonly until: number }>();

  return (key) => {
    const found = known.get(key);
    if (found && now() < found.until) return found.value;
    const value = find(key);
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(key, { value, until: now() + REMEMBERED_MS });
    value.catch(() => known.delete(key));
    return value;
  };
}
