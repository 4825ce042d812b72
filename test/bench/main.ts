import { optionsOrUsage } from '../support/options.ts';
import { acknowledgingWhileReading } from './acknowledge-reading.ts';
import { acknowledging } from './acknowledge.ts';
import { alerting } from './alerts.ts';
import { answering } from './answering.ts';
import { assisting } from './assistants.ts';
import { claiming } from './claims.ts';
import { composingDigests, postingDigests } from './digests.ts';
import { embedding } from './embedded.ts';
import type { Figure } from './figure.ts';
import { journaling } from './journal.ts';
import { underLoad } from './load.ts';
import { remembering, rememberingMany } from './memory.ts';
import { comingNew } from './new-instance.ts';
import { openingPanels } from './panel.ts';
import { polling } from './polling.ts';
import { querying } from './query.ts';
import { readingAhead, readingCursors } from './read-ahead.ts';
import { reading } from './reading.ts';
import { sharing } from './sharing.ts';
import { enduringStrangers } from './strangers.ts';
import { understanding } from './understanding.ts';

/** Every figure beside its floor; exit code 1 when one is over its bar. */
const measures: readonly (() => Promise<Figure | readonly Figure[]>)[] = [
  acknowledging,
  enduringStrangers,
  claiming,
  answering,
  assisting,
  openingPanels,
  underLoad,
  acknowledgingWhileReading,
  reading,
  readingAhead,
  readingCursors,
  querying,
  understanding,
  composingDigests,
  postingDigests,
  polling,
  journaling,
  alerting,
  sharing,
  comingNew,
  remembering,
  rememberingMany,
  embedding,
];

const usage =
  'Use it like this: npm run bench -- --only reading,sharing\n' +
  `Measures: ${measures.map(({ name }) => name).join(' · ')}`;
const { only } = optionsOrUsage({ only: { type: 'string' } }, usage);
const wanted = only?.split(',');
const unknown = wanted?.find((each) => !measures.some(({ name }) => name === each));
if (unknown !== undefined) {
  process.stderr.write(`No measure is called “${unknown}”. ${usage}\n`);
  process.exit(2);
}

let isOver = false;
for (const measure of measures) {
  if (wanted?.includes(measure.name) === false) continue;
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
