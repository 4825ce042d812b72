import type { AnyMiddlewareArgs, App, Middleware } from '@slack/bolt';

import type { Dispatcher } from '../../commands/dispatcher.ts';
import type { PostLog } from '../../delivery/ports.ts';
import type { Log } from '../../log.ts';
import type { Authorizer } from '../authorize.ts';
import { createMessenger } from '../post/messenger.ts';
import type { ReplayGuard } from '../replay-guard.ts';
import {
  createRequestHandler,
  type RequestHandler,
  type RequestHandlerOptions,
} from '../request-handler.ts';
import { createModals } from '../respond/modal.ts';
import type { ActionTokens } from '../respond/payload.ts';
import { isAcknowledged } from '../respond/respond.ts';
import { registerActionListener, registerOptionsListener } from './actions.ts';
import { registerCommandListener, registerShortcutListeners } from './command.ts';
import {
  registerAppHomeListener,
  registerDirectoryEventListeners,
  registerLinkListener,
  registerPanelListener,
  registerWelcomeListeners,
} from './events.ts';
import { registerMessageListeners } from './messages.ts';
import { registerViewSubmissionListener } from './view-submissions.ts';

export interface ListenerOptions extends Pick<
  RequestHandlerOptions,
  'onAnswered' | 'monotonic' | 'throttle'
> {
  readonly dispatcher: Dispatcher;
  readonly access: Authorizer;
  readonly tokens: ActionTokens;
  readonly replayGuard: ReplayGuard;
  readonly log: Log;
  /** Whether links are shown as Work Objects; without it, as blocks. */
  readonly workObjects?: boolean;
  /** Records posts in channels; without it there is no record. */
  readonly postLog?: PostLog;
  /** Called with each channel that other organisations have come into. */
  readonly onShared?: (channelId: string) => void;
  /** Called with each person of whom Slack reports a change, such as that they are deactivated. */
  readonly onPersonChanged?: (userId: string) => void;
}

/**
 * Registers a listener for everything that people can do with the app in Slack. Requests are
 * acknowledged before they are handled: Slack waits 3 s, an answer may take longer.
 *
 * @returns functions that wait for the answers in flight, and one that answers calls beside Bolt
 */
export function registerListeners(
  app: App,
  options: ListenerOptions,
): Pick<RequestHandler, 'idle' | 'finish' | 'handleCall'> {
  const messenger = createMessenger(app.client, options.tokens, options.postLog);
  const requestHandler = createRequestHandler({ ...options, messenger });
  const modals = createModals({ ...options, client: app.client, messenger });
  const context = {
    ...options,
    app,
    messenger,
    requestHandler,
    modals,
  };

  app.use(acknowledgingUnheard());
  registerCommandListener(context);
  registerActionListener(context);
  registerViewSubmissionListener(context);
  registerShortcutListeners(context);
  registerOptionsListener(context);
  registerAppHomeListener(context);
  registerMessageListeners(context);
  registerLinkListener(context);
  registerPanelListener(context);
  registerDirectoryEventListeners(context);
  registerWelcomeListeners(context);
  return {
    idle: async () => requestHandler.idle(),
    finish: async (ms) => requestHandler.finish(ms),
    handleCall: async (request, what, work) => requestHandler.handleCall(request, what, work),
  };
}

/**
 * A middleware that acknowledges what no listener has heard, such as a closed modal or an element of
 * another version: the person reads no error, and Slack does not send it again.
 */
function acknowledgingUnheard(): Middleware<AnyMiddlewareArgs> {
  return async ({ next, context, ...heard }) => {
    await next();
    if (!('ack' in heard) || isAcknowledged(context)) return;
    await Promise.resolve(heard.ack?.()).catch(() => {});
  };
}
