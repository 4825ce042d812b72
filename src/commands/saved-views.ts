import { hash } from 'node:crypto';

import { z } from 'zod';

import type { Messages } from '../i18n/types.ts';
import { didYouMean, type FailureWords, fold } from '../lib/text.ts';
import { understand, understandOrNull } from '../portfolio/phrases/understand.ts';
import { formatQuery, queryInWords } from '../portfolio/query/describe.ts';
import { queryOrNull } from '../portfolio/query/parser.ts';
import { type Query, holdsAddress, isAddress, namesPeople } from '../portfolio/query/query.ts';
import { servedIn } from '../portfolio/search/execute.ts';
import type { SavedView } from '../store/saved-views.ts';
import { oneLine } from '../views/block-kit.ts';
import type { Answer, Message, Action, Button } from '../views/message.ts';
import { failureView, refusalView } from '../views/notices.ts';
import {
  allButton,
  removeButton,
  viewChangedView,
  viewRemovedView,
  savedViewsView,
  type ViewLine,
  viewSavedView,
  viewTakenView,
} from '../views/saved-views.ts';
import {
  type CommandContext,
  type Command,
  argumentsIn,
  commandButton,
  helpButton,
  KEYS_TOPIC,
  pageOf,
} from './command.ts';
import {
  ofProperty,
  propertiesHave,
  splitQuoted,
  splitWord,
  unquotedName,
} from './digest/parse.ts';
import { savedNotices } from './file-list.ts';
import { list } from './list.ts';

/**
 * A text of the command, or what a button asks for; names and queries are as they were typed. `shown`
 * is the fingerprint of the query beside a button, which others may have changed since; earlier
 * versions leave it out.
 */
const ViewCommand = z.discriminatedUnion('do', [
  z.object({ do: z.literal('list'), page: z.int().min(1).optional() }),
  z.object({ do: z.literal('run'), name: z.string() }),
  z.object({ do: z.literal('rename'), name: z.string(), to: z.string() }),
  z.object({ do: z.literal('remove'), name: z.string(), shown: z.string().optional() }),
  z.object({
    do: z.literal('save'),
    name: z.string(),
    query: z.string(),
    shown: z.string().optional(),
  }),
]);
type ViewCommand = Readonly<z.output<typeof ViewCommand>>;

/** Buttons lead back to the channel that a view belongs to, wherever they are pressed. */
const ViewArgs = z.object({ channel: z.string() }).and(ViewCommand);

const VERBS: Readonly<Record<ViewCommand['do'], readonly string[]>> = {
  list: ['list', 'ls', 'liste', 'lister'],
  run: ['run', 'open', 'lancer', 'ouvrir'],
  rename: ['rename', 'renommer', 'rebaptiser'],
  remove: ['remove', 'delete', 'rm', 'supprimer', 'effacer'],
  save: ['save', 'add', 'enregistrer', 'garder', 'ajouter'],
};

const VIEW_VERBS = Object.values(VERBS).flat();

/**
 * Parses `save <name> <query>`, `list`, `run <name>`, `rename <name> to <name>` or `remove <name>`. A
 * name of several words stands in quotation marks before a query, and may without one; a name alone
 * runs its view.
 */
export function parseViewCommand(text: string): ViewCommand {
  const typed = text.trim();
  const { of: word, rest } = splitWord(typed);
  switch (verbOf(word)) {
    case 'list':
      return rest === '' ? { do: 'list' } : { do: 'run', name: unquotedName(typed) };
    case 'save': {
      const { of: name, rest: query } = splitQuoted(rest) ?? splitWord(rest);
      return { do: 'save', name, query };
    }
    case 'rename': {
      const { of, rest: to } = splitQuoted(rest) ?? splitNames(rest);
      return { do: 'rename', name: of, to: unquotedName(to.replace(/^(?:to|as|en)\s+/iu, '')) };
    }
    case 'remove':
      return { do: 'remove', name: unquotedName(rest) };
    case 'run':
      return rest === '' ? { do: 'list' } : { do: 'run', name: unquotedName(rest) };
    case null:
      return typed === '' ? { do: 'list' } : { do: 'run', name: unquotedName(typed) };
  }
}

