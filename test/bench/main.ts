import { acknowledging } from './acknowledge.ts';
import type { Figure } from './figure.ts';
import { querying, searching } from './query.ts';
import { reading } from './reading.ts';

/** Every figure beside its floor; exit code 1 when one is over its bar. */
const figures = [acknowledging, reading, querying, searching];

let isOver = false;
for (const measure of figures) {
  const figure = await measure();
  console.log(lineOf(figure));
  isOver ||= figure.oursMs / figure.floorMs > figure.ratioMax;
}
process.exitCode = isOver ? 1 : 0;

function lineOf({ what, floor, floorMs, oursMs, ratioMax }: Figure): string {
  const ratio = oursMs / floorMs;
  const verdict = ratio <= ratioMax ? 'within' : 'OVER';
  return [
    `${what}: ${oursMs.toFixed(1)} ms`,
    `floor (${floor}): ${floorMs.toFixed(1)} ms`,
    `ratio ${ratio.toFixed(2)}, ${verdict} ${ratioMax}`,
  ].join(' · ');
}
