import type { WebClient } from '@slack/web-api';
import { z } from 'zod';

import { postTrouble } from './post-trouble.ts';

const GroupMembers = z.object({ users: z.array(z.string()) });

/**
 * The members of all these user groups; nobody of a group that Slack does not tell of.
 *
 * @throws {PostError} when Slack cannot be asked now
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
      const trouble = postTrouble(error);
      if (trouble.outcome !== 'refused') throw trouble;
    }
  }
  return [...members];
}
