import type { Action } from '../views/message.ts';
import { type Command, ExpiredActionError } from './command.ts';

/** Stands in place of what a button asked for that was made too long ago. */
export const EXPIRED: Action = { command: 'grown_old', args: {} };

/** Only says that it is so. Nobody types it. */
export const expired: Command = {
  name: EXPIRED.command,
  called: { en: '', fr: '' },
  aliases: [],
  summary: { en: '', fr: '' },
  hint: { en: '', fr: '' },
  examples: { en: [], fr: [] },
  run: refuse,
  runAction: refuse,
  submit: refuse,
};

// oxlint-disable-next-line require-yield -- there is nothing to answer.
async function* refuse(): AsyncGenerator<never> {
  throw new ExpiredActionError();
}
