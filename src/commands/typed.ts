import { nearestOf } from '../lib/did-you-mean.ts';
import { fold, withoutFullStop } from '../lib/text.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { queryInTalk, type Talk } from '../portfolio/query/natural-language.ts';
import { rowsReferredTo } from '../portfolio/references.ts';
import { type FileLink, unwrapped } from '../portfolio/resolve.ts';
import type { Press } from '../views/message.ts';
import {
  askedFor,
  type AskedFor,
  commandCalled,
  withoutLead,
  withoutOrnaments,
} from './asked-for.ts';
import { UnknownCommandError } from './command.ts';
import { commands } from './index.ts';
import { list } from './list.ts';
import { overview } from './overview.ts';
import { search } from './search.ts';
import { show } from './show.ts';

/** What a text is understood with. */
interface Surroundings extends Pick<FileLink, 'idIn'> {
  readonly portfolio: Portfolio;
}

/** So long a text can travel in a button, sealed, beside the rest. */
const TYPED_BYTES_MAX = 900;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Who copies a whole command has typed its beginning already. */
const PASTED = /^\/?rental(?=\s|$)/i;

/**
 * The command that answers what was typed after `/rental`, and what is left for it.
 *
 * @throws {UnknownCommandError} when no command goes by the first word
 */
export function commandIn(text: string, around: Surroundings): AskedFor {
  const asked = withoutOrnaments(text.trim().replace(PASTED, ''));
  if (asked === '') return { command: overview, rest: '' };
  const reading = around.portfolio.latest();
  const isHeld = (word: string) => reading?.table.lexicon.numberOf(fold(word)) !== undefined;
  const called = askedFor(asked, isHeld);
  if (called) return shownOrListed(called, isHeld);
  const bare = withoutLead(asked);
  const file = [asked, bare]
    .map((each) => unwrapped(withoutFullStop(each)))
    .find((each) => each !== '' && isFile(each, around));
  if (file !== undefined) return { command: show, rest: file };
  const [word = ''] = /^\S*/.exec(asked) ?? [];
  // A query without the command before it: there is only one thing that it can mean.
  if (/^-?[\p{L}]+:./u.test(word)) return { command: list, rest: asked };
  const talk = queryInTalk(asked);
  if (talk !== null && (talk.beginsWithKey || isQuery(talk))) return { command: list, rest: asked };
  const words = commands.flatMap((known) => [known.name, ...known.aliases]);
  const nearest = commandCalled(nearestOf(word.toLowerCase(), words) ?? '') ?? null;
  // Whoever types a name looks for it.
  const isName = bare !== '' && bare.split(/\s+/u).every(isHeld);
  if (isName && (nearest === null || bare !== asked)) return { command: search, rest: bare };
  throw new UnknownCommandError(word, nearest, asked.slice(word.length).trim());
}

/** `show me the ready files`: those are many, and no words that a file would hold. */
function shownOrListed(called: AskedFor, isHeld: (word: string) => boolean): AskedFor {
  if (called.command !== show || called.rest.split(/\s+/u).every(isHeld)) return called;
  const talk = queryInTalk(called.rest);
  return talk !== null && isQuery(talk) ? { command: list, rest: called.rest } : called;
}

function isQuery({ isWhole, text }: Talk): boolean {
  return isWhole && text !== '';
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

function isFile(text: string, { idIn, portfolio }: Surroundings): boolean {
  if (UUID.test(text) || idIn(text) !== null) return true;
  const reading = portfolio.latest();
  if (reading === null) return false;
  return reading.rows.has(text) || rowsReferredTo(text, reading.table).length > 0;
}
