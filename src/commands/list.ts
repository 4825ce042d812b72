import type { Messages } from '../i18n/types.ts';
import { fold } from '../lib/text.ts';
import type { Entry } from '../portfolio/entry.ts';
import {
  awaitingQuery,
  backlogAmong,
  isOnePart,
  unknownDecisions,
} from '../portfolio/lifecycle.ts';
import { resolveFiles, rowsReferredTo, suggestFiles } from '../portfolio/lookup.ts';
import { areReadOtherwise } from '../portfolio/phrases/fit.ts';
import { pageIn } from '../portfolio/phrases/follow-up.ts';
import { isPolite, PHRASES } from '../portfolio/phrases/grammar/tables.ts';
import { understandOrNull } from '../portfolio/phrases/understand.ts';
import { isTimeOfDay, isUnrecorded } from '../portfolio/phrases/unheld.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import { formatQuery } from '../portfolio/query/describe.ts';
import { hasKeysOnly, unlessMistaken } from '../portfolio/query/parser.ts';
import type { Sort } from '../portfolio/query/query.ts';
import { keysInShort, valuesNamed } from '../portfolio/query/vocabulary/index.ts';
import { searchContextOf, servedIn } from '../portfolio/search/execute.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { suggestionLabel, suggestionSays } from '../views/files/picker.ts';
import type { Message, Answer } from '../views/message.ts';
import { refusalView } from '../views/notices.ts';
import type { Command, CommandContext } from './command.ts';
import { UnknownCommandError } from './errors.ts';
import {
  type Listing,
  countFiles,
  fitTyped,
  isOfAll,
  openList,
  turnList,
  searchCache,
  lineOf,
  showingOf,
  writerOf,
} from './file-list.ts';
import { UNSEARCHED } from './show/card.ts';
import { show } from './show/index.ts';
import { lastReading, referenceTo } from './snapshot.ts';

const everything: Listing = {
  command: { name: 'list', called: { en: 'list', fr: 'liste' } },
  whole: ({ conditions, sort }) => ({ conditions, sort: sort ?? 'newest' }),
  isMine: false,
  subject: () => ({ kind: 'all' }),
};

/**
 * Whether a text asks for something, and all of that is ignored: `income above 3000`, unlike `files
 * please` and what a list explains, such as a time of the day.
 */
function isAllIgnored(text: string, call: CommandContext): boolean {
  const understood = understandOrNull(text, call.words.language, writerOf(call));
  if (understood === null) return false;
  const { question, query, ignored, limit = null } = understood;
  const isOfNothing = query.conditions.length === 0 && query.sort === null && limit === null;
  const isOfFiles = question === null || question === 'count' || question === 'who';
  return isOfNothing && isOfFiles && ignored.some((words) => !isExplained(words));
}

function isExplained(words: string): boolean {
  return isPolite(words) || isUnrecorded(words) || isTimeOfDay(words);
}

/**
 * The first page of a list, or the one that a text asks for: `pending page 3`.
 *
 * @throws {UnknownCommandError} when nothing of the text means anything, and the list is of all files
 */
async function* openPage(
  listing: Listing,
  text: string,
  call: CommandContext,
): AsyncGenerator<Message> {
  // Among conditions with a key there are no words that ask for a page, or could be ignored.
  const isOfKeys = hasKeysOnly(text);
  const asked = isOfKeys ? null : pageIn(text);
  if (asked === null) {
    // Of all files, no list would say more than that.
    if (!isOfKeys && isOfAll(listing) && isAllIgnored(text, call)) {
      throw new UnknownCommandError(text, null, '', false);
    }
    yield* openList(listing, text, call);
    return;
  }
  const snapshot = yield* lastReading(call);
  const { query, ignored } = fitTyped(asked.rest, snapshot, call, listing);
  const typed = formatQuery(query, 'en');
  const args = {
    page: asked.page,
    reading: referenceTo(snapshot),
    ...(typed === '' ? {} : { query: typed }),
    ...(ignored.length === 0 ? {} : { ignored: ignored.join('\n') }),
  };
  yield* turnList(listing, args, call);
}

export const list: Command = {
  ...everything.command,
  aliases: 'liste ls lists files all everything lister listez dossiers tout tous toutes'.split(' '),
  details: keysInShort,
  group: 'look',
  summary: {
    en: 'List all files, newest first, or those that match a query',
    fr: 'Lister tous les dossiers, les plus récents d’abord, ou ceux d’une requête',
  },
  hint: { en: '[query]', fr: '[requête]' },
  examples: {
    en: ['list', 'list decision:ready age:>3bd sort:oldest', 'list completion:<100 dupont'],
    fr: ['liste', 'liste décision:prêt âge:>3jo tri:anciens', 'liste complet:<100 dupont'],
  },
  run: (text, call) => openPage(everything, text, call),
  runAction: (args, call) => turnList(everything, args, call),
};

