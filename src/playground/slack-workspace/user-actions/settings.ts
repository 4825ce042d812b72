import type { Workings } from '../context.ts';
import type { ClockStep, Deeds } from '../page-protocol.ts';
import { CHART } from '../rejected-blocks.ts';
import { actor, type Answer, DeedError, DONE } from './user-action.ts';

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

/** Nine o'clock is when digests come; so near to it nobody waits long, and nobody is late. */
const SHORTLY_BEFORE_NINE = '08:59:50';

const SATURDAY = 6;
const MONDAY_AFTER = 8;

/** When the clock has made a step, in epoch milliseconds: always later than now. */
export function momentAfter(nowMs: number, step: ClockStep, zone: string): number {
  const here = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone);
  if (step === 'hour') return here.add({ hours: 1 }).epochMilliseconds;
  const tomorrow = here.toPlainDate().add({ days: 1 });
  const { dayOfWeek } = tomorrow;
  const isSkipped = step === 'workday' && dayOfWeek >= SATURDAY;
  const day = isSkipped ? tomorrow.add({ days: MONDAY_AFTER - dayOfWeek }) : tomorrow;
  return day.toZonedDateTime({ timeZone: zone, plainTime: SHORTLY_BEFORE_NINE }).epochMilliseconds;
}
