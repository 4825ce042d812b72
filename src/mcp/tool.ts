import { z } from 'zod';

import type { CommandContext } from '../commands/command.ts';
import { ToolInputError } from '../commands/errors.ts';
import { didYouMean } from '../lib/text.ts';
import { keyHelp } from '../portfolio/query/vocabulary/index.ts';
import { oneLine } from '../views/block-kit.ts';
import type { Message, Action } from '../views/message.ts';

/** What a tool may use beside its arguments. */
export interface ToolContext {
  /** The context of a command, at the level of assistants. */
  readonly call: CommandContext;
  readonly cursors: Cursors;
}

/** The answer of a tool. */
export interface ToolAnswer<Data = object> {
  /** Counts, references and enumerations; nothing of persons. */
  readonly data: Data;
  /** What Slack draws beside it; people are shown here alone. */
  readonly message?: Message;
  /** Error that the answer reports, for the log. */
  readonly trouble?: unknown;
}

/** A tool of the MCP server; all of them only read. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the assistant, which chooses tools by it. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Whether its answers have blocks. */
  readonly hasBlocks: boolean;
  /**
   * @throws {ToolInputError} when the arguments are none of this tool
   * @throws {QueryError} when a query is none
   */
  run(args: unknown, context: ToolContext): Promise<ToolAnswer>;
}

/** A tool whose arguments are checked before it runs. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  answer,
  ...tool
}: Omit<Tool, 'run' | 'input' | 'output'> & {
  readonly input: Input;
  readonly output: Output;
  readonly answer: (
    args: z.output<Input>,
    context: ToolContext,
  ) => Promise<ToolAnswer<z.output<Output>>>;
}): Tool {
  return {
    ...tool,
    run: async (args, context) => answer(argumentsOf(tool.name, tool.input, args), context),
  };
}

const ISSUES_MAX = 3;

function argumentsOf<Input extends z.ZodObject>(
  tool: string,
  input: Input,
  args: unknown,
): z.output<Input> {
  const read = input.safeParse(args ?? {});
  if (read.success) return read.data;
  const names = Object.keys(input.shape);
  const issues = read.error.issues.slice(0, ISSUES_MAX).map((issue) => {
    if (issue.code !== 'unrecognized_keys') return `${issue.path.join('.')}: ${issue.message}.`;
    const [key = ''] = issue.keys;
    const nearest = didYouMean(key, names);
    return nearest === null ? 'There is an unknown argument.' : `Did you mean “${nearest}”?`;
  });
  throw new ToolInputError(
    [`${tool} cannot be called so.`, ...issues, `Its arguments are: ${names.join(', ')}.`].join(
      ' ',
    ),
  );
}

/** Encrypts cursors, so that they can be neither read nor made by others. */
export interface Cursors {
  encode(token: { action: Action; userId: string; channelId: null }): string;
  /** `null` for what was not encrypted here. */
  decode(value: string): {
    readonly action: Action | 'expired' | null;
    readonly userId: string | null;
  } | null;
}

/** A cursor of another tool, and a button, have another name. */
const CURSOR_OF = 'mcp search_files';

const Next = z.object({
  query: z.string(),
  /** Reference to the snapshot of the page before. */
  reading: z.string(),
  page: z.int().min(2),
  size: z.int().min(1).max(10),
});

/** The page after one, with all that finds it. */
export type Next = z.output<typeof Next>;

/** An opaque cursor, valid for one person and 30 days. */
export function cursorFor(next: Next, userId: string, cursors: Cursors): string {
  return cursors.encode({ action: { command: CURSOR_OF, args: next }, userId, channelId: null });
}

/**
 * The page that a cursor leads to.
 *
 * @throws {ToolInputError} when it was made for another person, is older than 30 days or was changed
 */
export function readCursor(cursor: string, userId: string, cursors: Cursors): Next {
  const token = cursors.decode(cursor);
  const action = token?.userId === userId ? token.action : null;
  const isOurs = action !== null && action !== 'expired' && action.command === CURSOR_OF;
  const next = isOurs ? Next.safeParse(action.args) : null;
  if (next?.success === true) return next.data;
  throw new ToolInputError(
    'This cursor cannot be used: it was changed, is too old, or was made for another person. Call search_files again with the query, and without a cursor.',
  );
}

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
