import { randomInt } from 'node:crypto';

import type { RespondFn } from '@slack/bolt';

import { isSlip } from '../commands/command.ts';
import type { Desk, Reader } from '../commands/desk.ts';
import type { Log } from '../log.ts';
import type { Message, Press } from '../views/message.ts';
import type { Access, Asker } from './access.ts';
import { payloadFor } from './payload.ts';
import { createReplies } from './replies.ts';
import type { Seal } from './seal.ts';
import { createTurns } from './turns.ts';

/** What an answer is made with. */
export interface Surroundings {
  readonly desk: Desk;
  readonly access: Access;
  readonly seal: Seal;
  readonly log: Log;
}

/** What somebody wants; whether they may, is yet to be decided. */
interface Request {
  readonly origin: 'typed' | 'pressed';
  readonly asker: Asker;
  readonly respond: RespondFn;
  /** For the log: a command's name, never its arguments. */
  readonly what: string;
  /** What “Try again” asks for. */
  readonly again: Press | null;
  readonly answer: (reader: Reader, reference: string) => AsyncIterable<Message>;
}

/** Answers requests that Slack has been told of. */
export interface Answering {
  /** Decides, answers, and never lets an error pass in silence; never throws. */
  answer(request: Request): Promise<void>;
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>;
}

/** Answers one request at a time to begin with, and all at once from then on. */
export function createAnswering({ desk, access, seal, log }: Surroundings): Answering {
  const turn = createTurns();
  const underWay = new Set<Promise<void>>();

  async function settle({ origin, asker, respond, what, again, answer }: Request): Promise<void> {
    await turn();
    const fields = { reference: newReference(), what, userId: asker.userId };
    const { reference } = fields;
    const replies = createReplies(respond, origin);
    const send = async (message: Message) =>
      replies.send(message, await payloadFor(message, asker.userId, seal));
    const verdict = await access.decide(asker);
    const { reader } = verdict;
    try {
      if (!verdict.isAllowed) {
        const { reason, failure } = verdict;
        if (failure === null) log.info({ ...fields, reason }, 'refused');
        else log.warn({ ...fields, failure }, 'refused, for it could not be checked who asks');
        await send(desk.refused(reason, reference, reader));
        return;
      }
      let trouble: unknown;
      for await (const message of answer(reader, reference)) {
        await send(message);
        trouble = message.trouble;
      }
      if (trouble === undefined) log.info(fields, 'answered');
      else log.warn({ ...fields, err: trouble }, 'answered from an older reading');
    } catch (error) {
      // A slip of the person's is no fault of ours, and needs no operator.
      if (isSlip(error)) log.info({ ...fields, slip: error.name }, 'not understood');
      else log.error({ ...fields, err: error }, 'not answered');
      await send(desk.failed(error, reference, again, reader)).catch((failure: unknown) =>
        log.error({ ...fields, err: failure }, 'the person could not be told'),
      );
    }
  }

  return {
    async answer(request) {
      const settled = settle(request);
      underWay.add(settled);
      await settled.finally(() => underWay.delete(settled));
    },
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

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
