import type { AckFn, App } from '@slack/bolt';

import type { Dispatcher } from '../../commands/dispatcher.ts';
import type { PostLog } from '../../digests/delivery/ports.ts';
import type { Log } from '../../log.ts';
import type { Action } from '../../views/message.ts';
import type { Authorizer } from '../authorize.ts';
import type { Messenger } from '../post/messenger.ts';
import type { RequestHandler } from '../request-handler.ts';
import type { ActionTokens } from '../respond/action-token.ts';
import type { Modals } from '../respond/modal.ts';

/** What everything that listens to Slack has at hand. */
export interface ListenerContext {
  readonly app: App;
  readonly dispatcher: Dispatcher;
  readonly access: Authorizer;
  readonly requestHandler: RequestHandler;
  readonly messenger: Messenger;
  readonly modals: Modals;
  readonly tokens: ActionTokens;
  readonly log: Log;
  /** What stands in channels. */
  readonly postLog?: PostLog;
}

/** Asks for what no command answers to: the person is told that what they used is no longer good. */
export const NO_ACTION: Action = { command: '', args: {} };

/** Tells Slack “got it”. A socket may have gone by now; the ways to answer are good all the same. */
export async function acknowledge(
  ack: AckFn<never> | AckFn<string> | AckFn<void>,
  log: Log,
): Promise<void> {
  await ack().catch((error: unknown) => log.warn({ err: error }, 'not acknowledged'));
}
