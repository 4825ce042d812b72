import { z } from 'zod';

import { blockErrors } from '../blocks/check.ts';
import type { ServerContext } from '../context.ts';
import type { SlackbotAnswer, UserActions } from '../page-protocol.ts';
import { actor, type Answer } from '../user-actions/user-action.ts';
import { chooseTool } from './choose-tool.ts';

const Result = z.object({
  result: z.object({
    content: z.array(z.object({ type: z.string(), text: z.string() })),
    structuredContent: z.record(z.string(), z.unknown()).optional(),
    isError: z.boolean().default(false),
    _meta: z
      .object({ slack: z.object({ blocks: z.array(z.record(z.string(), z.unknown())) }) })
      .optional(),
  }),
});

const OFF =
  'The app does not answer assistants here: it needs HTTP, no ACCESS_CHANNELS, and MCP other than off.';

/**
 * Asks the app as Slackbot would: a tool is called with the person's identity, signed.
 *
 * @see https://docs.slack.dev/ai/slackbot-mcp-client
 */
export async function askSlackbot(
  context: ServerContext,
  { person: id, text, cursor }: UserActions['ask_slackbot'],
): Promise<Answer> {
  const person = actor(context, id);
  if (context.store.settings().transport !== 'http') return { ok: false, error: OFF };
  const call = chooseTool(text, cursor);
  const slack = { user_id: person.id, team_id: person.teamId, enterprise_id: null };
  const params = { name: call.tool, arguments: call.arguments, _meta: { slack } };
  const answer = await context.callTool(params);
  if (answer === null || answer.status === 404) return { ok: false, error: OFF };
  const read = Result.safeParse(answer.body);
  if (!read.success) {
    return { ok: false, error: `The app refused the call (status ${answer.status}).` };
  }
  const { content, structuredContent = {}, isError, _meta: meta } = read.data.result;
  const blocks = meta?.slack.blocks ?? [];
  const [problem] = blockErrors(blocks, 'message');
  if (problem !== undefined) {
    return { ok: false, error: `Slack would not draw this answer: ${problem.message}` };
  }
  const given: SlackbotAnswer = {
    tool: call.tool,
    arguments: call.arguments,
    isError,
    text: content.map(({ text: part }) => part).join('\n'),
    data: structuredContent,
    blocks,
  };
  return { ok: true, slackbot: given };
}
