import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { optionsOrUsage } from '../support/options.ts';
import { openCompiler } from './compiler.ts';
import { openCopy } from './copy.ts';
import { findReach, type Reach } from './reach.ts';
import { ROOMS } from './rooms.ts';
import { drawMutants } from './sample.ts';
import { SlowerTests } from './slower.ts';
import { lineOf, tableOf } from './table.ts';
import { type Checks, tryMutant, type Verdict } from './trial.ts';

const MINUTE_MS = 60_000;

const USAGE = 'Use it like this: npm run mutants -- --seed 7 --count 140 --room slack --minutes 30';

const values = optionsOrUsage(
  {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '70' },
    /** Only faults of one room. */
    room: { type: 'string' },
    /** After how long no further fault is planted; the same command goes on later. */
    minutes: { type: 'string', default: '30' },
    /** Numbers of faults that change nothing that can be observed: they do not count. */
    alike: { type: 'string', default: '' },
  },
  USAGE,
);
const [seed, count, minutes] = [values.seed, values.count, values.minutes].map(Number);
const isUsable =
  Number.isSafeInteger(seed) &&
  Number.isSafeInteger(count) &&
  Number(minutes) >= 0 &&
  (values.room === undefined || values.room in ROOMS);
if (seed === undefined || count === undefined || minutes === undefined || !isUsable) {
  process.stderr.write(`${USAGE}\nRooms: ${Object.keys(ROOMS).join(' · ')}\n`);
  process.exit(2);
}

const stopAt = Date.now() + minutes * MINUTE_MS;
const { root, results, commit } = openCopy(join(import.meta.dirname, '..', '..'), seed);
const mutants = drawMutants(root, seed, count);
process.stdout.write(`Commit ${commit}, seed ${seed}, ${mutants.length} faults, in ${root}\n`);

const reachFile = join(results, `reach-${mutants.length}.json`);
if (!existsSync(reachFile)) {
  process.stdout.write('Running the quick tests, to see which of them reach each fault.\n');
  const found = await findReach(root, mutants, join(results, 'notes.txt'));
  writeFileSync(reachFile, JSON.stringify(found));
}
const reach: Reach = JSON.parse(readFileSync(reachFile, 'utf8'));
if (reach.failing.length > 0) {
  process.stdout.write(`Left out, for they fail without a fault: ${reach.failing.join(', ')}\n`);
}

const compiler = openCompiler(root, results);
if (!compiler)
  process.stdout.write('The compiler is left out: it refuses the sources themselves.\n');
const checks: Checks = { reach, compiler, slower: new SlowerTests(root, results, reach) };

const verdictsFile = join(results, 'verdicts.jsonl');
const verdicts = readVerdicts();
for (const mutant of mutants) {
  if (verdicts.has(mutant.id) || (values.room ?? mutant.room) !== mutant.room) continue;
  if (Date.now() > stopAt) {
    process.stdout.write('The time is over; the same command goes on from here.\n');
    break;
  }
  const verdict = await tryMutant(root, mutant, checks);
  verdicts.set(mutant.id, verdict);
  appendFileSync(verdictsFile, `${JSON.stringify(verdict)}\n`);
  const outcome = verdict.isNoticed ? 'noticed' : 'NOT NOTICED';
  process.stdout.write(`${outcome} ${lineOf(mutant)} · ${verdict.by}\n`);
}
const alike = new Set(values.alike.split(',').filter(Boolean).map(Number));
process.stdout.write(`\n${tableOf(mutants, verdicts, alike)}\n`);

function readVerdicts(): Map<number, Verdict> {
  if (!existsSync(verdictsFile)) return new Map();
  const lines = readFileSync(verdictsFile, 'utf8').split('\n').filter(Boolean);
  const read: Verdict[] = lines.map((line) => JSON.parse(line));
  return new Map(read.map((verdict) => [verdict.id, verdict]));
}
