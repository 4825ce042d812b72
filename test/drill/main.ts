import { parseArgs } from 'node:util';

import { runDrill } from './drill.ts';
import { tableOf } from './table.ts';

const MINUTE_MS = 60_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    instances: { type: 'string', default: '1' },
    /** One of them reads the service for all. */
    shared: { type: 'boolean', default: false },
    /** Writes what the bot wrote to a file, for whoever looks into a broken promise. */
    log: { type: 'string' },
  },
});
const [seed, minutes] = [Number(values.seed), Number(values.minutes)];
const instances = Number(values.instances);
if (!Number.isInteger(seed) || !(minutes > 0) || !(Number.isInteger(instances) && instances > 0)) {
  process.stderr.write(
    'Say it like this: npm run drill -- --seed 7 --minutes 3 --instances 3 --shared\n',
  );
  process.exit(2);
}

process.stdout.write(`Seed ${seed}, ${minutes} minutes, instances: ${instances}.\n`);
const rows = await runDrill({
  seed,
  instances,
  isSnapshotShared: values.shared,
  forMs: minutes * MINUTE_MS,
  kind: 'long',
  logFile: values.log ?? null,
});
process.stdout.write(`${tableOf(rows)}\n`);
process.exit(rows.every(({ isKept }) => isKept) ? 0 : 1);
