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
export function lateFormView(form: Form, again: Press | null, { waiting }: Words): Message {
  const told = again === null ? waiting.askAgain : waiting.late(form.title);
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
