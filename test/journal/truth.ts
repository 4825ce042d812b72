import { isDeepStrictEqual } from 'node:util';

import type { FileEvent, RecordedFile } from '../../src/store/events.ts';
import { FILE_IDS, type Simulated, type World } from './simulated-service.ts';

/**
 * What the journal says and the truth does not, or the other way round; empty when they agree.
 *
 * @param hasTimes whether times are compared as well
 */
export async function mistakesOf(world: World, hasTimes: boolean): Promise<readonly unknown[]> {
  const events = await world.events();
  const mistakes: unknown[] = [
    ...world.failures,
    ...lastStateMistakes(world, await world.recorded()),
  ];
  for (const fileId of FILE_IDS) {
    const file = world.truth.get(fileId) ?? { states: [], visits: [] };
    const happened = events.get(fileId) ?? [];
    mistakes.push(
      ...scoreMistakes(file, happened, hasTimes),
      ...presenceMistakes(file, happened, hasTimes),
    );
  }
  return mistakes;
}

/** Every file is recorded as it is now, by all instances alike. */
function lastStateMistakes({ truth, histories }: World, files: readonly RecordedFile[]): unknown[] {
  return FILE_IDS.flatMap((fileId) => {
    const file = truth.get(fileId);
    const recorded = files.find(({ id }) => id === fileId) ?? null;
    const isThere = file?.visits.at(-1)?.isThere === true;
    const mistakes: unknown[] = [];
    if (recorded === null ? isThere : recorded.isGone === isThere) {
      mistakes.push({ fileId, isThere, recorded });
    }
    if (isThere && recorded?.score !== file.states.at(-1)?.score) {
      mistakes.push({ fileId, states: file.states, recorded });
    }
    for (const history of histories()) {
      const otherwise = history?.timesOf(fileId) ?? null;
      if (!isDeepStrictEqual(otherwise, recorded)) {
        mistakes.push({ fileId, recorded, otherwise });
      }
    }
    return mistakes;
  });
}

/** States that the file had, one after the other and none twice. */
function scoreMistakes(
  { states }: Simulated,
  happened: readonly FileEvent[],
  hasTimes: boolean,
): unknown[] {
  const scores = happened.filter(({ aspect }) => aspect === 'score');
  const wrong = scores.filter(({ from, to, afterMs, beforeMs }, index) => {
    const left = states.findIndex(({ score }) => String(score) === from);
    const reached = states.findIndex(({ score }) => String(score) === to);
    const isNext = index === 0 || scores[index - 1]?.to === from;
    if (left < 0 || reached <= left || !isNext || beforeMs < afterMs) return true;
    const leftMs = states[left + 1]?.sinceMs ?? Infinity;
    const reachedMs = states[reached]?.sinceMs ?? Infinity;
    return hasTimes && (leftMs < afterMs || reachedMs > beforeMs);
  });
  return wrong.map((event) => ({ event, states }));
}

/** Times at which the file came or went, in turn. */
function presenceMistakes(
  { visits }: Simulated,
  happened: readonly FileEvent[],
  hasTimes: boolean,
): unknown[] {
  const presence = happened.filter(({ aspect }) => ['appeared', 'gone', 'back'].includes(aspect));
  const wrong = presence.filter(({ aspect, afterMs, beforeMs }, index) => {
    const before = presence[index - 1]?.aspect ?? null;
    const isInTurn = {
      appeared: before === null,
      gone: before !== 'gone',
      back: before === 'gone',
    };
    if (aspect === 'appeared' || aspect === 'gone' || aspect === 'back') {
      if (!isInTurn[aspect]) return true;
    }
    return !visits.some(
      ({ isThere, atMs }) =>
        isThere === (aspect !== 'gone') && (!hasTimes || (atMs >= afterMs && atMs <= beforeMs)),
    );
  });
  return wrong.map((event) => ({ event, visits }));
}
