import { digestAction } from '../../digests/compose/parts.ts';
import {
  type Draft,
  MENTIONS_MAX,
  OPTION_WORDS,
  type OptionKey,
  readOption,
  TIMES_MAX,
} from '../../digests/options/definitions.ts';
import { type ParsedOptions, parseOptions, OptionError } from '../../digests/options/parse.ts';
import { withoutAwaiting } from '../../digests/query.ts';
import type { DigestField } from '../../i18n/types.ts';
import { errorInWords } from '../../portfolio/query/error-messages.ts';
import { QueryError } from '../../portfolio/query/errors.ts';
import { formatQuery } from '../../portfolio/query/format.ts';
import { parseQuery } from '../../portfolio/query/parser.ts';
import { DEFAULT_DIGEST_OPTIONS, type Digest, type DigestChoice } from '../../store/digest.ts';
import { digestForm, digestMoreForm } from '../../views/digests/form.ts';
import type { Form, Action } from '../../views/message.ts';
import { oneLine } from '../../views/text.ts';
import { type CommandContext, type DigestService, type FormValues, FormError } from '../command.ts';
import { optionWords } from './errors.ts';
import { defaultChoice } from './save.ts';

/** The form for a new digest, here if it can be here. */
export function newDigestForm(call: CommandContext, digests: DigestService): Form {
  const action: Action = { command: 'digest', args: { do: 'create' } };
  return digestForm(filledOf(defaultChoice(call, digests), call), true, action, null, call.words);
}

/** The form that changes a digest, as it is now. */
export function editDigestForm(digest: Digest, call: CommandContext): Form {
  const more = digestAction('more', digest.id, 'modal');
  const action = saveAction('save', digest);
  return digestForm(filledOf(digest, call), false, action, more, call.words);
}

/** The form for the other options of a digest, as they are now. */
export function moreDigestForm(digest: Digest, call: CommandContext): Form {
  const { name, options, schedule } = digest;
  const { holidays, onHoliday } = schedule;
  const filled = {
    ...options,
    name,
    holidays,
    onHoliday,
    minAge: ageTyped(options.minAge, call),
    minStale: ageTyped(options.minStale, call),
  };
  return digestMoreForm(filled, saveAction('saveMore', digest), call.words);
}

/** Carries the version that the person saw. */
function saveAction(what: 'save' | 'saveMore', { id, version }: Digest): Action {
  return { command: 'digest', args: { do: what, id, version } };
}

function filledOf(
  { name, channelId, query, schedule, options }: DigestChoice,
  call: CommandContext,
) {
  const { times, days, zone } = schedule;
  return {
    name,
    channelId: channelId === '' ? null : channelId,
    query: queryTyped(query, call),
    times,
    days,
    zone,
    whenEmpty: options.whenEmpty,
    targetDays: options.targetDays,
  };
}

/** As somebody would type it; one that can no longer be read as it stands, to be mended. */
function queryTyped(text: string, { words }: CommandContext): string {
  try {
    const query = parseQuery(text);
    return formatQuery(withoutAwaiting(query) ?? query, words.language);
  } catch (error) {
    if (error instanceof QueryError) return text;
    throw error;
  }
}

/** An age in the person's units: `1bd` is `1jo` in French. */
function ageTyped(age: string | null, { words }: CommandContext): string {
  if (age === null) return '';
  try {
    return formatQuery(parseQuery(`age:>=${age}`), words.language).replace(/^[^=]*=/u, '');
  } catch (error) {
    if (error instanceof QueryError) return age;
    throw error;
  }
}

const WORD_LENGTH_MAX = 40;
const WEEK = 7;

/** These take several values, with commas between. */
const MANY: readonly OptionKey[] = ['times', 'mentions', 'escalate'];
const FIRST_FORM: readonly OptionKey[] = ['name', 'channel', 'times', 'zone', 'target', 'empty'];
const SECOND_FORM: readonly OptionKey[] = [
  'group',
  'top',
  'style',
  'minAge',
  'minStale',
  'privacy',
  'language',
  'holidays',
  'onHoliday',
  'previous',
  'deleteAfter',
  'live',
  'catchUp',
  'mentions',
  'escalate',
];

/**
 * What the first form of a digest wishes.
 *
 * @throws {FormError} when a field cannot be read
 */
export function wishFilledIn(filled: FormValues, call: CommandContext): ParsedOptions {
  const draft: Draft = { schedule: {}, options: { targetDays: null } };
  const wrong = readFields(FIRST_FORM, filled, draft, call);
  const days = daysOf(filled['days']);
  if (days.length === 0) wrong.set('days', call.words.digestForm.needed);
  const asked = queryFilledIn(textOf(filled['query']), wrong, call);
  if (wrong.size > 0) throw new FormError(Object.fromEntries(wrong));
  return {
    name: draft.name ?? null,
    channelId: draft.channelId ?? null,
    ...asked,
    schedule: { ...draft.schedule, days },
    options: draft.options,
  };
}

