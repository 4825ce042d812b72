import type { Draft, FormStep } from '../../digests/options/builders.ts';
import {
  isUserGroup,
  MENTIONS_MAX,
  type OptionKey,
  definitionOf,
  fieldsOf,
  optionsInForm,
} from '../../digests/options/definitions.ts';
import { OptionError, type ParsedOptions, parseOptions } from '../../digests/options/parse.ts';
import { typedQuery } from '../../digests/query.ts';
import type { Messages } from '../../i18n/types.ts';
import { errorInWords, formatQuery } from '../../portfolio/query/describe.ts';
import { QueryError } from '../../portfolio/query/errors.ts';
import { parseQuery, unlessMistaken } from '../../portfolio/query/parser.ts';
import type { Query } from '../../portfolio/query/query.ts';
import type { Digest, DigestChoice } from '../../store/digest.ts';
import { oneLine } from '../../views/block-kit.ts';
import { digestForm, type DigestFormField, removeForm } from '../../views/digests/form.ts';
import type { Action, Form } from '../../views/message.ts';
import type { CommandContext, DigestContext, FormValues } from '../command.ts';
import { FormError } from '../errors.ts';
import { assertKnown, authorOf, DigestRefusedError, type Kind, textsFor } from './parse.ts';
import { optionErrorWords } from './present.ts';
import { defaultChoice } from './save.ts';

/** Whether a form shows its rare options as well. */
export type Folding = 'folded' | 'unfolded';

/**
 * The form for a new digest, in this channel if there is one.
 *
 * @param wanted what it begins with instead of the defaults
 */
export function newDigestForm(
  call: DigestContext,
  folding: Folding = 'folded',
  wanted: (choice: DigestChoice) => DigestChoice = (choice) => choice,
): Form {
  const isFolded = folding === 'folded';
  const args = isFolded ? { do: 'create' } : { do: 'create', all: 1 };
  const more: Action | null = isFolded ? { command: 'digest', args: { do: 'unfold' } } : null;
  const digest = wanted(defaultChoice(call));
  return wholeForm(digest, true, { command: 'digest', args }, more, call);
}

/**
 * The form that changes a digest, with its current values.
 *
 * @throws {DigestRefusedError} for one that only a newer version can read
 */
export function editDigestForm(
  digest: Digest,
  call: CommandContext,
  folding: Folding = 'folded',
): Form {
  assertKnown(digest, call);
  const { id, version } = digest;
  const isFolded = folding === 'folded';
  // Carries the version that the person saw.
  const args = { do: 'save', id, version, ...(isFolded ? {} : { all: 1 }) };
  const more = { command: 'digest', args: { do: 'unfold', id, version } };
  return wholeForm(digest, false, { command: 'digest', args }, isFolded ? more : null, call);
}

/** Asks whether a digest or alert is to be removed. */
export function removalForm(kind: Kind, digest: Digest, words: Messages): Form {
  const action = { command: kind, args: { do: 'remove', id: digest.id } };
  return removeForm(digest, action, textsFor(kind, words), words);
}

/** Of the field for a query. */
export const QUERY_LENGTH_MAX = 400;

function wholeForm(
  digest: DigestChoice,
  isNew: boolean,
  action: Action,
  more: Action | null,
  call: CommandContext,
): Form {
  const fields = formFields('first', digest, call);
  const { queryLabel, queryHint } = call.words.digestForm;
  const query: DigestFormField = {
    name: 'query',
    label: queryLabel,
    hint: queryHint,
    isOptional: true,
    input: {
      kind: 'text',
      text: queryText(digest.query, call, typedQuery),
      lengthMax: QUERY_LENGTH_MAX,
    },
  };
  const afterDays = fields.findIndex(({ name }) => name === 'days') + 1;
  const rare = more === null ? formFields('more', digest, call) : [];
  const form = {
    name: digest.name,
    isNew,
    report: digest.schedule.report ?? null,
    fields: [...fields.toSpliced(afterDays, 0, query), ...rare],
  };
  return digestForm(form, action, more, call.words);
}

function formFields(
  step: FormStep,
  digest: DigestChoice,
  { words }: CommandContext,
): DigestFormField[] {
  const { language } = words;
  return [...fieldsOf(step, digest.schedule)].map(
    ([name, { label, hint, isRequired = false, input }]) => ({
      name,
      label: label[language],
      ...(hint === undefined ? {} : { hint: hint[language] }),
      isOptional: !isRequired,
      input: input(digest, words),
    }),
  );
}

/**
 * A query as one types it; as it is stored, for the person to correct, if it cannot be read.
 *
 * @param shown what of it is written out
 */
export function queryText(
  stored: string,
  { words }: CommandContext,
  shown: (query: Query) => Query,
): string {
  return unlessMistaken(() => formatQuery(shown(parseQuery(stored)), words.language)) ?? stored;
}

const WORD_LENGTH_MAX = 40;
const DAYS_IN_WEEK = 7;

/**
 * The options in a submission of a form, folded or not. User groups cannot be picked there: those of the
 * digest stay.
 *
 * @param before the digest that is changed; `null` for a new one
 * @throws {FormError} when fields cannot be read; it names all of them
 */
