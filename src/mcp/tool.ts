import type { z } from 'zod';

import type { CommandContext } from '../commands/command.ts';
import { ToolInputError } from '../commands/errors.ts';
import { didYouMean } from '../lib/did-you-mean.ts';
import type { Message } from '../views/message.ts';
import type { Cursors } from './cursor.ts';

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
