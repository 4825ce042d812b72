import type { App } from '@slack/bolt';

import type { Desk } from '../commands/dispatcher.ts';
import type { PostMemory } from '../digests/delivery/ports.ts';
import type { Log } from '../log.ts';
import type { Access } from './access.ts';
import { type Answering, type AnsweringOptions, createAnswering } from './answering.ts';
import { hearButtons } from './hear/buttons.ts';
import { hearChanges } from './hear/changes.ts';
import { hearCommand } from './hear/command.ts';
import { hearForms } from './hear/forms.ts';
import { hearHome } from './hear/home.ts';
import { hearLinks } from './hear/links.ts';
import { hearShortcuts } from './hear/shortcuts.ts';
import { hearTyping } from './hear/typing.ts';
import { hearWords } from './hear/words.ts';
import { createOutbox } from './outbox.ts';
import type { Seal } from './seal.ts';
import { createWindows } from './windows.ts';

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
