import { z } from 'zod';

import { keyHelp } from '../../portfolio/query/vocabulary/index.ts';
import { oneLine } from '../../views/block-kit.ts';

const QUERY_LENGTH_MAX = 500;
const FILE_LENGTH_MAX = 300;
const WORDS_MAX = 10;
const WORD_LENGTH_MAX = 40;

/** Every key of queries with an example, for an assistant. */
function keysByExample(): string {
  return [...keyHelp('en').values()].map(({ example }) => example).join(' · ');
}

/** The argument `query` of tools that count or list files. */
export const QUERY_INPUT = z
  .string()
  .max(QUERY_LENGTH_MAX)
  .default('')
  .describe(
    `Empty for all files. A phrase such as “ready files in Lyon older than a week”, or keys: a space is AND, a comma OR, a leading - NOT, quotes keep spaces. Keys by example: ${keysByExample()}`,
  );

/** The argument `file` of tools about one file. */
export const FILE_INPUT = z
  .string()
  .min(1)
  .max(FILE_LENGTH_MAX)
  .describe('The id of a file, its link, the reference of its property, or words that find it');

/** What was left out of a query. */
export const Ignored = z.object({
  ignored: z.array(z.string()).describe('Words of the query that no file has; they were left out'),
});

/** Words that the assistant has given, and that fit no file. */
export function ignoredData(words: readonly string[]): z.output<typeof Ignored> {
  return { ignored: words.slice(0, WORDS_MAX).map((word) => oneLine(word, WORD_LENGTH_MAX)) };
}