const WAITING = ['attente', 'waiting', 'waits', 'awaiting', 'en-attente', 'attend', 'attendent'];
/** “Who’s next” is the first of those that await a decision. */
const NEXT =
  'whos-next who’s-next who-is-next whats-next what’s-next what-is-next next-up next-in-line ' +
  'au-suivant à-qui-le-tour';

const awaiting: Listing = {
  command: { name: 'pending', called: { en: 'pending', fr: 'attente' } },
  whole: awaitingQuery,
  isMine: false,
  subject: (rows, { conditions }, snapshot, call) => {
    const searchContext = searchContextOf(snapshot, call);
    return {
      kind: 'awaiting',
      backlog: conditions.some(isOnePart) ? null : backlogAmong(rows, snapshot),
      unknown: unknownDecisions(
        conditions,
        snapshot,
        (query) => searchCache.find(snapshot, query, searchContext).rows,
      ),
    };
  },
};

export const pending: Command = {
  ...awaiting.command,
  aliases: [...WAITING, 'late', ...NEXT.split(' ')],
  group: 'look',
  summary: {
    en: 'List files awaiting decision, ready ones first',
    fr: 'Lister les dossiers à décider, les prêts d’abord',
  },
  hint: { en: '[query]', fr: '[requête]' },
  examples: {
    en: ['pending', 'pending age:>5bd', 'pending property:"rue de la paix"'],
    fr: ['attente', 'attente âge:>5jo', 'attente bien:"rue de la paix"'],
  },
  run: (text, call) => openPage(awaiting, text, call),
  runAction: (args, call) => turnList(awaiting, args, call),
};

const mine: Listing = {
  command: { name: 'me', called: { en: 'me', fr: 'moi' } },
  whole: ({ conditions, sort }) => ({ conditions, sort: sort ?? 'waiting' }),
  isMine: true,
  subject: (_rows, _query, _snapshot, { place, person }) =>
    place.audience === 'person' ? { kind: 'mine', email: person.email ?? '' } : { kind: 'managed' },
};

