import { setImmediate } from 'node:timers/promises';

/**
 * Gives each who waits a turn of the event loop of its own, in order of arrival.
 *
 * Requests that arrive together are all acknowledged before the first of them is answered, and
 * those that arrive meanwhile between two answers: Slack waits three seconds, people a little more.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
