import type { App } from '@slack/bolt';

import { createMessenger } from '../post/messenger.ts';
import {
  createRequestHandler,
  type RequestHandler,
  type RequestHandlerOptions,
} from '../request-handler.ts';
import { createModals } from '../respond/modal.ts';
import { acknowledgingUnheard } from '../respond/respond.ts';
import { registerActionListener, registerOptionsListener } from './actions.ts';
import { registerCommandListener, registerShortcutListeners } from './command.ts';
import {
  registerAppHomeListener,
  registerDirectoryEventListeners,
  registerLinkListener,
  registerPanelListener,
  registerWelcomeListeners,
} from './events.ts';
import type { ListenerContext } from './listener.ts';
import { registerMessageListeners } from './messages.ts';
import { registerViewSubmissionListener } from './view-submissions.ts';

export type ListenerOptions = Pick<RequestHandlerOptions, 'onAnswered' | 'monotonic' | 'throttle'> &
  Omit<ListenerContext, 'app' | 'requestHandler' | 'messenger' | 'modals'>;

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
  const context = { ...options, app, messenger, requestHandler, modals };

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
