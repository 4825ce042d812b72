import { z } from 'zod';

import type { UserActions } from '../../slack-workspace/page-protocol.ts';
import { Option, OptionGroup } from '../block-kit/objects.ts';

const AnyJson = z.record(z.string(), z.unknown());

const SlackbotAnswer = z.object({
  tool: z.string(),
  arguments: AnyJson,
  isError: z.boolean(),
  text: z.string(),
  data: AnyJson,
  blocks: z.array(AnyJson),
});
export type SlackbotAnswer = z.output<typeof SlackbotAnswer>;

const Answer = z.union([
  z.object({
    ok: z.literal(true),
    options: z.array(Option).default([]),
    option_groups: z.array(OptionGroup).default([]),
    slackbot: SlackbotAnswer.optional(),
  }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);
export type Answer = z.output<typeof Answer>;

export type Send = <Name extends keyof UserActions>(
  name: Name,
  body: UserActions[Name],
) => Promise<Answer>;

const UNREACHABLE = 'The playground does not answer. Is it still running?';

/** Sends an action to the playground; a failure of any kind comes back as a sentence. */
export async function sendUserAction<Name extends keyof UserActions>(
  name: Name,
  body: UserActions[Name],
): Promise<Answer> {
  try {
    const response = await fetch(`/playground/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return Answer.parse(await response.json());
  } catch {
    return { ok: false, error: UNREACHABLE };
  }
}
