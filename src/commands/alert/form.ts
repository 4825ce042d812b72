import { NAME_LENGTH_MAX } from '../../digests/options/scope-definitions.ts';
import { typedQuery } from '../../digests/query.ts';
import type { Query } from '../../portfolio/query/query.ts';
import type { Digest, DigestChoice } from '../../store/digest.ts';
import { ALERT_ASPECTS, type AlertOptions } from '../../store/events.ts';
import { alertForm, periodOf } from '../../views/alerts/manage.ts';
import type { DigestFormField } from '../../views/digests/form.ts';
import type { Action, Form } from '../../views/message.ts';
import type { CommandContext, FormValues } from '../command.ts';
import {
  daysOf,
  type FieldErrors,
  inField,
  listOf,
  QUERY_LENGTH_MAX,
  queryText,
  textOf,
} from '../digest/form.ts';
import { assertKnown } from '../digest/parse.ts';
import { FormError } from '../errors.ts';
import { DEFAULT_ALERT, ownValue, type ParsedAlert, parseAlert } from './parse.ts';

const QUIET_LENGTH_MAX = 30;
const PERIODS = [0, 15, 30, 60, 120, 240, 1_440];

/**
 * The form for a new alert, or with the values of one that there is.
 *
 * @param query what a new one begins with, in the reader’s language
 * @throws {DigestRefusedError} for one that only a newer version can read
 */
export function formFor(
  choice: DigestChoice,
  before: Pick<Digest, 'id' | 'version'> | null,
  call: CommandContext,
  query = '',
): Form {
  assertKnown(choice, call);
  const action: Action = {
    command: 'alert',
    args:
      before === null ? { do: 'create' } : { do: 'save', id: before.id, version: before.version },
  };
  const asked = before === null ? query : queryText(choice.query, call, shownQuery);
  return alertForm(
    { isNew: before === null, fields: fieldsOf(choice, asked, call) },
    action,
    call.words,
  );
}

function fieldsOf(
  choice: DigestChoice,
  query: string,
  { words }: CommandContext,
): DigestFormField[] {
  const { alerts, digestForm } = words;
  const { on, aspects, everyMinutes, quiet } = choice.alert ?? DEFAULT_ALERT;
  const { labels, choices } = alerts;
  const periods = [...new Set([...PERIODS, everyMinutes])].toSorted((one, other) => one - other);
  return [
    {
      name: 'query',
      label: digestForm.queryLabel,
      hint: alerts.queryHint,
      input: { kind: 'text', text: query, lengthMax: QUERY_LENGTH_MAX },
    },
    {
      name: 'when',
      label: labels.when,
      input: {
        kind: 'radio',
        choices: (['enters', 'leaves', 'changes'] as const).map((value) => ({
          value,
          label: choices[value],
          says: choices.says[value],
        })),
        chosen: on,
      },
    },
    {
      name: 'aspects',
      label: labels.aspects,
      hint: alerts.aspectsHint,
      isOptional: true,
      input: {
        kind: 'checkboxes',
        choices: ALERT_ASPECTS.map((value) => ({ value, label: alerts.aspects[value] })),
        chosen: aspects,
      },
    },
    {
      name: 'channel',
      label: labels.to,
      hint: choices.me,
      isOptional: true,
      input: {
        kind: 'conversation',
        chosen: /^[CG]/.test(choice.channelId) ? choice.channelId : null,
      },
    },
    {
      name: 'every',
      label: labels.every,
      input: {
        kind: 'select',
        choices: periods.map((minutes) => ({
          value: String(minutes),
          label: minutes === 0 ? choices.atOnce : alerts.atMostEvery(periodOf(minutes, words)),
        })),
        chosen: String(everyMinutes),
      },
    },
    {
      name: 'quiet',
      label: labels.quiet,
      hint: alerts.quietHint,
      isOptional: true,
      input: {
        kind: 'text',
        text: quiet === null ? '' : `${quiet.from}-${quiet.until}`,
        lengthMax: QUIET_LENGTH_MAX,
      },
    },
    {
      name: 'days',
      label: labels.days,
      input: {
        kind: 'checkboxes',
        choices: digestForm.days.map((label, index) => ({ value: String(index + 1), label })),
        chosen: choice.schedule.days.map(String),
      },
    },
    {
      name: 'name',
      label: labels.name,
      isOptional: true,
      input: { kind: 'text', text: choice.name, lengthMax: NAME_LENGTH_MAX },
    },
  ];
}

/** An alert needs a query: that of all files that await a decision is written out. */
function shownQuery(query: Query): Query {
  const typed = typedQuery(query);
  return typed.conditions.length === 0 ? query : typed;
}

/**
 * The options in a submission of the form.
 *
 * @throws {FormError} when fields cannot be read; it names all of them
 */
export function parseAlertForm(values: FormValues, call: CommandContext): ParsedAlert {
  const { alerts, digestForm } = call.words;
  const errors: FieldErrors = new Map();
  const { options } = readQuery(textOf(values['query']), errors, call) ?? { options: null };
  const on = textOf(values['when']);
  const aspects = listOf(values['aspects']);
  const isUnticked = on === 'changes' && aspects.length === 0;
  if (isUnticked) errors.set('aspects', alerts.tickAspects);
  const read = (option: 'when' | 'every' | 'quiet', value: string) =>
    inField(option, errors, call, () => ownValue(option, value, call));
  const quiet = textOf(values['quiet']).trim();
  const alert: Partial<AlertOptions> = {
    ...(isUnticked ? {} : read('when', on === 'changes' ? `${on}:${aspects.join(',')}` : on)),
    ...read('every', `${Number(textOf(values['every']))}`),
    ...read('quiet', quiet === '' ? 'none' : quiet),
  };
  if (errors.has('quiet')) errors.set('quiet', alerts.quietTyped);
  const days = daysOf(values['days']);
  if (days.length === 0) errors.set('days', digestForm.needed);
  if (errors.size > 0 || options === null) throw new FormError(Object.fromEntries(errors));
  const name = textOf(values['name']).trim();
  return {
    alert,
    options: {
      ...options,
      name: name === '' ? null : name,
      channelId: textOf(values['channel']) || call.person.userId,
      schedule: { ...options.schedule, days },
    },
  };
}

function readQuery(text: string, errors: FieldErrors, call: CommandContext): ParsedAlert | null {
  const parsed = inField('query', errors, call, () => parseAlert(text, call));
  if (parsed === null || parsed.options.query !== null || parsed.options.view !== null) {
    return parsed;
  }
  const { needsQuery, queryHint } = call.words.alerts;
  errors.set('query', `${needsQuery.happened} ${queryHint}`);
  return null;
}
