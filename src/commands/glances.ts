import { type Glance, glanceOf } from '../portfolio/overview.ts';
import { askingOf } from '../portfolio/search/execute.ts';
import type { Reading } from '../portfolio/snapshot.ts';
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
