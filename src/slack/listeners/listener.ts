import type { AckFn, App } from '@slack/bolt';

import type { Desk } from '../../commands/dispatcher.ts';
import type { PostMemory } from '../../digests/delivery/ports.ts';
import type { Log } from '../../log.ts';
import type { Press } from '../../views/message.ts';
import type { Access } from '../authorize.ts';
import type { Outbox } from '../post/messenger.ts';
import type { Answering } from '../request-handler.ts';
import type { Seal } from '../respond/action-token.ts';
import type { Windows } from '../respond/modal.ts';

/** What everything that listens to Slack has at hand. */
export interface Hearing {
  readonly app: App;
  readonly desk: Desk;
  readonly access: Access;
  readonly answering: Answering;
  readonly outbox: Outbox;
  readonly windows: Windows;
  readonly seal: Seal;
  readonly log: Log;
  /** What stands in channels. */
  readonly memory?: PostMemory;
}

/** Asks for what no command answers to: the person is told that what they used is no longer good. */
export const NO_PRESS: Press = { command: '', args: {} };

/** Tells Slack “got it”. A socket may have gone by now; the ways to answer are good all the same. */
export async function acknowledge(
  ack: AckFn<never> | AckFn<string> | AckFn<void>,
  log: Log,
): Promise<void> {
  await ack().catch((error: unknown) => log.warn({ err: error }, 'not acknowledged'));
}
