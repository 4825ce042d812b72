import type { App } from '@slack/bolt';

import type { Dispatcher } from '../../commands/dispatcher.ts';
import type { PostLog } from '../../digests/delivery/ports.ts';
import type { Log } from '../../log.ts';
import type { Authorizer } from '../authorize.ts';
import { createMessenger } from '../post/messenger.ts';
import {
  type RequestHandler,
  type RequestHandlerOptions,
  createRequestHandler,
} from '../request-handler.ts';
import type { ActionTokens } from '../respond/action-token.ts';
import { createModals } from '../respond/modal.ts';
import { registerActionListener } from './actions.ts';
import { registerAppHomeListener } from './app-home.ts';
import { registerCommandListener } from './command.ts';
import { registerDirectoryEventListeners } from './directory-events.ts';
import { registerLinkListener } from './links.ts';
import { registerMessageListeners } from './messages.ts';
import { registerOptionsListener } from './options.ts';
import { registerShortcutListeners } from './shortcuts.ts';
import { registerViewSubmissionListener } from './view-submissions.ts';

/** What an answer is made with. */
export interface Surroundings extends Pick<
  RequestHandlerOptions,
  'onAnswered' | 'monotonic' | 'throttle'
> {
  readonly dispatcher: Dispatcher;
  readonly access: Authorizer;
  readonly tokens: ActionTokens;
  readonly log: Log;
  /** Remembers what is posted for channels; without it nothing does. */
  readonly postLog?: PostLog;
}

/**
 * Answers `/rental` and everything else that people can do with the app in Slack. Slack is told
 * “got it” first: it waits 3 s, we may not.
 *
 * @returns what waits for the answers under way
 */
export function registerListeners(
  app: App,
  surroundings: Surroundings,
): Pick<RequestHandler, 'idle' | 'finish'> {
  const messenger = createMessenger(app.client, surroundings.tokens, surroundings.postLog);
  const requestHandler = createRequestHandler({ ...surroundings, messenger });
  const modals = createModals({ ...surroundings, client: app.client, messenger });
  const context = {
    ...surroundings,
    app,
    messenger,
    requestHandler,
    modals,
  };

  registerCommandListener(context);
  registerActionListener(context);
  registerViewSubmissionListener(context);
  registerShortcutListeners(context);
  registerOptionsListener(context);
  registerAppHomeListener(context);
  registerMessageListeners(context);
  registerLinkListener(context);
  registerDirectoryEventListeners(context);
  return {
    idle: async () => requestHandler.idle(),
    finish: async (ms) => requestHandler.finish(ms),
  };
}
