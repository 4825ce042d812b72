import type { Messages } from '../../i18n/messages.ts';
import { type DigestFormField, inputOf } from '../digests/form.ts';
import type { Action, Form } from '../message.ts';

/** The form that creates an alert, or changes it. */
export function alertForm(
  { isNew, fields }: { readonly isNew: boolean; readonly fields: readonly DigestFormField[] },
  action: Action,
  { alerts, digestForm }: Messages,
): Form {
  return {
    kind: 'form',
    title: isNew ? alerts.addTitle : alerts.editTitle,
    text: alerts.formIntro,
    submit: digestForm.submit,
    action,
    blocks: fields.map(inputOf),
  };
}
