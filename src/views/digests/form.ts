import type { Messages } from '../../i18n/messages.ts';
import type { DigestField } from '../../i18n/types.ts';
import { buttons, paragraph } from '../block-kit.ts';
import {
  checkboxInput,
  type Choice,
  conversationInput,
  peopleInput,
  radioInput,
  selectInput,
  textInput,
} from '../inputs.ts';
import type { Form, Action } from '../message.ts';
import type { DigestManner, DigestDetails } from './manage.ts';
import { digestName } from './post.ts';

/** What stands in the first form of a digest: what most people want to choose. */
export interface DigestFilled {
  readonly name: string;
  readonly channelId: string | null;
  /** As one types it; empty for all that awaits a decision. */
  readonly query: string;
  readonly times: readonly string[];
  readonly days: readonly number[];
  readonly zone: string;
  readonly whenEmpty: DigestManner['whenEmpty'];
  readonly targetDays: number | null;
}

/** What stands in the second one. */
export interface DigestFilledMore extends Omit<DigestManner, 'escalate'> {
  readonly name: string;
  readonly holidays: string;
  readonly onHoliday: DigestDetails['schedule']['onHoliday'];
  /** As one types them. */
  readonly minAge: string;
  readonly minStale: string;
  readonly escalate: { readonly afterDays: number; readonly channelId: string } | null;
}

const QUERY_LENGTH_MAX = 400;
const NAME_LENGTH_MAX = 60;
const SHORT_LENGTH_MAX = 100;
/** People and user groups; the latter have no picker and are typed. */
const MENTIONS_MAX = 5;

/** The form that makes a digest, or changes it; `more` leads to its other options. */
export function digestForm(
  filled: DigestFilled,
  isNew: boolean,
  action: Action,
  more: Action | null,
  words: Messages,
): Form {
  const { digestForm: form, digestCommands: digestDesk } = words;
  const name = digestName(filled.name, words, 30);
  return {
    kind: 'form',
    title: isNew ? form.addTitle : form.editTitle,
    text: form.intro,
    submit: form.submit,
    action,
    blocks: [
      textInput(field('name', words, true), filled.name, NAME_LENGTH_MAX),
      conversationInput(field('channel', words), filled.channelId),
      textInput(field('times', words), filled.times.join(', '), SHORT_LENGTH_MAX),
      checkboxInput(
        field('days', words),
        form.days.map((label, index) => ({ value: String(index + 1), label })),
        filled.days.map(String),
      ),
      textInput(field('query', words, true), filled.query, QUERY_LENGTH_MAX),
      textInput(field('zone', words), filled.zone, SHORT_LENGTH_MAX),
      textInput(field('target', words, true), String(filled.targetDays ?? ''), SHORT_LENGTH_MAX),
      radioInput(field('empty', words), choicesOf(form.choices.empty), filled.whenEmpty),
      ...(more === null
        ? []
        : [buttons({ label: digestDesk.more, spoken: digestDesk.moreSpoken(name), action: more })]),
    ],
  };
}

/** The other options of a digest. */
export function digestMoreForm(filled: DigestFilledMore, action: Action, words: Messages): Form {
  const { digestForm: form } = words;
  const { choices } = form;
  const intro = form.moreIntro(digestName(filled.name, words));
  const { escalate, mentions } = filled;
  const text = (name: DigestField, written: string) =>
    textInput(field(name, words, true), written, SHORT_LENGTH_MAX);
  return {
    kind: 'form',
    title: form.moreTitle,
    text: intro,
    submit: form.submit,
    action,
    blocks: [
      paragraph(intro),
      selectInput(field('group', words), choicesOf(choices.group), filled.group),
      text('top', String(filled.top)),
      selectInput(field('style', words), choicesOf(choices.style), filled.style),
      text('minAge', filled.minAge),
      text('minStale', filled.minStale),
      selectInput(field('privacy', words), choicesOf(choices.privacy), filled.privacy ?? 'channel'),
      selectInput(
        field('language', words),
        choicesOf(choices.language),
        filled.language ?? 'channel',
      ),
      text('holidays', filled.holidays),
      selectInput(field('onHoliday', words), choicesOf(choices.onHoliday), filled.onHoliday),
      selectInput(field('previous', words), choicesOf(choices.previous), filled.previous),
      text('deleteAfter', String(filled.deleteAfterDays ?? '')),
      selectInput(field('live', words), choicesOf(choices.live), filled.live ? 'on' : 'off'),
      text('catchUp', `${filled.catchUpMinutes}min`),
      peopleInput(
        field('mentions', words, true),
        mentions.filter((id) => !isGroup(id)),
        Math.max(1, MENTIONS_MAX - mentions.filter(isGroup).length),
      ),
      text('escalateAfter', String(escalate?.afterDays ?? '')),
      conversationInput(field('escalate', words, true), escalate?.channelId ?? null),
    ],
  };
}

function field(name: DigestField, { digestForm: form }: Messages, isOptional = false) {
  const hint = form.hints[name];
  return {
    name,
    label: form.fields[name],
    isOptional,
    ...(hint === undefined ? {} : { hint }),
  };
}

function isGroup(id: string): boolean {
  return id.startsWith('S');
}

function choicesOf(labels: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
