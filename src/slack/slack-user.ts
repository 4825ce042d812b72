import { z } from 'zod';

import type { RefusalReason } from '../views/words/words.ts';

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
export function strangeness(user: SlackUser, installed: string): RefusalReason | null {
  const isMember = user.team_id === installed || user.enterprise_user?.teams.includes(installed);
  if (!isMember || user.is_stranger) return 'other_workspace';
  if (user.deleted) return 'deleted';
  const isBot = user.is_bot || user.is_workflow_bot || user.is_connector_bot;
  if (isBot || user.id === SLACKBOT) return 'bot';
  return user.is_restricted === false && user.is_ultra_restricted === false ? null : 'guest';
}
