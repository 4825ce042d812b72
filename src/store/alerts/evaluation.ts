import { type RawBuilder, sql, type Transaction } from 'kysely';

import { clock, msOrNull, SCHEMA, type Tables } from '../database/schema.ts';
import type { Digest } from '../digest.ts';
import { type AlertMatches, WATCH_LIST_QUERY } from '../events.ts';

export interface EvaluatedSnapshot {
  /** Start, in epoch milliseconds of the database's clock. */
  readonly readAtMs: number;
  /** End, by the same clock. */
  readonly readUntilMs: number;
  /** The generation of the journal in which this process has recorded it; `null` if it has not. */
  readonly generation: number | null;
  /** Whether the snapshot has the file. */
  readonly has: (fileId: string) => boolean;
}

export interface AlertFile {
  readonly digestId: string;
  readonly fileId: string;
}

/** Something that an alert is to announce. */
export interface NewEntry extends AlertFile {
  readonly kind: string;
  readonly from: string | null;
  readonly to: string | null;
}

const files = sql.table(`${SCHEMA}.alert_files`);
const entries = sql.table(`${SCHEMA}.alert_entries`);

/** Rows in one statement: about 10 ms of the embedded database, which runs in this thread. */
const ROWS_A_STATEMENT = 1_000;

/** @see AlertStore.apply */
export async function applyMatches(
  transaction: Transaction<Tables>,
  matches: readonly AlertMatches[],
  { readAtMs, readUntilMs, has }: EvaluatedSnapshot,
): Promise<ReadonlySet<string>> {
  const locked = await lock(transaction, matches);
  const { now } = await transaction.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow();
  const current = matches.flatMap((match) => {
    const row = locked.get(match.id);
    if (row === undefined || row.version !== match.version) return [];
    // A clock that was set back must not keep alerts from being evaluated.
    const isNewer =
      row.readAtMs === null || row.readAtMs <= readAtMs || row.readAtMs > now.getTime();
    // The first evaluation needs every file.
    return isNewer && (row.readAtMs !== null || match.among === 'all') ? [{ match, row }] : [];
  });
  const left: AlertFile[] = [];
  const entered: AlertFile[] = [];
  /** Of alerts that are evaluated for the first time. */
  const first: AlertFile[] = [];
  const announced: NewEntry[] = [];
  const before = await known(
    transaction,
    current.map(({ match }) => match),
  );
  const readAt = new Date(readAtMs);
  const readUntil = new Date(readUntilMs);
  for (const { match, row } of current) {
    const { id: digestId, fits, among } = match;
    const old = before.get(digestId) ?? new Set<string>();
    const isFirst = row.readAtMs === null;
    if (isFirst) await begin(transaction, digestId, readAt, readUntil);
    const announce = (kind: 'enters' | 'leaves', fileId: string) => {
      if (isFirst || match.on !== kind) return;
      announced.push({ digestId, fileId, kind, from: null, to: null });
    };
    for (const fileId of fits) {
      if (old.has(fileId)) continue;
      (isFirst ? first : entered).push({ digestId, fileId });
      announce('enters', fileId);
    }
    for (const fileId of old) {
      // A file that the snapshot lacks may be back in the next: the journal tells when it is gone.
      if (fits.has(fileId) || !has(fileId) || (among !== 'all' && !among.has(fileId))) continue;
      left.push({ digestId, fileId });
      announce('leaves', fileId);
    }
  }
  await putFiles(transaction, [...first, ...entered]);
  // The change that takes a file out of an alert of changes is still to be announced.
  const changing = new Set(
    current.flatMap(({ match: { id, on } }) => (on === 'changes' ? id : [])),
  );
  const isKept = ({ digestId }: AlertFile) => changing.has(digestId);
  // What was recorded until then may be what came before.
  await markLeft(readUntil)(transaction, left.filter(isKept));
  await removeFiles(
    transaction,
    left.filter((file) => !isKept(file)),
  );
  await withdraw(transaction, [...entered, ...left]);
  await addEntries(transaction, announced);
  const done = current.filter(({ row }) => row.readAtMs !== null).map(({ match }) => match.id);
  if (done.length > 0) {
    await transaction
      .updateTable('alertStates')
      .set({ readAt })
      .where('digestId', '=', anyOf(done))
      .execute();
  }
  const applied = new Set(current.map(({ match }) => match.id));
  return new Set(matches.map(({ id }) => id).filter((id) => !applied.has(id)));
}

