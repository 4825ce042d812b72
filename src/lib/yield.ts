import { setImmediate } from 'node:timers/promises';

/** Lets pending I/O and requests run before more synchronous work. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}
