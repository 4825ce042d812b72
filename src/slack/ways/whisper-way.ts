import type { Form, Message } from '../../views/message.ts';
import type { Way } from './way.ts';

/**
 * By messages that cannot be replaced: one sign of life, then the answer.
 *
 * @param say puts a message where the person reads it
 * @param late what stands for a form, for nothing opened a window for it
 */
export function createWhisperWay(
  say: (message: Message) => Promise<void>,
  late: (form: Form) => Message,
): Way {
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