/** Two names without quotation marks: `Hot in Lyon to Lyon`, or two words. */
function splitNames(text: string): ReturnType<typeof splitWord> {
  const at = text.search(/\s(?:to|as|en)\s/iu);
  return at === -1 ? splitWord(text) : { of: text.slice(0, at), rest: text.slice(at).trim() };
}

function verbOf(word: string): ViewCommand['do'] | null {
  const folded = fold(word);
  const verbs = ['list', 'run', 'rename', 'remove', 'save'] as const;
  return verbs.find((verb) => VERBS[verb].includes(folded)) ?? null;
}

export const view: Command = {
  name: 'view',
  called: { en: 'view', fr: 'vue' },
  aliases: ['views', 'vue', 'vues'],
  verbs: VIEW_VERBS,
  group: 'keep',
  summary: {
    en: 'Save queries for this channel and run them',
    fr: 'Enregistrer des requêtes pour ce canal et les lancer',
  },
  hint: {
    en: '[save|list|run|rename|remove] [name] [query]',
    fr: '[enregistrer|liste|lancer|renommer|supprimer] [nom] [requête]',
  },
  examples: {
    en: ['view', 'view save "Hot in Lyon" decision:ready property:lyon', 'view Hot in Lyon'],
    fr: ['vue', 'vue enregistrer "Lyon prêts" décision:prêt bien:lyon', 'vue Lyon prêts'],
  },

  async *run(text, call) {
    const { channelId } = call.place;
    if (channelId === null) yield refusalView(call.words.savedViews.elsewhere);
    else yield* answer(parseViewCommand(text), channelId, call);
  },

  async *runAction(args, call) {
    const { channel, ...wanted } = argumentsIn(ViewArgs, args);
    yield* answer(wanted, channel, call);
  },
};

async function* answer(
  wanted: ViewCommand,
  channelId: string,
  call: CommandContext,
): AsyncGenerator<Answer> {
  switch (wanted.do) {
    case 'list':
      yield viewsPage(await call.store.views.list(channelId), channelId, wanted.page ?? 1, call);
      break;
    case 'run':
      yield* run(oneLine(wanted.name, NAME_READ_MAX), channelId, call);
      break;
    case 'rename':
      yield await rename(wanted, channelId, call);
      break;
    case 'remove':
      yield await remove({ ...wanted, name: oneLine(wanted.name, NAME_READ_MAX) }, channelId, call);
      break;
    case 'save':
      yield await keep(wanted, channelId, call);
      break;
  }
}

/** The answer of `list` to the query of a view. */
async function* run(name: string, channelId: string, call: CommandContext): AsyncGenerator<Answer> {
  const { store, words } = call;
  const found = await store.views.find(channelId, name);
  if (found === null) {
    yield await unknown(name, channelId, call);
  } else if (queryOrNull(found.query) !== null) {
    yield* list.run(found.query, call);
  } else {
    yield broken(found, words);
  }
}

function broken(found: SavedView, words: Messages): Message {
  const shown = oneLine(found.name, NAME_LENGTH_MAX);
  const button = removeButton(found.name, viewLineOf(found, words).remove, words);
  return failureView(words.savedViews.broken(shown), null, button, words);
}

/** Gives a view another name. No other view of the channel may have that name. */
async function rename(
  wanted: Extract<ViewCommand, { do: 'rename' }>,
  channelId: string,
  call: CommandContext,
): Promise<Message> {
  const { store, person, words } = call;
  const [name, to] = [wanted.name, wanted.to].map((each) => oneLine(each, NAME_READ_MAX));
  const before = await store.views.find(channelId, name ?? '');
  if (before === null) return unknown(name ?? '', channelId, call);
  // What cannot be read now may be read with its former secret, unless it is written again.
  if (queryOrNull(before.query) === null) return broken(before, words);
  if (to === '') return refusalView(words.savedViews.newNameMissing);
  const refusal = nameRefusalOf(to ?? '', call);
  if (refusal !== null) return refusal;
  const there = await store.views.find(channelId, to ?? '');
  const isOther = there !== null && there.name !== before.name;
  if (isOther) return viewTakenView(viewLineOf(there, words), null, null, words);
  const renamed = { channelId, name: to ?? '', query: before.query, by: person.userId };
  const saved = await store.views.save({ ...renamed, instead: before });
  // Somebody has saved or changed one in this instant.
  if (saved === null) return rename(wanted, channelId, call);
  return viewSavedView(viewLineOf(saved, words), 'renamed', [], words);
}

