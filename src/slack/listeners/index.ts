import type { App } from '@slack/bolt';

import type { Desk } from '../../commands/dispatcher.ts';
import type { PostMemory } from '../../digests/delivery/ports.ts';
import type { Log } from '../../log.ts';
import type { Access } from '../authorize.ts';
import { createOutbox } from '../post/messenger.ts';
import { type Answering, type AnsweringOptions, createAnswering } from '../request-handler.ts';
import type { Seal } from '../respond/action-token.ts';
import { createWindows } from '../respond/modal.ts';
import { hearButtons } from './actions.ts';
import { hearHome } from './app-home.ts';
import { hearCommand } from './command.ts';
import { hearChanges } from './directory-events.ts';
import { hearLinks } from './links.ts';
import { hearWords } from './messages.ts';
import { hearTyping } from './options.ts';
import { hearShortcuts } from './shortcuts.ts';
import { hearForms } from './view-submissions.ts';

/** What an answer is made with. */
export interface Surroundings extends Pick<
  AnsweringOptions,
  'onAnswered' | 'monotonic' | 'throttle'
> {
  readonly desk: Desk;
  readonly access: Access;
  readonly seal: Seal;
  readonly log: Log;
  /** Remembers what is posted for channels; without it nothing does. */
  readonly memory?: PostMemory;
}

/**
 * Answers `/rental` and everything else that people can do with the app in Slack. Slack is told
 * “got it” first: it waits 3 s, we may not.
 *
 * @returns what waits for the answers under way
 */
export function listen(app: App, surroundings: Surroundings): Pick<Answering, 'idle' | 'finish'> {
  const outbox = createOutbox(app.client, surroundings.seal, surroundings.memory);
  const answering = createAnswering({ ...surroundings, outbox });
  const windows = createWindows({ ...surroundings, client: app.client, outbox });
  const hearing = { ...surroundings, app, outbox, answering, windows };

  hearCommand(hearing);
  hearButtons(hearing);
  hearForms(hearing);
  hearShortcuts(hearing);
  hearTyping(hearing);
  hearHome(hearing);
  hearWords(hearing);
  hearLinks(hearing);
  hearChanges(hearing);
  return { idle: async () => answering.idle(), finish: async (ms) => answering.finish(ms) };
}
