import { z } from 'zod';

import { dateOf } from '../../portfolio/calendar.ts';
import { understandOrNull } from '../../portfolio/phrases/understand.ts';
import { daysOfDate } from '../../portfolio/query/periods.ts';
import { SNOOZE_FIELD, snoozeForm } from '../../views/files/triage.ts';
import { failureView } from '../../views/notices.ts';
import type { Command, CommandContext } from '../command.ts';
import { FormError } from '../errors.ts';
import { withOwnDates } from '../file-list.ts';
import { type Act, actOn, actOnNamed, argumentsIn, FILE_ID } from './file.ts';

const Args = z.object({ id: FILE_ID, off: z.literal(1).optional() });

const ask: Act = async ({ id }, _triage, { words }) =>
  snoozeForm({ command: snooze.name, args: { id } }, words);

export const endSnooze: Act = async (entry, triage) => {
  await triage.unsnooze(entry.id);
  return 'unsnoozed';
};

/** @param untilMs epoch milliseconds; `null` until the file changes */
export function snoozeUntil(untilMs: number | null): Act {
  return async (entry, triage, { person: { userId } }) => {
    await triage.snooze(entry, userId, untilMs);
    return null;
  };
}

/** When a snoozed file is back on its day. */
const MORNING = { hour: 6 };

export const snooze: Command = {
  name: 'snooze',
  called: { en: 'snooze', fr: 'reporter' },
  aliases: ['reporter', 'reporte', 'snoozed', 'reportés'],
  group: 'keep',
  summary: {
    en: 'Leave a file out of digests until a day, or until it changes',
    fr: 'Reporter un dossier à un jour, ou jusqu’à ce qu’il change',
  },
  hint: { en: '[file]', fr: '[dossier]' },
  examples: { en: ['snooze LY-0342'], fr: ['reporter LY-0342'] },

  async *run(text, call) {
    const { file, day } = dayIn(text, call);
    if (day !== null && isOver(day, call)) {
      const { passed, past } = call.words.triage.snooze;
      yield failureView({ happened: passed(day), remedy: past }, null, null, call.words);
      return;
    }
    yield* actOnNamed(file, 'snoozed', ask, call);
  },

  runAction(args, call) {
    const { id, off } = argumentsIn(Args, args);
    return actOn(id, off === 1 ? endSnooze : ask, call);
  },

  async *submit(args, filled, call) {
    const { id } = argumentsIn(Args, args);
    const { [SNOOZE_FIELD]: day } = filled;
    const untilMs = typeof day === 'string' ? morningOf(day, call) : null;
    yield* actOn(id, snoozeUntil(untilMs), call);
  },
};

const UNTIL = /\s(?:until|till|jusqu['’]?(?:[aà]u?|en)|jusque)\s(.+)$/iu;

/** The file of `LY-0342 until yesterday`, and the day as typed; `null` for none. */
function dayIn(text: string, call: CommandContext): { file: string; day: string | null } {
  const until = UNTIL.exec(text);
  const day = until?.[1]?.trim() ?? '';
  const isDay = until !== null && dateIn(day, call) !== null;
  return isDay ? { file: text.slice(0, until.index).trimEnd(), day } : { file: text, day: null };
}

/** The one date that a text is, as a value of queries. */
function dateIn(text: string, call: CommandContext): string | null {
  const understood = understandOrNull(withOwnDates(text, call), call.words.language);
  const [condition, ...more] = understood?.query.conditions ?? [];
  if (condition?.kind !== 'date' || more.length > 0 || understood?.isWhole !== true) return null;
  const [date] = condition.any;
  return date?.is === '=' ? date.value : null;
}

/** Whether a date is today or over, so that no morning of it is left. */
function isOver(text: string, call: CommandContext): boolean {
  const today = dateOf(call.now(), call.zone);
  const date = dateIn(text, call);
  if (date === null || date === 'today') return date !== null;
  return Temporal.PlainDate.compare(daysOfDate(date, today, 'coming').last, today) < 0;
}

/**
 * The morning of a day, in epoch milliseconds.
 *
 * @param day `YYYY-MM-DD`
 * @throws {FormError} for a day that is not within the next year
 */
export function morningOf(day: string, { now, zone, words }: CommandContext): number {
  const today = dateOf(now(), zone);
  const date = Temporal.PlainDate.from(day);
  const { past, tooFar } = words.triage.snooze;
  if (Temporal.PlainDate.compare(date, today) <= 0) throw refusal(past);
  if (Temporal.PlainDate.compare(date, today.add({ years: 1 })) > 0) throw refusal(tooFar);
  return date.toZonedDateTime({ timeZone: zone, plainTime: MORNING }).epochMilliseconds;
}

function refusal(sentence: string): FormError {
  return new FormError({ [SNOOZE_FIELD]: sentence });
}