/** Removes a view, unless its query is another than the one beside the button: then it asks again. */
async function remove(
  wanted: Extract<ViewCommand, { do: 'remove' }>,
  channelId: string,
  call: CommandContext,
): Promise<Message> {
  const { name, shown } = wanted;
  const { store, words } = call;
  const before = shown === undefined ? null : await store.views.find(channelId, name);
  if (shown !== undefined && before === null) return unknown(name, channelId, call);
  if (before !== null && fingerprintOf(before.query) !== shown) {
    return viewChangedView(viewLineOf(before, words), words);
  }
  const isGone = await store.views.remove(channelId, name, before);
  if (isGone) return viewRemovedView(name, allOf(channelId), words);
  // Somebody has saved another one in this instant, or removed it.
  return before === null ? unknown(name, channelId, call) : remove(wanted, channelId, call);
}

const FINGERPRINT_LENGTH = 12;

function fingerprintOf(query: string): string {
  return hash('sha256', query, 'base64url').slice(0, FINGERPRINT_LENGTH);
}

async function unknown(name: string, channelId: string, call: CommandContext): Promise<Message> {
  const { store, words } = call;
  const views = await store.views.list(channelId);
  const nearest = didYouMean(
    name,
    views.map((known) => known.name),
  );
  const [shown, suggested] = [name, nearest ?? ''].map((each) => oneLine(each, NAME_LENGTH_MAX));
  const failure = words.savedViews.unknown(
    shown ?? '',
    nearest === null ? null : (suggested ?? null),
  );
  const runs = nearest === null ? [] : commandButton(view, nearest, words);
  return failureView(failure, null, [...runs, allButton(allOf(channelId), words)], words);
}

function allOf(channelId: string): Action {
  return { command: view.name, args: { do: 'list', channel: channelId } };
}

/** Each takes two blocks, and a message holds fifty. */
const PAGE_SIZE = 10;

function viewsPage(
  views: readonly SavedView[],
  channelId: string,
  wanted: number,
  { words }: CommandContext,
): Message {
  const { shown, turning } = pageOf(views, wanted, PAGE_SIZE, (page) => ({
    command: 'view',
    args: { do: 'list', channel: channelId, page },
  }));
  const lines = shown.map((saved) => viewLineOf(saved, words));
  return savedViewsView({ ...turning, lines, total: views.length }, words);
}

function viewLineOf(
  { name, query, channelId }: Pick<SavedView, 'name' | 'query' | 'channelId'>,
  { language }: Messages,
): ViewLine {
  const parsed = queryOrNull(query);
  return {
    name,
    query: parsed && queryInWords(parsed, language),
    run: { command: view.name, args: { do: 'run', channel: channelId, name } },
    remove: {
      command: view.name,
      args: { do: 'remove', channel: channelId, name, shown: fingerprintOf(query) },
    },
  };
}

const NAME_LENGTH_MAX = 60;
const VIEWS_MAX = 100;
/** Enough to see that a name is too long. */
const NAME_READ_MAX = 1_000;
/** Maximum of the arguments in an encrypted button. */
const ARGS_BYTES_MAX = 1_100;

/**
 * Keeps a query under a name, unless it may name people. Another query under that name is replaced
 * only when it is the one that was `shown`; for any other, a button asks.
 *
 * @throws {QueryError} when the query cannot be read
 */
