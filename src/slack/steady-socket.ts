import { setTimeout } from 'node:timers/promises';

import type { SocketModeReceiver } from '@slack/bolt';

import type { Log } from '../log.ts';
import { greet, NotReachedError } from './greeting.ts';

/** A connection to Slack that is opened anew whenever it has gone. */
export interface SteadySocket {
  /**
   * Opens the first one, and sees to it from then on.
   *
   * @returns false when it was stopped before that
   * @throws {SlackRefusalError} when Slack does not accept the token
   */
  open(): Promise<boolean>;
}

export interface SteadySocketOptions {
  /** One that does not connect anew by itself. */
  readonly client: SocketModeReceiver['client'];
  readonly log: Log;
  /** Ends all tries. */
  readonly signal: AbortSignal;
}

/** Slack says hello long before that, or not at all. */
const HELLO_MS_MAX = 30_000;

/** One that ends sooner is not asked for again at once. */
const YOUNG_MS = 10_000;
const AFTER_YOUNG_MS = 2_000;
const AFTER_REFUSAL_MS = 30_000;

/**
 * Does what the library does with `autoReconnectEnabled`, but for three things: it waits a third
 * longer after each failure, hours in the end; five seconds after each connection that Slack has
 * ended as it should; and where it gives up in the middle of that, it leaves a rejection that
 * nobody can handle.
 *
 * @see https://docs.slack.dev/apis/events-api/using-socket-mode
 */
export function createSteadySocket({ client, log, signal }: SteadySocketOptions): SteadySocket {
  const told = { variable: 'SLACK_APP_TOKEN', log, signal };
  let isOpening = false;
  let isYoung = false;

  async function connect(): Promise<void> {
    const over = new AbortController();
    const late = setTimeout(HELLO_MS_MAX, null, { signal: over.signal, ref: false });
    late.then(async () => client.disconnect()).catch(() => {});
    try {
      await client.start();
    } catch (error) {
      throw error ?? new NotReachedError('the connection ended before Slack said hello');
    } finally {
      over.abort();
    }
  }

  async function growUp(): Promise<void> {
    isYoung = true;
    await setTimeout(YOUNG_MS, null, { signal, ref: false }).catch(() => {});
    isYoung = false;
  }

  async function openAgain(): Promise<void> {
    if (isOpening || signal.aborted) return;
    isOpening = true;
    let pauseMs = isYoung ? AFTER_YOUNG_MS : 0;
    while (!signal.aborted) {
      await setTimeout(pauseMs, null, { signal }).catch(() => {});
      try {
        await greet(connect, told);
        return;
      } catch (error) {
        // Digests go on without it; and somebody may put right what Slack refuses.
        log.error({ err: error }, 'Slack gives no connection any more');
        pauseMs = AFTER_REFUSAL_MS;
      }
    }
  }

  return {
    async open() {
      client.on('connected', () => {
        isOpening = false;
        void growUp();
      });
      client.on('disconnected', () => void openAgain());
      isOpening = true;
      return greet(connect, told);
    },
  };
}
