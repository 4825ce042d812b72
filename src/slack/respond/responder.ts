import type { Form, Message } from '../../views/message.ts';

/** How the answer to one request travels to the person who asked. */
export interface Responder {
  /** Puts a message where the answer belongs, in place of the one before where Slack can do that. */
  message(message: Message): Promise<void>;
  /** Gives something to fill in. */
  form(form: Form): Promise<void>;
  /** Says something to the person alone, though the answer may be for more. */
  tell(message: Message): Promise<void>;
  /** Shows, where somebody looks at it, that the answer is on its way. */
  hold?(): Promise<void>;
  /**
   * Says what to mend in the form that was handed in: a sentence for each field.
   *
   * @returns `false`, with nothing said, when the form is no longer there to be mended
   */
  correct?(fields: Readonly<Record<string, string>>): Promise<boolean>;
}

/**
 * By messages that cannot be replaced: one sign of life, then the answer.
 *
 * @param say puts a message where the person reads it
 * @param late what stands for a form, for nothing opened a window for it
 */
export function createEphemeralResponder(
  say: (message: Message) => Promise<void>,
  late: (form: Form) => Message,
): Responder {
  let hasPassed = false;
  return {
    async message(message) {
      if (message.isPassing && hasPassed) return;
      hasPassed ||= message.isPassing;
      await say(message);
    },
    form: async (form) => say(late(form)),
    tell: say,
  };
}