async function keep(
  wanted: Extract<ViewCommand, { do: 'save' }>,
  channelId: string,
  call: CommandContext,
): Promise<Message> {
  const { name: typed, query: text, shown } = wanted;
  const { store, person, words } = call;
  const name = oneLine(typed, NAME_READ_MAX);
  const served = servedIn(call.portfolio.latest()?.table);
  const { query, ignored } = understand(text, words.language, {
    served,
    dateOrder: call.dateOrder,
  });
  const refusal = refusalOf(name, query, call);
  if (refusal !== null) return refusal;
  const kept = formatQuery(query, 'en');
  const before = await store.views.find(channelId, name);
  if (before !== null && before.query !== kept && fingerprintOf(before.query) !== shown) {
    const asked = queryInWords(query, words.language);
    const replace = replaceAction(name, kept, before);
    return viewTakenView(viewLineOf(before, words), asked, replace, words);
  }
  const notices = savedNotices(query, ignored, call);
  if (before?.name === name && before.query === kept) {
    return viewSavedView(viewLineOf(before, words), 'unchanged', notices, words);
  }
  if (before === null && (await store.views.list(channelId)).length >= VIEWS_MAX) {
    const all = allButton(allOf(channelId), words);
    return failureView(words.savedViews.tooMany(VIEWS_MAX), null, all, words);
  }
  const by = person.userId;
  const saved = await store.views.save({ channelId, name, query: kept, by, instead: before });
  // Somebody has saved or changed one in this instant.
  if (saved === null) return keep(wanted, channelId, call);
  const outcome = before === null ? 'saved' : 'replaced';
  return viewSavedView(viewLineOf(saved, words), outcome, notices, words);
}

/** Why a query is not kept under a name, with the next step as a button; `null` where it is. */
function refusalOf(name: string, query: Query, call: CommandContext): Message | null {
  const { words } = call;
  const { savedViews } = words;
  const refused = (failure: FailureWords, next: readonly Button[]) =>
    failureView(failure, null, next, words);
  const help = helpButton(KEYS_TOPIC[words.language], words);
  const offered = (failure: FailureWords, line: string) => {
    const copy = `/rental ${view.called[words.language]} ${line}`;
    // Before the first reading nobody knows that a word is a town; a name goes into no button.
    const isKnown = call.portfolio.latest() !== null;
    return refused({ ...failure, copy }, isKnown ? commandButton(view, line, words) : []);
  };
  const wrongName = nameRefusalOf(name, call);
  if (wrongName !== null) return wrongName;
  if (query.conditions.length === 0 && query.sort === null) {
    // “Save Lyon”: the name may say what is asked for.
    const named = understandOrNull(name, words.language)?.query;
    const line = named === undefined ? null : saveLine(name, named, call);
    const failure = savedViews.queryMissing(name);
    return line === null ? refused(failure, help) : offered(failure, line);
  }
  if (!namesPeople(query) && !holdsAddress(query)) return null;
  const [word] = freeWordsOf(query);
  if (word === undefined || holdsAddress(query)) return refused(savedViews.namesPeople, help);
  const line = saveLine(name, query, call);
  const failure = savedViews.freeWord(oneLine(word, NAME_LENGTH_MAX), line !== null);
  return line === null ? refused(failure, help) : offered(failure, line);
}

/** Why a view can have no such name; `null` where it can. */
function nameRefusalOf(name: string, { words }: CommandContext): Message | null {
  const { nameMissing, nameTooLong, nameIsAddress } = words.savedViews;
  if (name === '')
    return failureView(nameMissing, null, helpButton(KEYS_TOPIC[words.language], words), words);
  if (name.length > NAME_LENGTH_MAX) return failureView(nameTooLong, null, null, words);
  return isAddress(name) ? failureView(nameIsAddress, null, null, words) : null;
}

function freeWordsOf({ conditions }: Query): readonly string[] {
  return conditions.flatMap((one) => (one.kind === 'words' ? one.any : []));
}

/**
 * What saves a query under a name, its free words as words of properties; `null` where one of them is
 * in no property, so that it may be a person, and where it asks for nothing.
 */
function saveLine(name: string, query: Query, call: CommandContext): string | null {
  const { language } = call.words;
  const offered = ofProperty(query);
  const isKept =
    offered.conditions.length > 0 &&
    !/["“”„«»]/u.test(name) &&
    !namesPeople(offered) &&
    !holdsAddress(offered) &&
    freeWordsOf(query).every((each) => propertiesHave(each, call));
  return isKept ? `${SAVE[language]} "${name}" ${formatQuery(offered, language)}` : null;
}

const SAVE = { en: 'save', fr: 'enregistrer' } as const;

function replaceAction(name: string, query: string, before: SavedView): Action | null {
  const shown = fingerprintOf(before.query);
  const args = { do: 'save', channel: before.channelId, name, query, shown };
  const isTooLong = Buffer.byteLength(JSON.stringify(args)) > ARGS_BYTES_MAX;
  return isTooLong ? null : { command: 'view', args };
}
