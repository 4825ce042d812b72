import type { ServerContext } from '../context.ts';
import type { ClockStep, UserActions } from '../page-protocol.ts';
import { CHART } from '../rejected-blocks.ts';
import { actor, type Answer, UserActionError, DONE } from './user-action.ts';

/** Changes how the app is reached, or how the service behaves. */
export async function settings(
  context: ServerContext,
  change: UserActions['settings'],
): Promise<Answer> {
  const { hooks, store } = context;
  if (change.serviceMode !== undefined && store.settings().service === 'real') {
    throw new UserActionError('The mode of a real service cannot be set.');
  }
  await attempt(() => hooks.onSettings(change));
  if (change.refusesCharts !== undefined) context.refused.setRefused(CHART, change.refusesCharts);
  store.changeSettings(change);
  return DONE;
}

/** Moves the clock forward. */
export async function clock(
  context: ServerContext,
  { person, to }: UserActions['clock'],
): Promise<Answer> {
  const { hooks, store, now } = context;
  const { clock: setting } = store.settings();
  if (setting === undefined) throw new UserActionError('There is no clock that can be moved.');
  if (setting.fixedBecause !== null) throw new UserActionError(setting.fixedBecause);
  const { zone } = actor(context, person);
  const nowMs = now();
  await attempt(() => hooks.onClock(momentAfter(nowMs, to, zone) - nowMs));
  return DONE;
}

/** Changes the state of a rental file. */
export async function changeFile(
  { hooks }: ServerContext,
  change: UserActions['change_file'],
): Promise<Answer> {
  await attempt(() => hooks.onChangeFile(change));
  return DONE;
}

/** Stops the bot and starts it anew. */
export async function restart({ hooks }: ServerContext): Promise<Answer> {
  await attempt(() => hooks.onRestart());
  return DONE;
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'for a reason unknown';
    throw new UserActionError(`That did not work: ${reason}`, { cause: error });
  }
}

/** Digests are due at nine; this close to it they come soon, and none is late. */
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