/** One parameter for all ids. */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${[...ids]}::text[])`;
}

/** Locks alerts, so that instances evaluate one after the other. */
async function lock(transaction: Transaction<Tables>, matches: readonly AlertMatches[]) {
  const ids = matches.map(({ id }) => id);
  const rows = await transaction
    .selectFrom('digests')
    .select(['id', 'version'])
    .where('id', '=', anyOf(ids))
    .where('state', '=', 'active')
    .where('removedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const states = await transaction
    .selectFrom('alertStates')
    .select(['digestId', 'readAt'])
    .where('digestId', '=', anyOf(ids))
    .execute();
  const readAt = new Map(states.map((row) => [row.digestId, row.readAt.getTime()]));
  return new Map(
    rows.map(({ id, version }) => [id, { version, readAtMs: readAt.get(id) ?? null }]),
  );
}

/** The files that fitted before, among those that were looked at. */
async function known(
  transaction: Transaction<Tables>,
  matches: readonly AlertMatches[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const whole = matches.filter(({ among }) => among === 'all');
  const partly = matches.filter(({ among }) => among !== 'all');
  // Most alerts share one set of hundreds of files.
  const sets = new Set(partly.flatMap(({ among }) => (among === 'all' ? [] : among)));
  const ids = new Set([...sets].flatMap((among) => [...among]));
  const inAll = await fitting(
    transaction,
    whole.map(({ id }) => id),
    null,
  );
  const inSome = await fitting(
    transaction,
    partly.map(({ id }) => id),
    [...ids],
  );
  return new Map(
    [...inAll, ...inSome].map(([id, rows]) => [
      id,
      new Set([...rows].flatMap(([fileId, leftMs]) => (leftMs === null ? fileId : []))),
    ]),
  );
}

/**
 * The files that fit alerts as last recorded, or have left them, by alert: `null`, or the end of the
 * snapshot that showed it, in epoch milliseconds.
 *
 * @param fileIds only these; `null` for all
 */
export async function fitting(
  transaction: Transaction<Tables>,
  digestIds: readonly string[],
  fileIds: readonly string[] | null,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number | null>>> {
  if (digestIds.length === 0 || fileIds?.length === 0) return new Map();
  // One condition each, so that it is looked up in its index whatever the database expects.
  const { rows } = await sql<{ digestId: string; fileId: string; leftAt: Date | null }>`
    select digest_id, file_id, left_at from ${files}
    where ${
      fileIds === null
        ? sql`digest_id = any(${[...digestIds]}::text[])`
        : sql`file_id = any(${[...fileIds]}::text[])`
    }
  `.execute(transaction);
  const found = new Map(digestIds.map((id) => [id, new Map<string, number | null>()]));
  for (const { digestId, fileId, leftAt } of rows) {
    found.get(digestId)?.set(fileId, msOrNull(leftAt));
  }
  return found;
}

const putFiles = inParts(
  (given) => sql`
    insert into ${files} as old (digest_id, file_id) select given.* from ${given}
    on conflict (digest_id, file_id) do update set left_at = null where old.left_at is not null`,
);

/** Keeps files that no longer fit until the events of that snapshot are recorded. */
const markLeft = (leftAt: Date) =>
  inParts(
    (given) => sql`
      update ${files} as old set left_at = ${leftAt} from ${given}
      where old.digest_id = given.digest_id and old.file_id = given.file_id`,
  );

/** Removes files that no longer fit. */
export const removeFiles = inParts(
  (given) => sql`
    delete from ${files} as old using ${given}
    where old.digest_id = given.digest_id and old.file_id = given.file_id`,
);

/** What is no longer so by the time it could be announced: a file that entered and left again. */
const withdraw = inParts(
  (given) => sql`
    delete from ${entries} as old using ${given}
    where old.digest_id = given.digest_id and old.file_id = given.file_id
      and old.delivery_id is null and old.kind in ('enters', 'leaves')`,
);

/**
 * Begins an alert after all that was recorded until the end of its first snapshot. What is dated later
 * than now is older, from a clock that was set back since.
 */
async function begin(
  transaction: Transaction<Tables>,
  digestId: string,
  readAt: Date | typeof clock,
  readUntil: Date | typeof clock,
): Promise<void> {
  const eventId = sql<number>`(
    select coalesce(max(id), 0) from ${sql.table(`${SCHEMA}.file_events`)}
    where before_at <= ${readUntil} or before_at > clock_timestamp()
  )`;
  await transaction.insertInto('alertStates').values({ digestId, readAt, eventId }).execute();
}

/**
 * Begins a watch list when it is set up: it has no files to be evaluated first, and what is recorded
 * before the next evaluation may be what a person watches for.
 */
export async function beginWatchList(
  transaction: Transaction<Tables>,
  { id, query }: Pick<Digest, 'id' | 'query'>,
): Promise<void> {
  if (query === WATCH_LIST_QUERY) await begin(transaction, id, clock, clock);
}

/** Forgets how far an alert is evaluated, and what it was still to announce. */
export async function forgetAlert(
  transaction: Transaction<Tables>,
  digestId: string,
): Promise<void> {
  // In the order in which an evaluation takes its locks.
  await transaction
    .selectFrom('digests')
    .select('id')
    .where('id', '=', digestId)
    .forNoKeyUpdate()
    .execute();
  await transaction.deleteFrom('alertStates').where('digestId', '=', digestId).execute();
  await transaction.deleteFrom('alertFiles').where('digestId', '=', digestId).execute();
  await transaction
    .deleteFrom('alertEntries')
    .where('digestId', '=', digestId)
    // What may be posted already has still a thread to be made of it.
    .where((build) =>
      build.or([
        build('deliveryId', 'is', null),
        build.exists(
          build
            .selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.id', '=', 'alertEntries.deliveryId')
            .where('deliveries.state', '=', 'planned'),
        ),
      ]),
    )
    .execute();
}

/** Lets an alert begin as when it was set up. */
export async function beginAnew(
  transaction: Transaction<Tables>,
  digest: Pick<Digest, 'id' | 'query'>,
): Promise<void> {
  await forgetAlert(transaction, digest.id);
  await beginWatchList(transaction, digest);
}

/** Adds what alerts are to announce. */
export const addEntries: (
  transaction: Transaction<Tables>,
  rows: readonly NewEntry[],
) => Promise<void> = inParts(
  (given) => sql`
    insert into ${entries} (digest_id, file_id, kind, from_value, to_value)
    select given.* from ${given}`,
  sql`digest_id text, file_id text, kind text, "from" text, "to" text`,
);

/** Runs a statement on rows. One parameter for many: thousands take longer than the rows. */
function inParts(
  statement: (given: RawBuilder<unknown>) => RawBuilder<unknown>,
  columns = sql`digest_id text, file_id text`,
) {
  return async (transaction: Transaction<Tables>, rows: readonly AlertFile[]): Promise<void> => {
    for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
      const part = rows
        .slice(start, start + ROWS_A_STATEMENT)
        .map(({ digestId, fileId, ...more }) => ({
          digest_id: digestId,
          file_id: fileId,
          ...more,
        }));
      const given = sql`json_to_recordset(${JSON.stringify(part)}::json) as given (${columns})`;
      await statement(given).execute(transaction);
    }
  };
}

/** Leaves what a delivery was to announce to the next one of its alert. */
export async function releaseEntries(
  transaction: Transaction<Tables>,
  deliveryId: string,
): Promise<void> {
  await transaction
    .updateTable('alertEntries')
    .set({ deliveryId: null })
    .where('deliveryId', '=', deliveryId)
    .execute();
}
