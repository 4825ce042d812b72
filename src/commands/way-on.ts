import { QueryError } from '../portfolio/query/errors.ts';
import type { Button, Press } from '../views/message.ts';
import type { Words } from '../views/words/words.ts';
import { isSlip, UnknownCommandError } from './command.ts';
import { search } from './search.ts';
import { canTravel } from './typed.ts';

/** The button under a failure: a slip made again would be one again; only a correction helps. */
export function wayOnFrom(error: unknown, again: Press | null, { failure }: Words): Button | null {
  if (!isSlip(error)) {
    return again && { label: failure.tryAgain, spoken: failure.tryAgainSpoken, press: again };
  }
  const press = error instanceof UnknownCommandError ? nearestPress(error) : mendedPress(error);
  return press && { label: failure.askInstead, spoken: failure.askInsteadSpoken, press };
}

function mendedPress(error: unknown): Press | null {
  const mended = error instanceof QueryError ? error.mended : null;
  if (mended === null || !canTravel(mended)) return null;
  return { command: 'list', args: { typed: mended } };
}

/** What is no command at all may be what somebody looks for. */
function nearestPress({ word, nearest, rest }: UnknownCommandError): Press | null {
  const typed = `${word} ${rest}`.trim();
  if (nearest === null) return canTravel(typed) ? { command: search.name, args: { typed } } : null;
  return canTravel(rest) ? { command: nearest.name, args: { typed: rest } } : null;
}
