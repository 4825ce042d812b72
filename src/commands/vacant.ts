import { z } from 'zod';

import { dateOf } from '../portfolio/calendar/working-days.ts';
import { vacanciesUntil } from '../portfolio/properties.ts';
import { queryOrNull } from '../portfolio/query/parser.ts';
import type { Age } from '../portfolio/query/query.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import type { Message } from '../views/message.ts';
import { refusalView } from '../views/notices.ts';
import type { Command, CommandContext } from './command.ts';
import { StaleActionError } from './errors.ts';
import { propertiesMessage } from './property.ts';
import { awaitReading, type Notices, noticesOf, answerFrom } from './snapshot.ts';

const Args = z.object({
  page: z.int().min(1),
  days: z.int().min(0),
  /** Id of the snapshot; absent asks for a new one. */
  reading: z.string().optional(),
});

/** How far ahead properties are looked for, unless the person says so. */
const DAYS = 14;
const DAYS_MAX = 3_660;
/** Days of the units that a person may name. */
const DAYS_OF: Partial<Record<Age['unit'], number>> = { d: 1, w: 7 };

/** Small words before the number. */
const BEFORE = /^(?:in|within|under|the|next|dans|sous|d[’']ici|les|prochains?)\s+/iu;

export const vacant: Command = {
  name: 'vacant',
  called: { en: 'vacant', fr: 'vacants' },
  aliases: ['vacants', 'vacancies', 'libres'],
  group: 'look',
  summary: {
    en: 'List properties free soon, with how many files are ready',
    fr: 'Lister les biens bientôt libres et leurs dossiers prêts',
  },
  hint: { en: '[in 14d]', fr: '[sous 14j]' },
  examples: { en: ['vacant', 'vacant in 30d'], fr: ['vacants', 'vacants sous 30j'] },

  async *run(text, call) {
    const today = dateOf(call.now(), call.zone);
    const days = daysIn(text, today);
    if (days === null) {
      yield refusalView(call.words.properties.within);
      return;
    }
    const snapshot = call.portfolio.latest() ?? (yield* awaitReading(call));
    yield answer({ page: 1, days }, snapshot, noticesOf(snapshot, call), call);
  },

  async *runAction(args, call) {
    const asked = Args.safeParse(args);
    if (!asked.success) throw new StaleActionError('arguments');
    const { reading: id, ...wanted } = asked.data;
    yield* answerFrom(id, call, (snapshot, notices) => answer(wanted, snapshot, notices, call));
  },
};

/** The number of days in “in 14d”, “2 weeks” or “sous 1 mois”; `null` for anything else. */
function daysIn(text: string, today: Temporal.PlainDate): number | null {
  let rest = text.trim();
  while (BEFORE.test(rest)) rest = rest.replace(BEFORE, '');
  if (rest === '') return DAYS;
  const [condition] = queryOrNull(`age:${rest.replaceAll(/\s+/gu, '')}`)?.conditions ?? [];
  const [age] = condition?.kind === 'age' ? condition.any : [];
  if (age?.is !== '=') return null;
  const { count, unit } = age.value;
  const days =
    unit === 'mo'
      ? today.until(today.add({ months: count })).days
      : count * (DAYS_OF[unit] ?? Number.NaN);
  return days <= DAYS_MAX ? days : null;
}

function answer(
  { page, days }: { readonly page: number; readonly days: number },
  snapshot: Snapshot,
  notices: Notices,
  call: CommandContext,
): Message {
  const searchContext = searchContextOf(snapshot, call);
  const until = dateOf(snapshot.endedAt, call.zone).add({ days }).toString();
  return propertiesMessage(
    vacanciesUntil(until, snapshot, searchContext),
    { page, until, to: (next) => ({ command: vacant.name, args: { page: next, days } }) },
    snapshot,
    notices,
    call,
  );
}
