import type { WebClient } from '@slack/web-api';
import { z } from 'zod';

import { createRemembered } from '../lib/cache.ts';
import { refusalCode } from './refusal-code.ts';
import { SlackUser, strangeness } from './slack-user.ts';

/** Those who look after something, as far as they are still there. */
export interface Owners {
  /** `gone`: deactivated, a guest by now, or nobody of ours; `unknown`: Slack does not say. */
  stateOf(userId: string): Promise<'here' | 'gone' | 'unknown'>;
}

const Installation = z.object({ team_id: z.string() });
/** Slack leaves most of it out of people who are no longer there. */
const Leaver = z.object({ deleted: z.literal(true) });

const NOBODY: ReadonlySet<string | null> = new Set(['user_not_found', 'user_not_visible']);

/**
 * Owners as Slack has them, remembered for a minute.
 *
 * @see https://docs.slack.dev/reference/methods/users.info
 */
export function createOwners(client: WebClient, now: () => number): Owners {
  const installation = createRemembered(
    async () => Installation.parse(await client.auth.test()),
    now,
  );
  const states = createRemembered(async (user) => {
    const found = await client.users.info({ user });
    if (Leaver.safeParse(found.user).success) return 'gone';
    const { team_id: installed } = await installation.get('');
    return strangeness(SlackUser.parse(found.user), installed) === null ? 'here' : 'gone';
  }, now);

  return {
    async stateOf(userId) {
      try {
        return await states.get(userId);
      } catch (error) {
        return NOBODY.has(refusalCode(error)) ? 'gone' : 'unknown';
      }
    },
  };
}
