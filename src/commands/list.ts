import { z } from 'zod';

import type { Reading } from '../portfolio/reading.ts';
import type { RentalFile } from '../rental/file.ts';
import type { FileLine } from '../views/file-line.ts';
import { listView } from '../views/list.ts';
import type { Message, Press } from '../views/message.ts';
import { awaitReading } from './await-reading.ts';
import { type Call, type Command, StalePressError } from './command.ts';
import { failureWords } from './failure-words.ts';

const PAGE_SIZE = 8;

const PageArgs = z.object({
  page: z.int().min(1),
  /** The reading that the page belongs to; absent asks for a new one. */
  reading: z.string().optional(),
});

export const list: Command = {
  name: 'list',
  aliases: ['liste', 'ls'],
  summary: {
    en: 'Page through the rental files, newest first',
    fr: 'Parcourir les dossiers de location, du plus récent au plus ancien',
  },
  examples: ['list'],

  async *typed(_text, call) {
    const reading = call.portfolio.latest() ?? (yield* awaitReading(call));
    yield pageOf(reading, 1, noticesOf(call), call);
  },

  async *pressed(args, call) {
    const asked = PageArgs.safeParse(args);
    if (!asked.success) throw new StalePressError('arguments');
    if (asked.data.reading === undefined) {
      yield* refresh(asked.data.page, call);
      return;
    }
    const held = call.portfolio.held(asked.data.reading);
    if (held) {
      yield pageOf(held, asked.data.page, [], call);
      return;
    }
    const newer = call.portfolio.latest() ?? (yield* awaitReading(call));
    yield pageOf(newer, asked.data.page, [call.words.list.movedOn, ...noticesOf(call)], call);
  },
};

/** A new reading; when it cannot be had, the last one and why it is not newer. */
async function* refresh(page: number, call: Call): AsyncGenerator<Message> {
  const last = call.portfolio.latest();
  if (last === null) {
    yield pageOf(yield* awaitReading(call), page, [], call);
    return;
  }
  let reading = last;
  try {
    reading = yield* awaitReading(call);
  } catch {
    // The notice below says so: the portfolio remembers why its newest attempt failed.
  }
  yield pageOf(reading, page, noticesOf(call), call);
}

function noticesOf({ portfolio, words }: Call): string[] {
  const failure = portfolio.failure();
  return failure === null ? [] : [words.list.stale(failureWords(failure, words).happened)];
}

function pageOf(reading: Reading, wanted: number, notices: readonly string[], call: Call): Message {
  const { files, skipped, unknown, endedAt } = reading;
  const pages = Math.max(1, Math.ceil(files.length / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const shown = files.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const turnTo = (to: number): Press => ({
    command: list.name,
    args: { page: to, reading: reading.id },
  });
  return listView(
    {
      lines: shown.map((file) => lineOf(file, reading, call)),
      total: files.length,
      page,
      pages,
      readAt: endedAt,
      skipped,
      unknown,
      notices,
      previous: page > 1 ? turnTo(page - 1) : null,
      next: page < pages ? turnTo(page + 1) : null,
      refresh: { command: list.name, args: { page } },
    },
    call.now(),
    call.words,
  );
}

function lineOf(file: RentalFile, { completionMax }: Reading, { linkTo }: Call): FileLine {
  const { product, applicants, completion_rate: rate } = file;
  return {
    property: product && { title: product.title, reference: product.reference },
    applicants: applicants.map(({ first_name: first, last_name: last, is_guarantor }) => ({
      name: [first, last].filter(Boolean).join(' ') || null,
      isGuarantor: is_guarantor,
    })),
    status: file.status,
    decision: file.decision,
    score: file.score,
    completionPercent: rate === null ? null : (rate / completionMax) * 100,
    createdAt: file.created_at,
    isArchived: file.archived_at !== null,
    link: linkTo(file.id),
  };
}
