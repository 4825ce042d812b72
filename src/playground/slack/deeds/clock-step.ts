import type { ClockStep } from '../protocol.ts';

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
