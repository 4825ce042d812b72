import { setTimeout } from 'node:timers/promises';

/** Slack seldom refuses for longer than it says, which is a second more often than not. */
const WAITS_MS = [300, 1_200] as const;

/**
 * Says what must not be left unsaid, such as why there is no answer: on the way of the answer, there
 * again after a moment, and then on the other way. What Slack took without saying so is said twice,
 * which is less bad than a question without any answer; that is why no answer is sent like this.
 *
 * @throws what stood in the other way
 */
export async function lastWord(
  say: () => Promise<unknown>,
  otherwise: () => Promise<unknown>,
): Promise<void> {
  for (const waitMs of [0, ...WAITS_MS]) {
    if (waitMs > 0) await setTimeout(waitMs);
    try {
      await say();
      return;
    } catch {
      // The next try tells.
    }
  }
  await otherwise();
}
