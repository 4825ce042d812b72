import { z } from 'zod';

/** The person for whom Slackbot calls a tool. */
export interface Identity {
  readonly userId: string;
  readonly teamId: string;
}

/** `team_id` is null where Slack names an organisation alone: whose member asks is then not known. */
const Slack = z.object({
  user_id: z.string().regex(/^[UW][A-Z0-9]{1,30}$/),
  team_id: z.string().regex(/^[TE][A-Z0-9]{1,30}$/),
  enterprise_id: z
    .string()
    .regex(/^E[A-Z0-9]{1,30}$/)
    .nullish(),
});

const Params = z
  .object({ _meta: z.object({ slack: Slack }) })
  .transform(({ _meta: { slack } }) => slack);

/**
 * The identity that Slack puts into a call; `null` without one, or with one that names no workspace.
 *
 * @see https://docs.slack.dev/ai/slackbot-mcp-client
 */
export function identityIn(params: unknown): Identity | null {
  const read = Params.safeParse(params);
  if (!read.success) return null;
  const { user_id: userId, team_id: teamId } = read.data;
  return { userId, teamId };
}
