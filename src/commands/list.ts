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
      yield pageOf(held, query, page, { told: doubtsOf(held, call) }, call);
      return;
    }
    const newer = call.portfolio.latest() ?? (yield* awaitReading(call));
    const { told, trouble } = noticesOf(newer, call);
    const notices = { told: [call.words.list.movedOn, ...told], trouble };
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

/** What is said above a list. */
interface Notices {
  readonly told: readonly string[];
  /** Why the list is not newer, when that is told. */
  readonly trouble?: unknown;
}

function noticesOf(reading: Reading, call: Call): Notices {
  const { portfolio, words, reference } = call;
  const trouble = portfolio.failure();
  const doubts = doubtsOf(reading, call);
  if (trouble === null) return { told: doubts };
  return { told: [words.list.stale(failureWords(trouble, words), reference), ...doubts], trouble };
}

function doubtsOf({ doubt }: Reading, { words }: Call): string[] {
  return doubt === null ? [] : [words.list.doubt[doubt]];
}

/** A page with its buttons, each of which carries all that it needs. */
function pageOf(
  reading: Reading,
  query: Query,
  page: number,
  { told, trouble }: Notices,
  call: Call,
): Message {
  const text = formatQuery(query, 'en');
  const asked = text === '' ? {} : { query: text };
  const press = (to: number, on: { reading?: string }): Press => ({
    command: list.name,
    args: { page: to, ...asked, ...on },
  });
  const message = listPage(reading, query, page, told, call, {
    turnTo: (to) => press(to, { reading: reading.id }),
    refresh: (at) => press(at, {}),
    all: { command: list.name, args: { page: 1, reading: reading.id } },
  });
  return { ...message, trouble };
}
