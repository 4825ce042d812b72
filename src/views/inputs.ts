import type { InputBlock, PlainTextOption } from '@slack/types';

/** The action id of every input: the `block_id` around it names the field. */
const INPUT_ACTION = 'input';

/** One thing to choose. */
export interface Choice {
  /** At most 150 characters. */
  readonly value: string;
  /** At most 75 characters, like `says`. */
  readonly label: string;
  readonly says?: string;
}

/** Common parts of inputs. */
export interface Field {
  /** The name under which a form hands over what was filled in. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
}

/** One of a few, all of them in sight. */
export function radioInput(field: Field, choices: readonly Choice[], chosen: string): InputBlock {
  return input(field, {
    type: 'radio_buttons',
    action_id: INPUT_ACTION,
    ...oneOf(choices, chosen),
  });
}

/** One of many, at most 100. */
export function selectInput(
  field: Field,
  choices: readonly Choice[],
  chosen: string | null,
): InputBlock {
  return input(field, {
    type: 'static_select',
    action_id: INPUT_ACTION,
    ...oneOf(choices, chosen),
  });
}

/** A channel, of those that the person can open; no direct message. */
export function channelInput(field: Field): InputBlock {
  return input(field, {
    type: 'conversations_select',
    action_id: INPUT_ACTION,
    filter: { include: ['public', 'private'] },
  });
}

/** Any of a few, at most 10. */
export function checkboxInput(
  field: Field,
  choices: readonly Choice[],
  chosen: readonly string[],
): InputBlock {
  return input(field, { type: 'checkboxes', action_id: INPUT_ACTION, ...anyOf(choices, chosen) });
}

/** A channel, or a conversation of any other kind, of those that the person sees. */
export function conversationInput(field: Field, chosen: string | null): InputBlock {
  return input(field, {
    type: 'conversations_select',
    action_id: INPUT_ACTION,
    ...(chosen === null ? {} : { initial_conversation: chosen }),
  });
}

/** One person. */
export function personInput(field: Field): InputBlock {
  return input(field, { type: 'users_select', action_id: INPUT_ACTION });
}

/** People, at most `countMax` of them. */
export function peopleInput(field: Field, chosen: readonly string[], countMax: number): InputBlock {
  return input(field, {
    type: 'multi_users_select',
    action_id: INPUT_ACTION,
    max_selected_items: countMax,
    ...(chosen.length === 0 ? {} : { initial_users: [...chosen] }),
  });
}

/** A value that is searched while a person types; the listener of suggestions goes by the field. */
export function searchInput(field: Field, chosen: string): InputBlock {
  return input(field, {
    type: 'external_select',
    action_id: INPUT_ACTION,
    min_query_length: 2,
    initial_option: optionOf({ value: chosen, label: chosen }),
  });
}

/** A day, `YYYY-MM-DD`; `null` for none yet. */
export function dateInput(field: Field, chosen: string | null = null): InputBlock {
  return input(field, {
    type: 'datepicker',
    action_id: INPUT_ACTION,
    ...(chosen === null ? {} : { initial_date: chosen }),
  });
}

/** A time of day, `HH:MM`. */
export function timeInput(field: Field, chosen: string): InputBlock {
  return input(field, { type: 'timepicker', action_id: INPUT_ACTION, initial_time: chosen });
}

/** Any of many, at most 100; at most `countMax` are chosen. */
export function multiSelectInput(
  field: Field,
  choices: readonly Choice[],
  chosen: readonly string[],
  countMax: number,
): InputBlock {
  return input(field, {
    type: 'multi_static_select',
    action_id: INPUT_ACTION,
    ...anyOf(choices, chosen),
    max_selected_items: countMax,
  });
}

/** A line of text. */
export function textInput(field: Field, written: string, lengthMax: number): InputBlock {
  return input(field, {
    type: 'plain_text_input',
    action_id: INPUT_ACTION,
    max_length: lengthMax,
    ...(written === '' ? {} : { initial_value: written }),
  });
}

function oneOf(choices: readonly Choice[], chosen: string | null) {
  const options = choices.map(optionOf);
  const initial = options.find(({ value }) => value === chosen);
  return { options, ...(initial ? { initial_option: initial } : {}) };
}

function anyOf(choices: readonly Choice[], chosen: readonly string[]) {
  const options = choices.map(optionOf);
  const initial = options.filter(({ value }) => value !== undefined && chosen.includes(value));
  return { options, ...(initial.length > 0 ? { initial_options: initial } : {}) };
}

function input({ name, label, hint, isOptional }: Field, element: InputBlock['element']) {
  return {
    type: 'input',
    block_id: name,
    label: { type: 'plain_text', text: label, emoji: false },
    element,
    optional: isOptional ?? false,
    ...(hint === undefined ? {} : { hint: { type: 'plain_text', text: hint, emoji: false } }),
  } satisfies InputBlock;
}

function optionOf({ value, label, says }: Choice): PlainTextOption {
  return {
    value,
    text: { type: 'plain_text', text: label, emoji: false },
    ...(says === undefined
      ? {}
      : { description: { type: 'plain_text', text: says, emoji: false } }),
  };
}
