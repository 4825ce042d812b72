import { optionsOrUsage } from '../support/options.ts';
import type { Figure } from './figure.ts';

/** Every figure beside its floor; exit code 1 when one is over its bar. What is not run is not loaded. */
const measures: Readonly<Record<string, () => Promise<Figure | readonly Figure[]>>> = {
  acknowledging: async () => (await import('./acknowledge.ts')).acknowledging(),
  enduringStrangers: async () => (await import('./strangers.ts')).enduringStrangers(),
  claiming: async () => (await import('./claims.ts')).claiming(),
  answering: async () => (await import('./answering.ts')).answering(),
  assisting: async () => (await import('./assistants.ts')).assisting(),
  openingPanels: async () => (await import('./panel.ts')).openingPanels(),
  underLoad: async () => (await import('./load.ts')).underLoad(),
  acknowledgingWhileReading: async () =>
    (await import('./acknowledge-reading.ts')).acknowledgingWhileReading(),
  reading: async () => (await import('./reading.ts')).reading(),
  readingAhead: async () => (await import('./read-ahead.ts')).readingAhead(),
  readingCursors: async () => (await import('./read-ahead.ts')).readingCursors(),
  querying: async () => (await import('./query.ts')).querying(),
  understanding: async () => (await import('./understanding.ts')).understanding(),
  composingDigests: async () => (await import('./digests.ts')).composingDigests(),
  postingDigests: async () => (await import('./digests.ts')).postingDigests(),
  polling: async () => (await import('./polling.ts')).polling(),
  journaling: async () => (await import('./journal.ts')).journaling(),
  alerting: async () => (await import('./alerts.ts')).alerting(),
  sharing: async () => (await import('./sharing.ts')).sharing(),
  comingNew: async () => (await import('./new-instance.ts')).comingNew(),
  remembering: async () => (await import('./memory.ts')).remembering(),
  rememberingMany: async () => (await import('./memory.ts')).rememberingMany(),
  embedding: async () => (await import('./embedded.ts')).embedding(),
};

const usage =
  'Use it like this: npm run bench -- --only reading,sharing\n' +
  `Measures: ${Object.keys(measures).join(' · ')}`;
const { only } = optionsOrUsage({ only: { type: 'string' } }, usage);
const wanted = only?.split(',');
const unknown = wanted?.find((each) => !Object.hasOwn(measures, each));
if (unknown !== undefined) {
  process.stderr.write(`No measure is called “${unknown}”. ${usage}\n`);
  process.exit(2);
}

let isOver = false;
for (const [name, measure] of Object.entries(measures)) {
  if (wanted?.includes(name) === false) continue;
  for (const figure of [await measure()].flat()) {
    console.log(lineOf(figure));
    isOver ||= figure.oursMs / figure.floorMs > figure.ratioMax;
  }
}
process.exitCode = isOver ? 1 : 0;

function lineOf({ what, floor, floorMs, oursMs, ratioMax, unit = 'ms' }: Figure): string {
  const ratio = oursMs / floorMs;
  const verdict = ratio <= ratioMax ? 'within' : 'OVER';
  return [
    `${what}: ${oursMs.toFixed(1)} ${unit}`,
    `floor (${floor}): ${floorMs.toFixed(1)} ${unit}`,
    `ratio ${ratio.toFixed(2)}, ${verdict} ${ratioMax}`,
  ].join(' · ');
}
