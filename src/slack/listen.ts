import { randomInt } from 'node:crypto';

import type { App, BlockButtonAction, RespondFn } from '@slack/bolt';

import { isSlip } from '../commands/command.ts';
import { type Desk, pressFor, type Reader } from '../commands/desk.ts';
import type { Log } from '../log.ts';
import type { Message, Press } from '../views/message.ts';
import type { Access, Asker } from './access.ts';
import { ACTION_PREFIX, payloadFor } from './payload.ts';
import { createReplies } from './replies.ts';
import type { Seal } from './seal.ts';
import { createTurns } from './turns.ts';
import { typedText } from './typed-text.ts';

interface Surroundings {
  readonly desk: Desk;
  readonly access: Access;
  readonly seal: Seal;
  readonly log: Log;
}

/** What somebody wants, once they are known to be allowed to want it. */
interface Request {
  readonly origin: 'typed' | 'pressed';
  readonly asker: Asker;
  readonly respond: RespondFn;
  /** For the log: a command's name, never its arguments. */
  readonly what: string;
  /** What “Try again” asks for. */
  readonly again: Press | null;
  readonly answer: (reader: Reader) => AsyncIterable<Message>;
}

/** Answers `/rental` and its buttons. Slack is told “got it” first: it waits 3 s, we may not. */
export function listen(app: App, { desk, access, seal, log }: Surroundings): void {
  app.command('/rental', async ({ ack, body, respond }) => {
    await ack();
    const text = typedText(body.text);
    const again = pressFor(text);
    await settle({
      origin: 'typed',
      asker: { userId: body.user_id, teamId: body.team_id, channelId: body.channel_id },
      respond,
      what: again?.command ?? 'unknown',
      again,
      answer: (reader) => desk.typed(text, reader),
    });
  });

  app.action<BlockButtonAction>(new RegExp(`^${RegExp.escape(ACTION_PREFIX)}`), async (args) => {
    const { ack, body, action, respond } = args;
    await ack();
    const { user, team, channel } = body;
    const asker = {
      userId: user.id,
      teamId: user.team_id ?? team?.id ?? '',
      channelId: channel?.id ?? null,
    };
    const sealed = await seal.open(action.value ?? '');
    const press = sealed?.userId === asker.userId ? sealed.press : null;
    await settle({
      origin: 'pressed',
      asker,
      respond,
      what: press?.command ?? 'unknown',
      again: press,
      answer: (reader) => desk.pressed(press ?? NO_PRESS, reader),
    });
  });

  const turn = createTurns();

  /** Decides, answers, and never lets an error pass in silence. */
  async function settle({ origin, asker, respond, what, again, answer }: Request): Promise<void> {
    await turn();
    const reference = newReference();
    const replies = createReplies(respond, origin);
    const send = async (message: Message) =>
      replies.send(message, await payloadFor(message, asker.userId, seal));
    const verdict = await access.decide(asker);
    const { reader } = verdict;
    try {
      if (!verdict.isAllowed) {
        const { reason, failure } = verdict;
        log.info({ reference, what, userId: asker.userId, reason, failure }, 'refused');
        await send(desk.refused(reason, reader));
        return;
      }
      for await (const message of answer(reader)) await send(message);
      log.info({ reference, what, userId: asker.userId }, 'answered');
    } catch (error) {
      const request = { reference, what, userId: asker.userId };
      // A slip of the person's is no fault of ours, and needs no operator.
      if (isSlip(error)) log.info({ ...request, slip: error.name }, 'not understood');
      else log.error({ ...request, err: error }, 'not answered');
      await send(desk.failed(error, reference, again, reader)).catch((failure: unknown) =>
        log.error({ reference, err: failure }, 'the person could not be told'),
      );
    }
  }
}

/** Asks for what no command answers to: the person is told that the button is no longer good. */
const NO_PRESS: Press = { command: '', args: {} };

// Without the letters that people mistake for digits, and without vowels that make words.
const REFERENCE_LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ';
const REFERENCE_LENGTH = 6;

/** A short name for one request, easy to read out on the telephone. */
function newReference(): string {
  const letters = Array.from(
    { length: REFERENCE_LENGTH },
    () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)],
  );
  return letters.join('');
}
