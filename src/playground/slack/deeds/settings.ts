import type { Deeds } from '../protocol.ts';
import type { Workings } from '../workings.ts';
import { type Answer, DeedError, DONE } from './deed.ts';

/** Changes how the app is reached, or how the service behaves. */
export async function settings(workings: Workings, deed: Deeds['settings']): Promise<Answer> {
  const { owner, store } = workings;
  if (deed.weather !== undefined && store.settings().service === 'real') {
    throw new DeedError('The weather of a real service cannot be set.');
  }
  await asked(() => owner.onSettings(deed));
  store.changeSettings(deed);
  return DONE;
}

/** Stops the bot and starts it anew. */
export async function restart({ owner }: Workings): Promise<Answer> {
  await asked(() => owner.onRestart());
  return DONE;
}

async function asked(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'for a reason unknown';
    throw new DeedError(`That did not work: ${reason}`, { cause: error });
  }
}