export function parseDigestForm(
  values: FormValues,
  folding: Folding,
  before: Pick<Digest, 'options' | 'schedule'> | null,
  call: CommandContext,
): ParsedOptions {
  const draft: Draft = { schedule: {}, options: {} };
  // Days are checkboxes, whose values are numbers.
  const keys = optionsInForm('first', before?.schedule).filter((key) => key !== 'days');
  const errors = readFields(keys, values, draft, call);
  const days = daysOf(values['days']);
  if (days.length === 0) errors.set('days', call.words.digestForm.needed);
  const query = readQuery(textOf(values['query']), errors, call);
  const more = folding === 'folded' ? {} : readMoreFields(values, errors, before, call);
  if (errors.size > 0) throw new FormError(Object.fromEntries(errors));
  return {
    name: draft.name ?? null,
    channelId: draft.channelId ?? null,
    ...query,
    schedule: { ...draft.schedule, days, ...more.schedule },
    options: { ...draft.options, ...more.options },
  };
}

/** The rare options, which only the unfolded form has. */
function readMoreFields(
  values: FormValues,
  errors: FieldErrors,
  before: Pick<Digest, 'options' | 'schedule'> | null,
  call: CommandContext,
): Partial<Draft> {
  const draft: Draft = { schedule: {}, options: {} };
  // `delete-after:` includes `previous:delete`, which the form asks for separately.
  const isDeleted = values['previous'] === 'delete';
  const keys = optionsInForm('more', before?.schedule).filter(
    (key) => key !== 'deleteAfter' || isDeleted,
  );
  const unused: Draft = { schedule: {}, options: {} };
  const wrong = [
    ...readFields(keys, values, draft, call),
    ...(isDeleted ? [] : readFields(['deleteAfter'], values, unused, call)),
  ];
  const { deleteAfterDays: days = null } = unused.options;
  // Days that are left from what the digest did before ask for nothing.
  if (!isDeleted && days !== null && days !== before?.options.deleteAfterDays) {
    wrong.push(['deleteAfter', call.words.digestForm.notDeleted]);
  }
  for (const [field, sentence] of wrong) errors.set(field, sentence);
  // As the channel has it: a new digest in a channel without a language has that of its author.
  if (before === null && draft.options.language === null) delete draft.options.language;
  const groups = before?.options.mentions.filter(isUserGroup) ?? [];
  const mentions = [...groups, ...(draft.options.mentions ?? [])].slice(0, MENTIONS_MAX);
  return { schedule: draft.schedule, options: { ...draft.options, mentions } };
}

/** Sentences by block id. */
export type FieldErrors = Map<string, string>;

function readFields(
  keys: readonly OptionKey[],
  values: FormValues,
  draft: Draft,
  call: CommandContext,
): FieldErrors {
  const errors: FieldErrors = new Map();
  for (const key of keys) {
    const { clear, exceededMax, isIncomplete, fields } = definitionOf(key);
    const names = fields.map(({ name = key }) => name);
    const [first = key] = names;
    const texts = names.map((name) => textOf(values[name]));
    clear?.(draft);
    const wrong = readTexts(key, texts, draft, call);
    if (wrong !== undefined) {
      errors.set(first, notUnderstood(key, wrong, call));
    } else if (isIncomplete?.(draft) === true) {
      const empty = names.filter((name) => textOf(values[name]).trim() === '');
      for (const name of empty) errors.set(name, call.words.digestForm.needed);
    } else if (exceededMax !== undefined && exceededMax(draft) !== null) {
      errors.set(first, notUnderstood(key, texts.join(','), call));
    }
  }
  return errors;
}

/** Reads the values of an option; gives the first that cannot be read. */
function readTexts(
  key: OptionKey,
  texts: readonly string[],
  draft: Draft,
  call: CommandContext,
): string | undefined {
  const { isList, read } = definitionOf(key);
  return texts
    .flatMap((text) => (isList ? text.split(',') : [text]))
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .find((value) => !read(value, draft, authorOf(call)));
}

function readQuery(
  text: string,
  errors: FieldErrors,
  call: CommandContext,
): Pick<ParsedOptions, 'view' | 'query'> {
  const everything = { view: null, query: { conditions: [], sort: null } };
  if (text.trim() === '') return everything;
  const parsed = inField('query', errors, call, () => parseOptions(text, authorOf(call)));
  if (parsed === null || (parsed.view === null && parsed.query === null)) return everything;
  return { view: parsed.view, query: parsed.query };
}

/** Reads a field; `null` where that fails, and what is wrong with it stands below it. */
export function inField<Value>(
  field: string,
  errors: FieldErrors,
  call: CommandContext,
  read: () => Value,
): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof DigestRefusedError) {
      errors.set(field, error.sentence);
      return null;
    }
    if (error instanceof OptionError || error instanceof QueryError) {
      const { happened, remedy } =
        error instanceof OptionError
          ? optionErrorWords(error, call.words)
          : errorInWords(error, call.words.language);
      errors.set(field, `${happened} ${remedy}`);
      return null;
    }
    throw error;
  }
}

function notUnderstood(key: OptionKey, typed: string, { words }: CommandContext): string {
  const { fields, examples: all, bounds } = definitionOf(key);
  // Where an option has a field for each of its parts, the first takes the first.
  const examples = all[words.language]
    .map((example) => (fields.length > 1 ? (example.split(',')[0] ?? example) : example))
    .join(', ');
  return words.digestForm.unreadable(
    oneLine(typed, WORD_LENGTH_MAX),
    examples,
    bounds?.[words.language] ?? '',
  );
}

/** Days of the week that are ticked, in order. */
export function daysOf(value: FormValues[string] | undefined): readonly number[] {
  return listOf(value)
    .map(Number)
    .filter((day) => Number.isInteger(day) && day >= 1 && day <= DAYS_IN_WEEK)
    .toSorted((one, other) => one - other);
}

/** The values of a field. */
export function listOf(value: FormValues[string] | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
}

/** The value of a field as one text. */
export function textOf(value: FormValues[string] | undefined): string {
  return listOf(value).join(',');
}
