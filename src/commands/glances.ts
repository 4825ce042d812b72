import { askingOf } from '../portfolio/asking.ts';
import { type Glance, glanceOf } from '../portfolio/glance.ts';
import type { Reading } from '../portfolio/reading.ts';
import type { Call } from './command.ts';

const glances = new WeakMap<Reading, Map<string, Glance>>();

/** A reading at a glance, counted once for all who reckon in the same zone. */
export function glanceAt(reading: Reading, call: Pick<Call, 'zone' | 'workingDays'>): Glance {
  const known = glances.get(reading) ?? new Map<string, Glance>();
  glances.set(reading, known);
  const glance = known.get(call.zone) ?? glanceOf(reading, askingOf(reading, call));
  known.set(call.zone, glance);
  return glance;
}
