import type { WebClient } from '@slack/web-api';
import { z } from 'zod';

import type { Config } from '../../config.ts';
import { isOutsideChannel } from '../../slack-errors.ts';
import { type Examination, type Finding, ok, problem, skipped } from '../finding.ts';
import { slackFailure, unavailableFinding } from './slack.ts';

const ABOUT = 'Who may ask';

const Groups = z.object({ usergroups: z.array(z.object({ id: z.string(), handle: z.string() })) });
const Channel = z.object({ channel: z.object({ name: z.string() }) });

/** What people call the groups and channels, by id, and what is wrong with the others. */
interface Names {
  readonly byId: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

/**
 * Says in words who gets answers and where, and who administers, and finds groups and channels that
 * Slack does not know.
 *
 * @param client `null` without a token that Slack accepts: ids then stand for names
 */
export async function* examineAccess(
  access: Config['access'],
  client: WebClient | null,
): Examination {
  const groups = await namesOfGroups(access, client);
  const channels = await namesOfChannels(access.channels, client);
  yield* groups.findings;
  yield* channels.findings;
  const named = (ids: readonly string[]) =>
    list(ids.map((id) => groups.byId.get(id) ?? channels.byId.get(id) ?? id));
  const where = access.channels.length === 0 ? 'any channel' : named(access.channels);
  yield ok(
    ABOUT,
    access.usergroups.length === 0
      ? `Anyone in the workspace who is not a guest, in ${where}.`
      : `Members of ${named(access.usergroups)} in ${where}.`,
  );
  yield ok(
    'Admins',
    access.adminUsergroups.length === 0
      ? 'The admins and owners of the workspace.'
      : `Members of ${named(access.adminUsergroups)}.`,
  );
  return null;
}

/** @see https://docs.slack.dev/reference/methods/usergroups.list */
async function namesOfGroups(
  { usergroups, adminUsergroups }: Config['access'],
  client: WebClient | null,
): Promise<Names> {
  const byId = new Map<string, string>();
  if (client === null || usergroups.length + adminUsergroups.length === 0) {
    return { byId, findings: [] };
  }
  try {
    const found = Groups.parse(await client.usergroups.list());
    for (const { id, handle } of found.usergroups) byId.set(id, `@${handle}`);
  } catch (error) {
    return { byId, findings: [notNamed(error)] };
  }
  const unknownIn = (variable: string, ids: readonly string[], meanwhile: string) =>
    ids
      .filter((id) => !byId.has(id))
      .map((id) =>
        problem(
          ABOUT,
          `Slack knows no user group ${id}, which ${variable} names: ${meanwhile}.`,
          `In Slack open the group under People & user groups, copy its id, for example S0123ABCD, into ${variable}, and see that the group is switched on.`,
        ),
      );
  return {
    byId,
    findings: [
      ...unknownIn('ACCESS_USERGROUPS', usergroups, 'nobody gets an answer through it'),
      ...unknownIn('ADMIN_USERGROUPS', adminUsergroups, 'nobody is an admin through it'),
    ],
  };
}

/** @see https://docs.slack.dev/reference/methods/conversations.info */
async function namesOfChannels(
  channels: readonly string[],
  client: WebClient | null,
): Promise<Names> {
  const byId = new Map<string, string>();
  const findings: Finding[] = [];
  for (const id of client === null ? [] : channels) {
    try {
      const { channel } = Channel.parse(await client?.conversations.info({ channel: id }));
      byId.set(id, `#${channel.name}`);
    } catch (error) {
      const failure = error instanceof z.ZodError ? null : slackFailure(error);
      findings.push(
        failure?.kind === 'refused' && isOutsideChannel(failure.code)
          ? problem(
              ABOUT,
              `Slack shows no channel ${id}, which ACCESS_CHANNELS names.`,
              'Copy the channel’s id, for example C0123ABCD, from the end of its details in Slack; into a private channel, invite Rental Desk first.',
            )
          : notNamed(error),
      );
    }
  }
  return { byId, findings };
}

function notNamed(error: unknown): Finding {
  if (error instanceof z.ZodError) return skipped(ABOUT, 'Slack names none of them');
  const failure = slackFailure(error);
  return failure.kind === 'unavailable'
    ? unavailableFinding(ABOUT, failure)
    : skipped(ABOUT, `Slack does not name them (${failure.code})`);
}

function list(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}
