import type { Messages } from '../i18n/types.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import { oneLine } from '../views/block-kit.ts';
import type { Action, Button } from '../views/message.ts';
import type { Command } from './command.ts';
import { FollowUpError, isUserError, UnknownCommandError } from './errors.ts';
import { commands } from './index.ts';
import { list, pending, search } from './list.ts';
import { canTravel } from './router.ts';

/** The buttons under a failure. A user error would only repeat itself: it gets corrections. */
export function nextActionsFor(
  error: unknown,
  again: Action | null,
  words: Messages,
): readonly Button[] {
  if (error instanceof UnknownCommandError) return nearestCommands(error, words);
  if (error instanceof FollowUpError) {
    return commandButtons([[list, error.rest], [pending, error.rest], ...helpIn()], words);
  }
  if (error instanceof QueryError) {
    return error.mended === null ? [] : commandButtons([[list, error.mended]], words);
  }
  const button = isUserError(error) ? null : againButton(again, words);
  return button === null ? [] : [button];
}

export function againButton(again: Action | null, { failure }: Messages): Button | null {
  return again && { label: failure.tryAgain, spoken: failure.tryAgainSpoken, action: again };
}

/** The commands that were probably meant; a text that resembles none is offered to the search. */
function nearestCommands(
  { text, nearest, rest }: UnknownCommandError,
  words: Messages,
): readonly Button[] {
  const named = commands.find(({ name }) => name === nearest?.name);
  const meant = named === undefined ? [] : [[named, rest] as const];
  return commandButtons([...meant, [search, text], ...helpIn()], words);
}

/** Buttons that carry their command as text and run it. */
function commandButtons(
  texts: readonly (readonly [Command, string])[],
  { failure, language }: Messages,
): readonly Button[] {
  return texts
    .filter(([, typed]) => canTravel(typed))
    .map(([{ name, called }, typed]) => {
      const label = oneLine(`/rental ${called[language]} ${typed}`.trim(), COMMAND_LENGTH_MAX);
      return {
        label,
        spoken: oneLine(failure.runSpoken(label), LABEL_LENGTH_MAX),
        action: { command: name, args: { typed } },
      };
    });
}

/** Of a command on a button, which clients show about half of. */
const COMMAND_LENGTH_MAX = 60;
/** Of the text of a button for screen readers. */
const LABEL_LENGTH_MAX = 75;

function helpIn(): readonly (readonly [Command, string])[] {
  return commands.filter(({ name }) => name === 'help').map((command) => [command, ''] as const);
}
