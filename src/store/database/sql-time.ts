import { type RawBuilder, sql } from 'kysely';

/** The database's own clock: instances whose clocks differ still agree by it. */
export const clock: RawBuilder<Date> = sql<Date>`clock_timestamp()`;

/** The database's own clock, moved. */
export function clockPlus(ms: number): RawBuilder<Date> {
  return sql<Date>`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`;
}

/** An instant as the tables hold it. */
export function dateOrNull(epochMs: number | null): Date | null {
  return epochMs === null ? null : new Date(epochMs);
}

/** An instant as everybody else has it. */
export function msOrNull(date: Date | null): number | null {
  return date?.getTime() ?? null;
}
