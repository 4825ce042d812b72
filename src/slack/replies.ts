import { setTimeout } from 'node:timers/promises';

import type { RespondFn } from '@slack/bolt';

import type { Message } from '../views/message.ts';
import type { Payload } from './payload.ts';

/**
 * How often a response URL may be used.
 *
 * @see https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
const USES_MAX = 5;

/** Carries the messages of one answer to the person, within what Slack allows. */
export interface Replies {
  /** Sends a message in place of the one before, where Slack can do that. */
  send(message: Message, payload: Payload): Promise<void>;
}

/**
 * Replies by the response URL of a request.
 *
 * A button's message is replaced again and again. What answers a typed command cannot be replaced:
 * Slack puts every further message below the last, so only one sign of life is given there.
 */
export function createReplies(respond: RespondFn, origin: 'typed' | 'pressed'): Replies {
  const passingMax = origin === 'typed' ? 1 : USES_MAX - 2;
  let passingSent = 0;

  return {
    async send({ isPassing }, { text, blocks }) {
      if (isPassing && passingSent === passingMax) return;
      if (isPassing) passingSent += 1;
      const sent = respond({ response_type: 'ephemeral', replace_original: true, text, blocks });
      await withinTime(sent);
    },
  };
}

/** Bolt sets no limit to a reply, and a failure could not be told while one hangs. */
const REPLY_MS_MAX = 10_000;

async function withinTime(sent: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = setTimeout(REPLY_MS_MAX, null, { signal: timer.signal }).then(() => {
    throw new Error('the reply took too long');
  });
  try {
    await Promise.race([sent, late]);
  } finally {
    late.catch(() => {});
    timer.abort();
  }
}
