import { z } from 'zod';

import { entryOf } from '../../portfolio/entry.ts';
import { isFinished, isEntryFinished } from '../../portfolio/lifecycle.ts';
import { entryIn } from '../../portfolio/snapshot.ts';
import { afterChange } from '../../store/errors.ts';
import { SEVERAL_MAX } from '../../views/files/lines.ts';
import {
  FILES_FIELD,
  type Outcome,
  resultView,
  SEVERAL_ACTS,
  severalForm,
  SNOOZE_FIELD,
  WHAT_FIELD,
} from '../../views/files/triage.ts';
import type { Answer } from '../../views/message.ts';
import { refusalView } from '../../views/notices.ts';
import { type Command, argumentsIn, hiddenCommand } from '../command.ts';
import { FormError, StaleActionError } from '../errors.ts';
import { lineOf, showingOf } from '../file-list.ts';
import { decisionOf, foundIn } from '../show/card.ts';
import { lastReading } from '../snapshot.ts';
import {
  type Act,
  FILE_ID,
  endSnooze,
  giveBack,
  morningOf,
  snoozeUntil,
  startWatching,
  stopWatching,
  takeFrom,
  acting,
  answerNamed,
  watch,
  snooze,
} from './file.ts';

/** Ids, one a line. */
const Args = z.object({
  ids: z.string(),
  /** Absent where the form asks for it. */
  what: z.enum(SEVERAL_ACTS).optional(),
});

const Filled = z.object({
  [FILES_FIELD]: z.array(FILE_ID).min(1).max(SEVERAL_MAX),
  [WHAT_FIELD]: z.enum(SEVERAL_ACTS),
  [SNOOZE_FIELD]: z.string().optional(),
});

/** The command behind “Take…” of a message: does the same about several of its files. */
export const several: Command = hiddenCommand('triage', {
  async *runAction(args, call) {
    const { ids, what = 'take' } = argumentsIn(Args, args);
    const { words } = call;
    const snapshot = yield* lastReading(call);
    if (!call.triage?.state()) return yield refusalView(words.triage.unknown);
    const entries = ids.split('\n').flatMap((id) => entryIn(snapshot, id) ?? []);
    const open = entries.filter((entry) => !isEntryFinished(entry));
    if (open.length === 0) {
      const { noneOpen, title } = words.triage.several;
      yield { ...refusalView(noneOpen), title };
      return;
    }
    const lines = open.slice(0, SEVERAL_MAX).map((entry) => lineOf(entry, snapshot, call));
    yield severalForm({ command: several.name, args: {} }, lines, what, showingOf(call));
  },

  async *submit(_args, filled, call): AsyncGenerator<Answer> {
    const asked = Filled.safeParse(filled);
    if (!asked.success) throw new StaleActionError('arguments', true);
    const { [FILES_FIELD]: ids, [WHAT_FIELD]: what, [SNOOZE_FIELD]: day } = asked.data;
    if (what !== 'snooze' && day !== undefined) {
      throw new FormError({ [SNOOZE_FIELD]: call.words.triage.several.dayWithout });
    }
    const act = ACTS[what](day === undefined ? null : morningOf(day, call));
    const { triage } = call;
    const snapshot = yield* lastReading(call);
    if (!triage?.state()) return yield refusalView(call.words.triage.unknown);
    // They may be decided since the snapshot. At most ten, so that each can be looked up.
    const found = await Promise.all(
      ids.map(async (id) => {
        const entry = entryIn(snapshot, id);
        const isOpen = entry !== null && !isEntryFinished(entry);
        const now = isOpen ? await foundIn(snapshot, id, call.fileNow(id, LOOKUP_MS_MAX)) : null;
        return { entry, isOpen, now };
      }),
    );
    const outcomes: Outcome[] = [];
    for (const { entry, isOpen, now } of found) {
      if (entry === null || (isOpen && now === null)) outcomes.push('gone');
      else if (now === null || isFinished(decisionOf(now))) outcomes.push('closed');
      else {
        const note = await act(entry, triage, call).catch((error: unknown) => {
          throw outcomes.length === 0 ? error : afterChange(error);
        });
        if (note === null) outcomes.push(what === 'snooze' ? 'snoozed' : 'taken');
        else outcomes.push(note);
        if ('error' in now) outcomes.push('unchecked');
      }
    }
    const entries = found.flatMap(({ entry, isOpen, now }) => {
      if (isOpen && now === null) return [];
      return now !== null && 'file' in now ? entryOf(now.file) : (entry ?? []);
    });
    const lines = entries.map((entry) => lineOf(entry, snapshot, call));
    const [warning] = found.flatMap(({ now }) => (now && 'error' in now ? [now.error] : []));
    yield { ...resultView(outcomes, lines, showingOf(call)), warning };
  },
});

/** Time for each file to be looked up; one that takes longer goes by what was last read of it. */
const LOOKUP_MS_MAX = 10_000;

const ACTS: Readonly<Record<(typeof SEVERAL_ACTS)[number], (untilMs: number | null) => Act>> = {
  take: () => takeFrom(),
  giveBack: () => giveBack,
  watch: () => startWatching,
  unwatch: () => stopWatching,
  snooze: snoozeUntil,
  unsnooze: () => endSnooze,
};

/** `unwatch MO-0149`, « ne plus suivre MO-0149 » */
export const unwatch: Command = hiddenCommand('unwatch', {
  run: (text, call) => answerNamed(text, 'watched', acting(stopWatching), call),
  runAction: (args, call) => watch.runAction({ ...args, off: 1 }, call),
});

/** `unsnooze MO-0149`, « ne plus reporter MO-0149 » */
export const unsnooze: Command = hiddenCommand('unsnooze', {
  run: (text, call) => answerNamed(text, 'snoozed', acting(endSnooze), call),
  runAction: (args, call) => snooze.runAction({ ...args, off: 1 }, call),
});
