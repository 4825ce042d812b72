import type { Form, Message } from '../../views/message.ts';

/** Delivers the answer to one request. */
export interface Responder {
  /** Shows a message, in place of the one before where Slack can replace it. */
  message(message: Message): Promise<void>;
  /** Opens a form. */
  form(form: Form): Promise<void>;
  /** Shows a message to the person alone, although the answer may be for the channel. */
  readonly sendPrivately: (message: Message) => Promise<void>;
  /** Shows that the answer is being prepared. */
  showWaiting?(): Promise<void>;
  /**
   * Shows errors in the submitted form: a sentence for each field.
   *
   * @returns `false`, with nothing shown, when the form is closed
   */
  correct?(fields: Readonly<Record<string, string>>): Promise<boolean>;
  /** Says why a submitted form was not taken, and leaves what was filled in where it can be. */
  readonly giveBack?: Responder['sendPrivately'];
}

/**
 * A responder by messages that cannot be replaced: one sign of life, then the answer.
 *
 * @param send shows a message to the person
 * @param formByButton the message that stands for a form, which needs a trigger id
 */
export function createEphemeralResponder(
  send: (message: Message) => Promise<void>,
  formByButton: (form: Form) => Message,
): Responder {
  let hasShownProgress = false;
  return {
    async message(message) {
      if (message.isPassing && hasShownProgress) return;
      hasShownProgress ||= message.isPassing;
      await send(message);
    },
    form: async (form) => send(formByButton(form)),
    sendPrivately: send,
  };
}
