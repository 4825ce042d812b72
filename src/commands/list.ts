import { z } from 'zod';

import { rentalFailure } from '../portfolio/failure.ts';
import { formatQuery } from '../portfolio/query/format.ts';
import { keyHelp } from '../portfolio/query/key-help.ts';
import { parseQuery } from '../portfolio/query/parse.ts';
import type { Query } from '../portfolio/query/query.ts';
import type { Reading } from '../portfolio/reading.ts';
import type { Message, Press } from '../views/message.ts';
import { awaitReading } from './await-reading.ts';
import { type Call, type Command, StalePressError } from './command.ts';
import { failureWords } from './failure-words.ts';
import { listPage } from './list-page.ts';

const PageArgs = z.object({
  page: z.int().min(1),
  /** As it can be parsed again; absent asks for everything. */
  query: z.string().optional(),
  /** The reading that the page belongs to; absent asks for a new one. */
  reading: z.string().optional(),
});

export const list: Command = {
  name: 'list',
  called: { en: 'list', fr: 'liste' },
  aliases: ['liste', 'ls'],
  details: (language) => Object.values(keyHelp(language)),
  summary: {
    en: 'Page through the rental files, newest first, or those that fit a query',
    fr: 'Parcourir les dossiers, du plus récent au plus ancien, ou ceux qui répondent à une requête',
  },
  hint: { en: '[query]', fr: '[requête]' },
  examples: {
    en: ['list', 'list decision:ready age:>3bd sort:oldest', 'list completion:<100 dupont'],
    fr: ['liste', 'liste décision:prêt âge:>3jo tri:anciens', 'liste complet:<100 dupont'],
  },

  async *typed(text, call) {
    const query = parseQuery(text, call.words.language);
    const reading = call.portfolio.latest() ?? (yield* awaitReading(call));
    yield pageOf(reading, query, 1, noticesOf(reading, call), call);
  },

  async *pressed(args, call) {
    const asked = PageArgs.safeParse(args);
    if (!asked.success) throw new StalePressError('arguments');
    const { page, reading: id, query: text = '' } = asked.data;
    const query = parseQuery(text, call.words.language);
    if (id === undefined) {
      const reading = yield* newestReading(call);
      yield pageOf(reading, query, page, noticesOf(reading, call), call);
      return;
    }
    const held = call.portfolio.held(id);
    if (held) {
      yield pageOf(held, query, page, doubtsOf(held, call), call);
      return;
    }
    const newer = call.portfolio.latest() ?? (yield* awaitReading(call));
    const notices = [call.words.list.movedOn, ...noticesOf(newer, call)];
    yield pageOf(newer, query, page, notices, call);
  },
};

/** A new reading; when it cannot be had, the last one, which the notices say is not newer. */
async function* newestReading(call: Call): AsyncGenerator<Message, Reading> {
  const last = call.portfolio.latest();
  if (last === null) return yield* awaitReading(call);
  try {
    return yield* awaitReading(call);
  } catch (error) {
    if (rentalFailure(error) === null) throw error;
    return last;
  }
}

function noticesOf(reading: Reading, call: Call): string[] {
  const { portfolio, words, reference } = call;
  const failure = portfolio.failure();
  const stale = failure === null ? [] : [words.list.stale(failureWords(failure, words), reference)];
  return [...stale, ...doubtsOf(reading, call)];
}

function doubtsOf({ doubt }: Reading, { words }: Call): string[] {
  return doubt === null ? [] : [words.list.doubt[doubt]];
}

/** A page with its buttons, each of which carries all that it needs. */
function pageOf(
  reading: Reading,
  query: Query,
  page: number,
  notices: readonly string[],
  call: Call,
): Message {
  const text = formatQuery(query, 'en');
  const asked = text === '' ? {} : { query: text };
  const press = (to: number, on: { reading?: string }): Press => ({
    command: list.name,
    args: { page: to, ...asked, ...on },
  });
  const failure = notices.length > 0 ? call.portfolio.failure() : null;
  const message = listPage(reading, query, page, notices, call, {
    turnTo: (to) => press(to, { reading: reading.id }),
    refresh: (at) => press(at, {}),
    all: { command: list.name, args: { page: 1, reading: reading.id } },
  });
  return failure === null ? message : { ...message, trouble: failure };
}
