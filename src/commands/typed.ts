import type { FileLink } from '../portfolio/file-link.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { fold } from '../portfolio/query/fold.ts';
import { nearestOf } from '../portfolio/query/nearest.ts';
import type { Press } from '../views/message.ts';
import { type Command, UnknownCommandError } from './command.ts';
import { withoutFullStop } from './full-stop.ts';
import { commands } from './index.ts';
import { list } from './list.ts';
import { overview } from './overview.ts';
import { show } from './show.ts';

/** What a text is understood with. */
interface Surroundings extends Pick<FileLink, 'idIn'> {
  readonly portfolio: Portfolio;
}

/** So long a text can travel in a button, sealed, beside the rest. */
const TYPED_BYTES_MAX = 900;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Who copies a whole command has typed its beginning already. */
const PASTED = /^\/rental(?=\s|$)/i;

/**
 * The command that answers what was typed after `/rental`, and what is left for it.
 *
 * @throws {UnknownCommandError} when no command goes by the first word
 */
export function commandIn(text: string, around: Surroundings): { command: Command; rest: string } {
  const asked = text.trim().replace(PASTED, '').trim();
  const [word = ''] = /^\S*/.exec(asked) ?? [];
  const rest = asked.slice(word.length).trim();
  if (word === '') return { command: overview, rest };
  const name = word.toLowerCase();
  const command = commandCalled(name);
  if (command) return { command, rest };
  const ended = withoutFullStop(word);
  if (rest === '' && isFile(ended, around)) return { command: show, rest: ended };
  // A query without the command before it: there is only one thing that it can mean.
  if (/^-?[\p{L}]+:./u.test(word)) return { command: list, rest: asked };
  const words = commands.flatMap((known) => [known.name, ...known.aliases]);
  throw new UnknownCommandError(word, nearestOf(name, words), rest);
}

/** The command that goes by a word, whatever its case, accents and punctuation. */
export function commandCalled(word: string): Command | undefined {
  const folded = fold(word);
  const isCalled = (name: string) => name === word || (folded !== '' && fold(name) === folded);
  return commands.find(({ name, aliases }) => [name, ...aliases].some(isCalled));
}

/** The press that asks again for what was typed; `null` when no command answers to it. */
export function pressFor(text: string, around: Surroundings): Press | null {
  try {
    const { command, rest } = commandIn(text, around);
    return canTravel(rest) ? { command: command.name, args: { typed: rest } } : null;
  } catch {
    return null;
  }
}

/** Whether a text is short enough to go into a button. */
export function canTravel(text: string): boolean {
  return Buffer.byteLength(JSON.stringify(text)) <= TYPED_BYTES_MAX;
}

function isFile(word: string, { idIn, portfolio }: Surroundings): boolean {
  return UUID.test(word) || idIn(word) !== null || portfolio.latest()?.rows.has(word) === true;
}