/**
 * What the second form of a digest wishes. User groups cannot be picked: those that were there stay.
 *
 * @throws {FormError} when a field cannot be read
 */
export function moreFilledIn(
  typed: FormValues,
  before: Pick<Digest, 'options'>,
  call: CommandContext,
): ParsedOptions {
  const filled = { ...typed, ...escalateFilledIn(typed) };
  const { minAge, minStale, mentions, escalate, top } = DEFAULT_DIGEST_OPTIONS;
  const draft: Draft = { schedule: {}, options: { minAge, minStale, mentions, escalate, top } };
  // Days after which posts go mean nothing where posts stay.
  const keys = SECOND_FORM.filter(
    (key) => key !== 'deleteAfter' || filled['previous'] === 'delete',
  );
  const wrong = readFields(keys, filled, draft, call);
  const { escalate: given } = draft.options;
  // The channel is picked, so what cannot be read is the days.
  const slip = wrong.get('escalate');
  wrong.delete('escalate');
  if (slip !== undefined) wrong.set('escalateAfter', slip);
  else if (given?.afterDays === 0) wrong.set('escalateAfter', call.words.digestForm.needed);
  if (given?.channelId === '') wrong.set('escalate', call.words.digestForm.needed);
  if (wrong.size > 0) throw new FormError(Object.fromEntries(wrong));
  const { schedule, options } = draft;
  const groups = before.options.mentions.filter((id) => id.startsWith('S'));
  const called = [...groups, ...(options.mentions ?? [])].slice(0, MENTIONS_MAX);
  return {
    name: null,
    channelId: null,
    view: null,
    query: null,
    schedule,
    options: { ...options, mentions: called },
  };
}

/** Both halves of an escalation as one would type them. */
function escalateFilledIn(filled: FormValues): FormValues {
  const halves = [filled['escalateAfter'], filled['escalate']].map(textOf).filter(Boolean);
  return { escalate: halves.join(',') };
}

type Wrong = Map<DigestField, string>;

function readFields(
  keys: readonly OptionKey[],
  filled: FormValues,
  draft: Draft,
  call: CommandContext,
): Wrong {
  const teller = { userId: call.person.userId, language: call.words.language };
  const wrong: Wrong = new Map();
  for (const key of keys) {
    const typed = textOf(filled[key]);
    const values = MANY.includes(key) ? typed.split(',') : [typed];
    const said = values.map((value) => value.trim()).filter((value) => value !== '');
    const bad = said.find((value) => !readOption(key, value, draft, teller));
    if (bad !== undefined && isField(key)) wrong.set(key, unreadable(key, bad, call));
  }
  const { times = [] } = draft.schedule;
  const { mentions = [] } = draft.options;
  if (times.length > TIMES_MAX)
    wrong.set('times', unreadable('times', textOf(filled['times']), call));
  if (mentions.length > MENTIONS_MAX) {
    wrong.set('mentions', unreadable('mentions', textOf(filled['mentions']), call));
  }
  return wrong;
}

function queryFilledIn(
  text: string,
  wrong: Wrong,
  { person, words }: CommandContext,
): Pick<ParsedOptions, 'view' | 'query'> {
  const everything = { view: null, query: { conditions: [], sort: null } };
  if (text.trim() === '') return everything;
  try {
    const { view, query } = parseOptions(text, { userId: person.userId, language: words.language });
    return view === null && query === null ? everything : { view, query };
  } catch (error) {
    const isOption = error instanceof OptionError;
    if (!isOption && !(error instanceof QueryError)) throw error;
    const said = isOption ? optionWords(error, words) : errorInWords(error, words.language);
    wrong.set('query', `${said.happened} ${said.remedy}`);
    return everything;
  }
}

function unreadable(key: OptionKey, typed: string, { words }: CommandContext): string {
  const valid = OPTION_WORDS[key].takes[words.language].join(', ');
  return words.digestForm.unreadable(oneLine(typed, WORD_LENGTH_MAX), valid);
}

/** All options have a field but the view, which stands in the query's. */
function isField(key: OptionKey): key is Exclude<OptionKey, 'view'> {
  return key !== 'view';
}

function daysOf(filled: FormValues[string] | undefined): readonly number[] {
  const days = typeof filled === 'string' ? [filled] : (filled ?? []);
  return days
    .map(Number)
    .filter((day) => Number.isInteger(day) && day >= 1 && day <= WEEK)
    .toSorted((one, other) => one - other);
}

function textOf(filled: FormValues[string] | undefined): string {
  return typeof filled === 'string' ? filled : (filled ?? []).join(',');
}
