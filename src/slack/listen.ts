import type { AckFn, App, BlockButtonAction } from '@slack/bolt';

import { pressFor } from '../commands/desk.ts';
import type { Press } from '../views/message.ts';
import { type Answering, createAnswering, type Surroundings } from './answering.ts';
import { ACTION_PREFIX } from './payload.ts';
import { typedText } from './typed-text.ts';

/**
 * Answers `/rental` and its buttons. Slack is told “got it” first: it waits 3 s, we may not.
 *
 * @returns what tells when all answers under way are given
 */
export function listen(app: App, surroundings: Surroundings): Pick<Answering, 'idle'> {
  const { desk, seal, log } = surroundings;
  const answering = createAnswering(surroundings);

  /** A socket may have gone by now; the response URL is good all the same. */
  async function acknowledge(ack: AckFn<never> | AckFn<string> | AckFn<void>): Promise<void> {
    await ack().catch((error: unknown) => log.warn({ err: error }, 'not acknowledged'));
  }

  app.command('/rental', async ({ ack, body, respond }) => {
    await acknowledge(ack);
    const text = typedText(body.text ?? '');
    const again = pressFor(text);
    await answering.answer({
      origin: 'typed',
      asker: { userId: body.user_id, teamId: body.team_id, channelId: body.channel_id },
      respond,
      what: again?.command ?? 'unknown',
      again,
      answer: (reader, reference) => desk.typed(text, reader, reference),
    });
  });

  app.action<BlockButtonAction>(new RegExp(`^${RegExp.escape(ACTION_PREFIX)}`), async (args) => {
    const { ack, body, action, respond } = args;
    await acknowledge(ack);
    const { user, team, channel } = body;
    const asker = {
      userId: user.id,
      teamId: user.team_id ?? team?.id ?? '',
      channelId: channel?.id ?? null,
    };
    const sealed = await seal.open(action.value ?? '');
    const press = sealed?.userId === asker.userId ? sealed.press : null;
    await answering.answer({
      origin: 'pressed',
      asker,
      respond,
      what: press?.command ?? 'unknown',
      again: press,
      answer: (reader, reference) => desk.pressed(press ?? NO_PRESS, reader, reference),
    });
  });

  return { idle: () => answering.idle() };
}

/** Asks for what no command answers to: the person is told that the button is no longer good. */
const NO_PRESS: Press = { command: '', args: {} };