/** “as Hannah Weber decision:ready”: a name in quotes, or up to the first key. */
const AS = /^(?:as|comme)\s+(?:["“”«]\s*([^"“”«»]+?)\s*["“”»]|((?:(?!\S+:\S)\S+\s*)+))(.*)$/isu;

/** An address as Slack writes it in messages. */
const MAILTO = /<mailto:([^|>]+)(?:\|[^>]*)?>/gi;

/**
 * The query of `me as <manager>`, for readers whom the service knows by another name than their
 * e-mail address; `null` for any other text. The condition on the manager travels in the buttons,
 * so nothing is stored.
 */
export function queryAs(text: string): string | null {
  const [, quoted, bare = '', rest = ''] = AS.exec(text.trim().replaceAll(MAILTO, '$1')) ?? [];
  const name = (quoted ?? bare).trim();
  return name === '' ? null : `manager:"${name}" ${rest}`.trim();
}

export const me: Command = {
  ...mine.command,
  aliases: ['moi', 'mine', 'my', 'miens', 'mes', 'mon'],
  group: 'look',
  summary: {
    en: 'List the files you manage, ready ones first',
    fr: 'Lister les dossiers que vous gérez, les prêts d’abord',
  },
  hint: { en: '[as manager] [query]', fr: '[comme gestionnaire] [requête]' },
  examples: { en: ['me', 'me decision:awaiting'], fr: ['moi', 'moi décision:à-décider'] },
  run(text, call) {
    const query = queryAs(text);
    if (query !== null) return openList(everything, ordered(query, call), call);
    return call.person.email === null ? nobody(call) : openPage(mine, text, call);
  },
  runAction: (args, call) =>
    call.person.email === null ? nobody(call) : turnList(mine, args, call),
};

/** A query with the order of `me`, which the further pages of a list then have, too. */
function ordered(query: string, { words }: CommandContext): string {
  const sort = understandOrNull(query, words.language)?.query.sort ?? null;
  return sort === null ? `${query} sort:${usualOrderOf(me.name)}` : query;
}

async function* nobody({ words }: CommandContext): AsyncGenerator<Message> {
  const { tryList: label, tryListSpoken: spoken } = words.help;
  const action = { command: 'list', args: { typed: '' } };
  yield refusalView(words.list.nobody, { label, spoken, action });
}

const called = { en: 'search', fr: 'chercher' };

const found: Listing = { ...everything, command: { name: 'search', called } };

export const search: Command = {
  ...found.command,
  aliases: (
    'chercher find look-for recherche recherches rechercher recherchez ' +
    'cherche cherchez trouve trouver trouvez'
  ).split(' '),
  group: 'look',
  summary: {
    en: 'Find files by applicant or property; a single match opens',
    fr: 'Chercher par candidat ou par bien ; un résultat unique s’ouvre',
  },
  hint: { en: '<words>', fr: '<mots>' },
  examples: {
    en: ['search dupont', 'search lilas t3'],
    fr: ['chercher dupont', 'chercher lilas t3'],
  },
  run: answer,
  runAction: (args, call) => turnList(found, args, call),
};

/** Whether a list of what was typed has files, as far as they are known; true of other commands. */
export function findsFiles(
  [command, typed]: readonly [Command, string],
  call: CommandContext,
): boolean {
  const snapshot = call.portfolio.latest();
  const isList = command === list || command === search || command === pending;
  if (snapshot === null || !isList) return true;
  return (
    // With a further mistake it is corrected once more.
    unlessMistaken(() => {
      const { query } = fitTyped(typed, snapshot, call);
      if (query.conditions.length === 0) return query.sort !== null;
      return countFiles(command === pending ? awaitingQuery(query) : query, snapshot, call) > 0;
    }) ?? true
  );
}

/** The order of the lists of a command where none is asked for. */
export function usualOrderOf(command: string): Sort {
  const listing = [awaiting, mine, found].find(({ command: { name } }) => name === command);
  return (listing ?? everything).whole({ conditions: [], sort: null }).sort ?? 'newest';
}

/** Nothing typed opens the field that suggests files; one file found is shown. */
async function* answer(text: string, call: CommandContext): AsyncGenerator<Answer> {
  if (text.trim() === '') {
    yield* show.runAction({ find: 1 }, call);
    return;
  }
  // “Lyon 3e” is no file of Lyon on the third floor.
  const { query, ignored = [] } = understandOrNull(text) ?? {};
  // Nor is “three or more applicants in Paris” somebody called Morel.
  const isLeft = ignored.some((words) => /\s/u.test(words) && !isPolite(words));
  if (isLeft || areReadOtherwise(query?.conditions ?? [])) {
    yield* openPage(found, text, call);
    return;
  }
  const snapshot = yield* lastReading(call);
  const picked = resolveFiles(
    text,
    snapshot,
    searchContextOf(snapshot, call),
    call.idIn,
    searchCache,
  );
  if (picked.kind === 'one') yield* show.runAction({ id: picked.entry.id }, call);
  else if (picked.kind === 'unheld') yield* show.runAction({ id: picked.id }, call);
  else yield* openPage(found, text, call);
}

/** A rental file to offer while a person types. */
export interface Suggestion {
  readonly id: string;
  /** At most 75 characters, like `says`. */
  readonly label: string;
  readonly says: string;
}

const SUGGESTIONS_MAX = 20;

/** The only option where files could not be searched: an empty list would say that there are none. */
export function unsearchedOption({ find }: Messages): Suggestion {
  return { id: UNSEARCHED, label: find.unsearched, says: find.unsearchedHint };
}

/**
 * Files that match a text, the likeliest first. Before the first snapshot the only option says so, as
 * Slack waits 3 s here at most.
 */
export async function suggestionsFor(
  text: string,
  call: CommandContext,
): Promise<readonly Suggestion[]> {
  const snapshot = call.portfolio.latest();
  if (snapshot === null) return [unsearchedOption(call.words)];
  const showing = showingOf(call);
  return suggestFiles(text, snapshot, searchContextOf(snapshot, call), SUGGESTIONS_MAX).map(
    (entry) => {
      const line = lineOf(entry, snapshot, call);
      return {
        id: entry.id,
        label: suggestionLabel(line, showing),
        says: suggestionSays(line, filesOfProperty(entry, snapshot), showing),
      };
    },
  );
}

/** Number of files with the reference of a file; 1 without one. */
function filesOfProperty({ property: { reference } }: Entry, { table }: Snapshot): number {
  return reference === null ? 1 : rowsReferredTo(reference, table).length;
}

/**
 * The list for a status or decision that the specification does not name and that a text says in words,
 * `on hold` of ON_HOLD; `null` where no file has it, and where the words mean something else.
 */
export function listOfServed(
  text: string,
  { portfolio }: { readonly portfolio: Portfolio },
): { readonly command: Command; readonly rest: string } | null {
  const table = portfolio.latest()?.table;
  const words = fold(text).split(' ');
  const word = words.filter((each) => !PHRASES.files.has(each)).join(' ');
  if (table === undefined || word === '') return null;
  for (const key of ['status', 'decision'] as const) {
    const any = (valuesNamed(key, word) ?? []).length > 0 ? [] : servedIn(table)(key, word);
    const isOther = any.length > 0 && understandOrNull(word)?.hasPhrases !== false;
    const query = { conditions: [{ kind: 'choice', key, not: false, any } as const], sort: null };
    if (any.length > 0 && !isOther) return { command: list, rest: formatQuery(query, 'en') };
  }
  return null;
}

/** Participles without their accents are spelled as orders are: alone, they ask for a list. */
export const PARTICIPLES: ReadonlyMap<string, string> = new Map([
  ['refuse', 'decision:declined'],
  ['approuve', 'decision:approved'],
  ['valide', 'decision:approved'],
]);

/** Behind “list”, an order to decide is a participle as well. */
export const LISTED_DECISIONS: ReadonlyMap<string, string> = new Map([
  ...PARTICIPLES,
  ...['approve', 'accept', 'accepte'].map((word) => [word, 'decision:approved'] as const),
  ...['decline', 'reject', 'rejete'].map((word) => [word, 'decision:declined'] as const),
]);
