import { optionsOrUsage } from '../support/options.ts';
import { isTrialName, runTrial, TRIALS } from './trials.ts';

const MINUTE_MS = 60_000;

const USAGE = 'Say it like this: npm run drill -- --seed 7 --minutes 3 --instances 3 --shared';

const values = optionsOrUsage(
  {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    instances: { type: 'string', default: '1' },
    /** One of them reads the service for all. */
    shared: { type: 'boolean', default: false },
    /** Writes what the bot wrote to a file, for whoever looks into a broken promise. */
    log: { type: 'string' },
    /** Runs the long form of these tests instead, several with commas between them, or `all`. */
    trial: { type: 'string' },
    kills: { type: 'string', default: '100' },
    /** How long hostile input is tried for each property. */
    seconds: { type: 'string', default: '60' },
  },
  USAGE,
);
const [seed, minutes] = [Number(values.seed), Number(values.minutes)];
const [instances, kills, seconds] = [
  Number(values.instances),
  Number(values.kills),
  Number(values.seconds),
];
const trials =
  values.trial === 'all' ? Object.keys(TRIALS) : (values.trial?.split(',').filter(Boolean) ?? []);
const areNumbers =
  Number.isInteger(seed) &&
  minutes > 0 &&
  [instances, kills, seconds].every((count) => Number.isInteger(count) && count > 0);
if (
  !areNumbers ||
  !trials.every(isTrialName) ||
  (values.trial !== undefined && trials.length === 0)
) {
  process.stderr.write(
    [
      USAGE,
      'or like this:     npm run drill -- --trial deliveries,alerts --seed 7 --kills 100 --instances 3',
      ...Object.entries(TRIALS).map(([name, { says }]) => `  ${name}: ${says}`),
      '',
    ].join('\n'),
  );
  process.exit(2);
}

if (trials.length > 0) {
  const broken: string[] = [];
  for (const name of trials) {
    process.stdout.write(`${name}: ${TRIALS[name].says}. Seed ${seed}.\n`);
    if (!(await runTrial(name, { seed, kills, instances, seconds }))) broken.push(name);
  }
  process.stdout.write(
    broken.length === 0 ? 'All held.\n' : `Did not hold: ${broken.join(', ')}.\n`,
  );
  process.exit(broken.length === 0 ? 0 : 1);
}

process.stdout.write(`Seed ${seed}, ${minutes} minutes, instances: ${instances}.\n`);
// Whoever only asks how to call it waits for none of them.
const [{ runDrill }, { tableOf }] = await Promise.all([import('./drill.ts'), import('./table.ts')]);
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
