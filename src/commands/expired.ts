import type { Press } from '../views/message.ts';
import { type Command, GrownOldError } from './command.ts';

/** Stands in place of what a button asked for that was made too long ago. */
export const GROWN_OLD: Press = { command: 'grown_old', args: {} };

/** Only says that it is so. Nobody types it. */
export const grownOld: Command = {
  name: GROWN_OLD.command,
  called: { en: '', fr: '' },
  aliases: [],
  summary: { en: '', fr: '' },
  hint: { en: '', fr: '' },
  examples: { en: [], fr: [] },
  typed: refuse,
  pressed: refuse,
  submitted: refuse,
};

// oxlint-disable-next-line require-yield -- there is nothing to answer.
async function* refuse(): AsyncGenerator<never> {
  throw new GrownOldError();
}
