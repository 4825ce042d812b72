import { fitToFiles } from '../../../src/portfolio/phrases/fit.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';
import type { Query } from '../../../src/portfolio/query/query.ts';
import { tableOf } from '../../../src/portfolio/search/table.ts';
import { HELD, type Request, REQUESTS } from './requests.ts';

/** How the requests of the table are understood. */
export interface Share {
  readonly rows: number;
  /** Those that compile to the query expected, with their question. */
  readonly right: number;
  /** Those whose query keeps a word that no file holds, and so finds nothing. */
  readonly silentZeros: readonly string[];
  readonly wrong: readonly string[];
}

const NO_FILES = tableOf([]);

/** Understands each request over files that hold just the words of its fillings. */
export function shareUnderstood(): Share {
  const wrong = REQUESTS.filter((request) => !isRight(request));
  return {
    rows: REQUESTS.length,
    right: REQUESTS.length - wrong.length,
    silentZeros: REQUESTS.filter(isSilentZero).map(({ text }) => text),
    wrong: wrong.map((request) => `${request.text} → ${JSON.stringify(fitted(request))}`),
  };
}

/** The number of files that a query finds, as far as its free words tell. */
function countOf({ conditions }: Query): number {
  const isHeld = conditions.every((one) => {
    // Whose names stand together is not known of words alone.
    if (one.kind === 'text') return one.key !== 'applicant' && one.key !== 'guarantor';
    return one.kind !== 'words' || one.not || one.any.some((word) => HELD.has(word));
  });
  return isHeld ? 1 : 0;
}

function fitted({ text, language }: Request) {
  return fitToFiles(text, language, {
    table: NO_FILES,
    countIn: countOf,
    countAll: countOf,
    isNarrow: false,
  });
}

function isRight(request: Request): boolean {
  const { query, question } = fitted(request);
  return question === request.question && canonical(query) === canonical(parseQuery(request.query));
}

function isSilentZero(request: Request): boolean {
  return fitted(request).query.conditions.some(
    (one) => one.kind === 'words' && !one.not && !one.any.some((word) => HELD.has(word)),
  );
}

/** A query with its conditions in alphabetical order. */
function canonical({ conditions, sort }: Query): string {
  const sorted = conditions.map((one) =>
    JSON.stringify({ ...one, any: [...one.any].map((each) => JSON.stringify(each)).toSorted() }),
  );
  return JSON.stringify([sorted.toSorted(), sort]);
}
