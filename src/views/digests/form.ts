import type { InputBlock, RichTextElement } from '@slack/types';

import type { Messages } from '../../i18n/types.ts';
import { bold, buttons, oneLine, paragraph, plain, richText } from '../block-kit.ts';
import {
  checkboxInput,
  type Choice,
  conversationInput,
  type Field,
  multiSelectInput,
  peopleInput,
  radioInput,
  searchInput,
  selectInput,
  textInput,
  timeInput,
} from '../inputs.ts';
import type { Action, Form } from '../message.ts';
import type { DigestDetails } from './manage.ts';
import { digestName } from './post.ts';

/** Kind of input and its current value. */
export type FieldInput =
  | { readonly kind: 'text'; readonly text: string; readonly lengthMax: number }
  | {
      readonly kind: 'select' | 'radio';
      readonly choices: readonly Choice[];
      readonly chosen: string;
    }
  | {
      readonly kind: 'checkboxes';
      readonly choices: readonly Choice[];
      readonly chosen: readonly string[];
    }
  | { readonly kind: 'time' | 'search'; readonly chosen: string }
  | {
      readonly kind: 'several';
      readonly choices: readonly Choice[];
      readonly chosen: readonly string[];
      readonly countMax: number;
    }
  | { readonly kind: 'conversation'; readonly chosen: string | null }
  | { readonly kind: 'users'; readonly chosen: readonly string[]; readonly countMax: number };

/** A field of a form, in the language of the form. */
export interface DigestFormField extends Field {
  readonly input: FieldInput;
}

const SPOKEN_NAME_LENGTH_MAX = 30;

/** The form that creates a digest, or changes it; `more` adds its rare options in place. */
export function digestForm(
  digest: {
    readonly name: string;
    readonly isNew: boolean;
    /** Period of the report that it posts; `null` for files. */
    readonly report: 'week' | 'month' | null;
    readonly fields: readonly DigestFormField[];
  },
  action: Action,
  more: Action | null,
  words: Messages,
): Form {
  const { digestForm: form, digestCommands, report } = words;
  const name = oneLine(digest.name, SPOKEN_NAME_LENGTH_MAX);
  const addTitle = digest.report === null ? form.addTitle : report.name[digest.report];
  return {
    kind: 'form',
    title: digest.isNew ? addTitle : form.editTitle,
    text: digest.report === null ? form.intro : form.reportIntro,
    submit: form.submit,
    action,
    // A new report is set up from the report itself, which stays below.
    ...(digest.isNew && digest.report !== null ? {} : { returns: true }),
    blocks: [
      ...digest.fields.map(inputOf),
      ...(more === null
        ? []
        : [
            buttons({
              label: digestCommands.more,
              spoken: digestCommands.moreSpoken(name),
              action: more,
            }),
          ]),
    ],
  };
}

/** A field as Slack draws it. */
export function inputOf({ input, ...field }: DigestFormField): InputBlock {
  switch (input.kind) {
    case 'text':
      return textInput(field, input.text, input.lengthMax);
    case 'select':
      return selectInput(field, input.choices, input.chosen);
    case 'radio':
      return radioInput(field, input.choices, input.chosen);
    case 'checkboxes':
      return checkboxInput(field, input.choices, input.chosen);
    case 'time':
      return timeInput(field, input.chosen);
    case 'search':
      return searchInput(field, input.chosen);
    case 'several':
      return multiSelectInput(field, input.choices, input.chosen, input.countMax);
    case 'conversation':
      return conversationInput(field, input.chosen);
    case 'users':
      return peopleInput(field, input.chosen, input.countMax);
  }
}

/** Asks whether a digest or an alert is to be removed. */
export function removeForm(
  { name, channelId }: Pick<DigestDetails, 'name' | 'channelId'>,
  action: Action,
  { removeTitle: title, removeText }: Pick<Messages['alerts'], 'removeTitle' | 'removeText'>,
  words: Messages,
): Form {
  const shown = digestName(name, words);
  const asked = removeText(shown);
  return {
    kind: 'form',
    title,
    text: asked,
    submit: words.digestCommands.yes,
    action,
    returns: true,
    blocks: [richText([bold(shown), ...placeAfter(channelId, words)]), paragraph(asked)],
  };
}

/** Where a digest or an alert posts, behind its name: others may have that name elsewhere. */
function placeAfter(channelId: string, { alerts, digestCommands }: Messages): RichTextElement[] {
  if (channelId.startsWith('D')) return [plain(` ${digestCommands.directly}`)];
  if (!/^[CG]/.test(channelId)) return [plain(`, ${alerts.toMe}`)];
  const place = { type: 'channel', channel_id: channelId } as const;
  return [plain(` ${digestCommands.inChannel('')}`), place];
}

/** How long a digest may be snoozed, and when it would be back. */
interface SnoozeChoice {
  /** Days; `next` skips what is due today or, if nothing is, the next post. */
  readonly period: 'next' | 7 | 14 | 30;
  /** When the posts are due that it would skip, at most three; in epoch milliseconds. */
  readonly skips: readonly number[];
  /** Epoch milliseconds; `null` when it would not come again. */
  readonly back: number | null;
}

/** Asks for how long a digest is to be snoozed, and says whom that concerns. */
export function snoozeDigestForm(
  { name, channelId, schedule: { zone } }: Pick<DigestDetails, 'name' | 'channelId' | 'schedule'>,
  choices: readonly SnoozeChoice[],
  action: Action,
  words: Messages,
): Form {
  const { digest, digestCommands } = words;
  const moment = (at: number) => digest.moment(at, zone);
  const concerns = digestCommands.snoozeConcerns(digestName(name, words));
  return {
    kind: 'form',
    title: digestCommands.snoozeTitle,
    text: concerns,
    submit: digestCommands.snoozeSubmit,
    action,
    returns: true,
    blocks: [
      richText([plain(concerns), ...placeAfter(channelId, words), plain('.')]),
      radioInput(
        { name: 'period', label: digestCommands.snoozeLabel },
        choices.map(({ period, skips, back }) => ({
          value: String(period),
          label:
            period === 'next'
              ? digestCommands.snoozeNext(skips.map(moment))
              : digestCommands.snoozeDays(period),
          ...(back === null ? {} : { says: digestCommands.back(moment(back)) }),
        })),
        'next',
      ),
    ],
  };
}
