import { startChild } from './child.ts';
import type { Figure } from './figure.ts';

const FILES = 100_000;
const READINGS = 20;
const HELD_MB_MAX = 120;
/** Above the held; what a reading needs on its way is gone when it has ended. */
const PEAK_MB_MAX = 2 * HELD_MB_MAX;
const FLAT_MAX = 1.05;
/** The readings that the portfolio still holds share their memory from here on. */
const SETTLED_AT = 5;

/** Memory over the idle process: held after 20 readings of 100,000 files, its peak, its growth. */
export async function remembering(): Promise<readonly Figure[]> {
  const sizes = ['--count', String(FILES), '--page-size', '100', '--prepared'];
  const service = await startChild('src/playground/rental-service/main.ts', sizes);
  const holder = await startChild('test/bench/hold-portfolio.ts', [], {
    SERVICE: service.line,
    READINGS: String(READINGS),
  });
  await Promise.all([service.stop(), holder.stop()]);
  const { files, after, peak } = JSON.parse(holder.line);
  if (files !== FILES) throw new Error(`${files} files were read instead of ${FILES}`);
  const held = after.at(-1);
  const what = `memory over idle, ${FILES.toLocaleString('en')} files`;
  return [
    bar(`${what}, held after ${READINGS} readings`, held, HELD_MB_MAX),
    bar(`${what}, at its peak`, peak, PEAK_MB_MAX),
    {
      what: `${what}, after ${READINGS} readings`,
      floor: `after ${SETTLED_AT}`,
      unit: 'MB',
      floorMs: after[SETTLED_AT - 1],
      oursMs: held,
      ratioMax: FLAT_MAX,
    },
  ];
}

const MANY_FILES = 1_000_000;
const GROWTH_MAX = 11;
/** Of a process that is given so much, in megabytes. */
const RESIDENT_MB_MAX = 4_096;

/**
 * A million files read to their end, against a tenth of them, each in a process of its own with 4 GB:
 * set BENCH_FULL for it, as it takes some minutes.
 */
export async function rememberingMany(): Promise<readonly Figure[]> {
  if (process.env['BENCH_FULL'] === undefined) return [];
  const few = await readOnce(MANY_FILES / 10);
  const many = await readOnce(MANY_FILES);
  const what = `memory over idle, ${MANY_FILES.toLocaleString('en')} files`;
  return [
    {
      what: `${what}, held`,
      floor: `${(MANY_FILES / 10).toLocaleString('en')} files`,
      unit: 'MB',
      floorMs: few.held,
      oursMs: many.held,
      ratioMax: GROWTH_MAX,
    },
    bar('all memory of the process that reads them, at its peak', many.resident, RESIDENT_MB_MAX),
  ];
}

async function readOnce(count: number): Promise<{ held: number; resident: number }> {
  const service = await startChild('test/bench/large-service.ts', ['--count', String(count)]);
  const holder = await startChild('test/bench/hold-portfolio.ts', [], {
    SERVICE: service.line,
    READINGS: '1',
    NODE_OPTIONS: `--max-old-space-size=${RESIDENT_MB_MAX}`,
  });
  await Promise.all([service.stop(), holder.stop()]);
  const { files, after, resident } = JSON.parse(holder.line);
  if (files !== count) throw new Error(`${files} files were read instead of ${count}`);
  return { held: after.at(-1), resident };
}

function bar(what: string, ours: number, max: number): Figure {
  return { what, floor: 'the bar', unit: 'MB', floorMs: max, oursMs: ours, ratioMax: 1 };
}
