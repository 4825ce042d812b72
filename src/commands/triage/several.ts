import { z } from 'zod';

import { isOver } from '../../portfolio/lifecycle.ts';
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
import type { Command } from '../command.ts';
import { FormError, StaleActionError } from '../errors.ts';
import { lineOf, showingOf } from '../file-list.ts';
import { awaitReading } from '../snapshot.ts';
import {
  type Act,
  FILE_ID,
  argumentsIn,
  endSnooze,
  giveBack,
  morningOf,
  snoozeUntil,
  startWatching,
  stopWatching,
  takeFrom,
} from './file.ts';

/** Ids, one a line. */
const Args = z.object({ ids: z.string() });

const Filled = z.object({
  [FILES_FIELD]: z.array(FILE_ID).min(1).max(SEVERAL_MAX),
  [WHAT_FIELD]: z.enum(SEVERAL_ACTS),
  [SNOOZE_FIELD]: z.string().optional(),
});

/** The command behind “Take…” of a message: does the same about several of its files. */
export const several: Command = {
  name: 'triage',
  called: { en: 'triage', fr: 'trier' },
  aliases: [],
  group: null,
  summary: {
    en: 'Take, watch or snooze several files',
    fr: 'Prendre, suivre ou reporter plusieurs dossiers',
  },
  hint: { en: '', fr: '' },
  examples: { en: [], fr: [] },

  run() {
    throw new StaleActionError('typed');
  },

  async *runAction(args, call) {
    const { ids } = argumentsIn(Args, args);
    const { words } = call;
    const snapshot = call.portfolio.latest() ?? (yield* awaitReading(call));
    if (!call.triage?.state()) return yield refusalView(words.triage.unknown);
    const entries = ids.split('\n').flatMap((id) => entryIn(snapshot, id) ?? []);
    const open = entries.filter((entry) => !isOver(entry));
    if (open.length === 0) {
      const { noneOpen, title } = words.triage.several;
      yield { ...refusalView(noneOpen), title };
      return;
    }
    const lines = open.slice(0, SEVERAL_MAX).map((entry) => lineOf(entry, snapshot, call));
    yield severalForm({ command: several.name, args: {} }, lines, showingOf(call));
  },

  async *submit(_args, filled, call): AsyncGenerator<Answer> {
    const asked = Filled.safeParse(filled);
    if (!asked.success) throw new StaleActionError('arguments');
    const { [FILES_FIELD]: ids, [WHAT_FIELD]: what, [SNOOZE_FIELD]: day } = asked.data;
    if (what !== 'snooze' && day !== undefined) {
      throw new FormError({ [SNOOZE_FIELD]: call.words.triage.several.dayWithout });
    }
    const act = ACTS[what](day === undefined ? null : morningOf(day, call));
    const { triage } = call;
    const snapshot = call.portfolio.latest() ?? (yield* awaitReading(call));
    if (!triage?.state()) return yield refusalView(call.words.triage.unknown);
    const outcomes: Outcome[] = [];
    for (const id of ids) {
      const entry = entryIn(snapshot, id);
      if (entry === null) outcomes.push('gone');
      else if (isOver(entry)) outcomes.push('closed');
      else {
        const note = await act(entry, triage, call).catch((error: unknown) => {
          throw outcomes.length === 0 ? error : afterChange(error);
        });
        if (note === null) outcomes.push(what === 'snooze' ? 'snoozed' : 'taken');
        else outcomes.push(note);
      }
    }
    const entries = ids.flatMap((id) => entryIn(snapshot, id) ?? []);
    const lines = entries.map((entry) => lineOf(entry, snapshot, call));
    yield resultView(outcomes, lines, showingOf(call));
  },
};

const ACTS: Readonly<Record<(typeof SEVERAL_ACTS)[number], (untilMs: number | null) => Act>> = {
  take: () => takeFrom(),
  giveBack: () => giveBack,
  watch: () => startWatching,
  unwatch: () => stopWatching,
  snooze: snoozeUntil,
  unsnooze: () => endSnooze,
};
