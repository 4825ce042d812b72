import { fold, isTyped } from '../lib/text.ts';
import { isFiller } from '../portfolio/query/natural-language.ts';
import type { Command } from './command.ts';
import { exportCommand } from './export.ts';
import { commands } from './index.ts';
import { list } from './list.ts';
import { me } from './me.ts';
import { pending } from './pending.ts';
import { show } from './show.ts';
import { stats } from './stats.ts';

/** A command, and what is left for it. */
export interface AskedFor {
  readonly command: Command;
  readonly rest: string;
}

/** Names of commands have so many words at most. */
const NAME_WORDS_MAX = 2;

/** Commands by their names, as they are and folded; of two of one name, the one that stands first. */
const BY_NAME: ReadonlyMap<string, Command> = new Map(
  commands
    .flatMap((command) =>
      [command.name, ...command.aliases].map((name) => [name, command] as const),
    )
    .flatMap(([name, command]) => [name, fold(name)].map((way) => [way, command] as const))
    .filter(([way]) => way !== '')
    .toReversed(),
);

/** Emoji as they are or as Slack spells them, and punctuation that stands alone. */
const ORNAMENT =
  /(?<!\S)(?:(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Cf}|\p{Mn}|[?!.…])+|(?::[a-z][\w+-]*:)+)(?!\S)/gu;

/** A text without what only colours it; a lone question mark asks for help. */
export function withoutOrnaments(text: string): string {
  return text.trim() === '?' ? '?' : text.replaceAll(ORNAMENT, '').trim();
}

/** The command that goes by a word, whatever its case, accents and punctuation. */
export function commandCalled(word: string): Command | undefined {
  return BY_NAME.get(word) ?? BY_NAME.get(fold(word));
}

/**
 * The command that a text begins with, after words that only lead to it: `en attente`,
 * `what's pending`, `show all`, `my files`.
 *
 * @param isHeld whether some file holds a word: it is looked for, whatever else it may mean
 * @returns `null` when it begins with none
 */
export function askedFor(text: string, isHeld: (word: string) => boolean): AskedFor | null {
  const found = commandAt(text) ?? commandAt(withoutLead(text));
  const verbed = found === null || isOverfull(found) ? afterVerb(text) : null;
  const meant = verbed ?? found;
  return meant && ofTwo(meant, isHeld);
}

/** `status digest`: something follows what takes nothing. */
function isOverfull({ command, rest }: AskedFor): boolean {
  return command.hint.en === '' && rest !== '';
}

function commandAt(text: string): AskedFor | null {
  for (let count = NAME_WORDS_MAX; count >= 1; count -= 1) {
    const name = new RegExp(`^\\S+(?:\\s+\\S+){${count - 1}}`, 'u').exec(text)?.[0] ?? '';
    const isWhole = count === 1 || fold(name).includes(' ');
    const command = name !== '' && isWhole ? commandCalled(name.toLowerCase()) : undefined;
    if (command) return { command, rest: text.slice(name.length).trim() };
  }
  return null;
}

/** `save view <name>`: the verb of a command stands before it. French `résumé` is no `resume`. */
function afterVerb(text: string): AskedFor | null {
  const [verb = ''] = /^\S*/u.exec(text) ?? [];
  const inside = commandAt(withoutLead(text.slice(verb.length).trim()));
  const isVerb = inside?.command.verbs?.some((known) => isTyped(known, verb));
  return inside && isVerb ? { ...inside, rest: `${verb} ${inside.rest}`.trim() } : null;
}

/** What is asked of many files at once: `export all files` asks it of all. */
const OF_MANY: ReadonlySet<Command> = new Set([pending, me, stats, exportCommand]);

/** The one that is meant of two: `show pending` and `pending list` both ask for what is pending. */
function ofTwo(found: AskedFor, isHeld: (word: string) => boolean): AskedFor {
  const { command, rest } = found;
  const inside = rest === '' ? null : (commandAt(withoutLead(rest)) ?? commandAt(rest));
  if (inside === null || isHeld(rest)) return found;
  const isAll = inside.rest === '';
  if (command === show || command === list) {
    if (inside.command === pending) return inside;
    if (isAll && inside.command !== show) return inside;
  }
  if (OF_MANY.has(command) && inside.command === list) {
    return { command, rest: inside.rest };
  }
  return found;
}

/** A text from the first word on that asks for something; its last word where none does. */
export function withoutLead(text: string): string {
  const words = text.split(/\s+/u);
  const first = words.findIndex((word) => !isFiller(word));
  return words.slice(first).join(' ');
}
