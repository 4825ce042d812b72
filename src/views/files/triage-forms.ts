import type { Messages } from '../../i18n/messages.ts';
import { paragraph } from '../block-kit.ts';
import { dateInput, peopleInput } from '../inputs.ts';
import type { Action, Form } from '../message.ts';

/** Name of the field with the colleague. */
export const HAND_FIELD = 'to';
/** Name of the field with the day. */
export const SNOOZE_FIELD = 'until';

/** Asks to whom a file goes. */
export function handForm(action: Action, { triage }: Messages): Form {
  const { title, text, submit, label } = triage.hand;
  return {
    kind: 'form',
    title,
    text,
    submit,
    action,
    blocks: [peopleInput({ name: HAND_FIELD, label }, [], 1)],
  };
}

/** Asks until when a file is to rest. */
export function snoozeForm(action: Action, { triage }: Messages): Form {
  const { title, text, submit, label, hint } = triage.snooze;
  return {
    kind: 'form',
    title,
    text,
    submit,
    action,
    blocks: [paragraph(text), dateInput({ name: SNOOZE_FIELD, label, hint, isOptional: true })],
  };
}
