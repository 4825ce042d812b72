import { z } from 'zod';

import { dateOf } from '../portfolio/calendar/working-days.ts';
import { isAwaiting, openFileIds } from '../portfolio/lifecycle.ts';
import {
  lackingIn,
  propertiesNamed,
  type PropertyFiles,
  propertyOf,
} from '../portfolio/properties.ts';
import { PARTS } from '../portfolio/query/keys/parts.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { townIn } from '../views/files/line.ts';
import { findButton } from '../views/files/picker.ts';
import { propertiesView, type PropertyLine, propertyView } from '../views/files/properties.ts';
import type { Action, Message } from '../views/message.ts';
import { failureView, refusalView } from '../views/notices.ts';
import type { Command, CommandContext } from './command.ts';
import { StaleActionError } from './errors.ts';
import { lineOf, shareOf, showingOf } from './file-list.ts';
import { FIND } from './show/actions.ts';
import { awaitReading, type Notices, noticesOf, referenceTo, answerFrom } from './snapshot.ts';

const called = { en: 'property', fr: 'bien' };

/** Rows of three lines: as many as fit one screen of a telephone. */
const PAGE_SIZE = 5;

const Args = z.object({
  page: z.int().min(1).default(1),
  /** Id of one of its files. */
  file: z.string().optional(),
  /** Words of properties, where no file is given. */
  named: z.string().optional(),
  /** Id of the snapshot; absent asks for a new one. */
  reading: z.string().optional(),
});
type Wanted = Omit<z.output<typeof Args>, 'reading'>;

export const property: Command = {
  name: 'property',
  called,
  aliases: ['bien', 'logement', 'listing'],
  group: 'look',
  summary: {
    en: 'Compare the files of one property, in order of arrival',
    fr: 'Comparer les dossiers d’un bien, par ordre d’arrivée',
  },
  hint: { en: '<reference or words>', fr: '<référence ou mots>' },
  examples: { en: ['property gare'], fr: ['bien gare'] },

  async *run(text, call) {
    const snapshot = call.portfolio.latest() ?? (yield* awaitReading(call));
    yield answer({ named: text.trim(), page: 1 }, snapshot, noticesOf(snapshot, call), call);
  },

  async *runAction(args, call) {
    const asked = Args.safeParse(args);
    if (!asked.success) throw new StaleActionError('arguments');
    const { reading: id, ...wanted } = asked.data;
    yield* answerFrom(id, call, (snapshot, notices) => answer(wanted, snapshot, notices, call));
  },
};

function answer(
  wanted: Wanted,
  snapshot: Snapshot,
  notices: Notices,
  call: CommandContext,
): Message {
  const { properties } = call.words;
  if (wanted.file !== undefined) {
    const one = propertyOf(wanted.file, snapshot);
    if (one === null)
      return failureView(properties.none, null, findButton(FIND, call.words), call.words);
    return filesOf(one, wanted, snapshot, notices, call);
  }
  const named = propertiesNamed(wanted.named ?? '', snapshot, searchContextOf(snapshot, call));
  if (named === null) return refusalView(properties.which);
  const [only, ...others] = named;
  if (only === undefined)
    return failureView(properties.none, null, findButton(FIND, call.words), call.words);
  if (others.length === 0) return filesOf(only, wanted, snapshot, notices, call);
  return propertiesMessage(
    named,
    { page: wanted.page, until: null, to: (page) => actionFor({ ...wanted, page }) },
    snapshot,
    notices,
    call,
  );
}

function actionFor({ page, file, named }: Wanted, snapshot?: Snapshot): Action {
  return {
    command: property.name,
    args: {
      page,
      ...(file === undefined ? {} : { file }),
      ...(named === undefined || file !== undefined ? {} : { named }),
      ...(snapshot === undefined ? {} : { reading: referenceTo(snapshot) }),
    },
  };
}

function filesOf(
  one: PropertyFiles,
  { page: wanted }: Wanted,
  snapshot: Snapshot,
  { texts, trouble }: Notices,
  call: CommandContext,
): Message {
  const { entries } = one;
  const pages = Math.max(1, Math.ceil(entries.length / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const file = entries[0]?.id ?? '';
  const to = (next: number) => actionFor({ page: next, file }, snapshot);
  const lacking = lackingIn(snapshot);
  const lines = entries.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((entry) => ({
    ...lineOf(entry, snapshot, call),
    lacks: lacking(entry).map((part) => PARTS[part].words[call.words.language][0]),
  }));
  const message = propertyView(
    {
      of: propertyLine(one, snapshot, call),
      lines,
      page,
      pages,
      notices: texts,
      previous: page > 1 ? to(page - 1) : null,
      next: page < pages ? to(page + 1) : null,
      refresh: actionFor({ page, file }),
      share: shareOf(to(page), call),
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
    },
    showingOf(call),
  );
  return { ...message, files: openFileIds(lines), trouble };
}

/** How a list of properties turns its pages. */
interface Turning {
  readonly page: number;
  /** `YYYY-MM-DD`; `null` for properties that were named. */
  readonly until: string | null;
  /** The action for a page of a new snapshot. */
  readonly to: (page: number) => Action;
}

/** A page of properties, each with the button that opens its files. */
export function propertiesMessage(
  all: readonly PropertyFiles[],
  { page: wanted, until, to }: Turning,
  snapshot: Snapshot,
  { texts, trouble }: Notices,
  call: CommandContext,
): Message {
  const pages = Math.max(1, Math.ceil(all.length / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const shown = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const frozen = (next: number): Action => {
    const { command, args } = to(next);
    return { command, args: { ...args, reading: referenceTo(snapshot) } };
  };
  const message = propertiesView(
    {
      total: all.length,
      lines: shown.map((one) => propertyLine(one, snapshot, call)),
      until,
      page,
      pages,
      notices: texts,
      previous: page > 1 ? frozen(page - 1) : null,
      next: page < pages ? frozen(page + 1) : null,
      refresh: to(page),
      share: shareOf(frozen(page), call),
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
    },
    showingOf(call),
  );
  const files = shown.flatMap(({ entries }) => entries.filter(isAwaiting).map(({ id }) => id));
  return { ...message, files, trouble };
}

function propertyLine(
  { property: of, entries, backlog }: PropertyFiles,
  snapshot: Snapshot,
  call: CommandContext,
): PropertyLine {
  const { title, reference, description, rent, charges, deposit } = of;
  const { isAvailable, availability } = of;
  const today = dateOf(snapshot.endedAt, call.zone).toString();
  return {
    property: { title, reference },
    town: townIn(description),
    rent,
    charges,
    deposit,
    availability: {
      from: availability,
      isAvailable,
      isPast: availability !== null && availability <= today,
    },
    files: entries.length,
    backlog,
    open: actionFor({ page: 1, file: entries[0]?.id ?? '' }, snapshot),
  };
}
