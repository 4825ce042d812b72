import { buttons, paragraph } from './blocks.ts';
import type { Form, Message, Press } from './message.ts';
import type { Words } from './words/words.ts';

/** Stands in a modal until its answer comes. */
export function waitingView({ waiting }: Words): Message {
  return {
    kind: 'message',
    text: waiting.moment,
    blocks: [paragraph(waiting.moment)],
    isPassing: true,
  };
}

/** A form that could not be opened, for Slack allows three seconds for it: a button opens it. */
export function lateFormView(form: Form, again: Press | null, words: Words): Message {
  const { late, askAgain } = words.waiting;
  return unopenedView(form, again === null ? askAgain : late(form.title), again, words);
}

/** A form that was asked for by a message, for which Slack opens none: a button opens it. */
export function formByButtonView(form: Form, again: Press | null, words: Words): Message {
  const { byButton, byCommand } = words.waiting;
  const told = again === null ? byCommand(form.title) : byButton(form.title);
  return unopenedView(form, told, again, words);
}

function unopenedView(form: Form, told: string, again: Press | null, { waiting }: Words): Message {
  const open = { label: waiting.open, spoken: waiting.openSpoken(form.title) };
  return {
    kind: 'message',
    text: `${form.text} ${told}`,
    blocks: [
      paragraph(`${form.text}\n${told}`),
      ...(again === null
        ? []
        : [buttons({ ...open, press: { ...again, opens: 'modal' }, style: 'primary' })]),
    ],
    isPassing: false,
  };
}
