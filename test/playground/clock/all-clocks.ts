import process from 'node:process';
import { parseArgs } from 'node:util';

import { PGlite } from '@electric-sql/pglite';

/**
 * Tells its parent what all clocks of this process say, each time it is asked (with a signal, for
 * messages are not its own to hear), in epoch milliseconds.
 */
const { values } = parseArgs({ options: { database: { type: 'boolean', default: false } } });
const database = values.database ? await PGlite.create() : null;

async function tell(): Promise<void> {
  const answer = await database?.query<{ at: Date }>('select clock_timestamp() as at');
  const plain = Temporal.Now.plainDateTimeISO('UTC');
  process.send?.({
    kind: 'clocks',
    now: Date.now(),
    date: new Date().getTime(),
    copied: new (Object(new Date(0)).constructor)().getTime(),
    words: Date.parse(Date()),
    isDate: new Date() instanceof Date,
    given: new Date(5).getTime(),
    instant: Temporal.Now.instant().epochMilliseconds,
    zoned: Temporal.Now.zonedDateTimeISO('Asia/Kolkata').epochMilliseconds,
    plain: plain.toZonedDateTime('UTC').epochMilliseconds,
    day: Temporal.Now.plainDateISO('UTC').toZonedDateTime('UTC').epochMilliseconds,
    counted: performance.timeOrigin + performance.now(),
    database: answer?.rows[0]?.at.getTime() ?? null,
  });
}

process.on('SIGUSR2', () => void tell());
process.channel?.ref();
await tell();
