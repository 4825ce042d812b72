import { type RawBuilder, sql } from 'kysely';

/** The database's clock, so that instances whose own clocks differ agree. */
export const clock: RawBuilder<Date> = sql<Date>`clock_timestamp()`;

/** The database's clock plus an offset. */
export function clockPlus(ms: number): RawBuilder<Date> {
  return sql<Date>`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`;
}

/** Epoch milliseconds as a column value. */
export function dateOrNull(epochMs: number | null): Date | null {
  return epochMs === null ? null : new Date(epochMs);
}

/** A column value as epoch milliseconds. */
export function msOrNull(date: Date | null): number | null {
  return date?.getTime() ?? null;
}
