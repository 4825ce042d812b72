import type { Deeds } from '../protocol.ts';
import { CHART } from '../refused-blocks.ts';
import type { Workings } from '../workings.ts';
import { momentAfter } from './clock-step.ts';
import { actor, type Answer, DeedError, DONE } from './deed.ts';

/** Changes how the app is reached, or how the service behaves. */
export async function settings(workings: Workings, deed: Deeds['settings']): Promise<Answer> {
  const { owner, store } = workings;
  if (deed.weather !== undefined && store.settings().service === 'real') {
    throw new DeedError('The weather of a real service cannot be set.');
  }
  await asked(() => owner.onSettings(deed));
  if (deed.refusesCharts !== undefined) workings.refused.setRefused(CHART, deed.refusesCharts);
  store.changeSettings(deed);
  return DONE;
}

/** Moves the clock forward. */
export async function clock(workings: Workings, { person, to }: Deeds['clock']): Promise<Answer> {
  const { owner, store, now } = workings;
  const { clock: setting } = store.settings();
  if (setting === undefined) throw new DeedError('There is no clock that can be moved.');
  if (setting.fixedBecause !== null) throw new DeedError(setting.fixedBecause);
  const { zone } = actor(workings, person);
  const nowMs = now();
  await asked(() => owner.onClock(momentAfter(nowMs, to, zone) - nowMs));
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
