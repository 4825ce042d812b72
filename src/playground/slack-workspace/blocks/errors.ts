import type { z } from 'zod';

/** Error code for invalid blocks. */
export type BlockErrorCode = 'invalid_blocks' | 'invalid_attachments' | 'msg_blocks_too_long';

export interface BlockError {
  readonly code: BlockErrorCode;
  /** Where it is, as a JSON pointer: `/blocks/0/text/text`. */
  readonly pointer: string;
  readonly message: string;
}

/** A mistake in the shape of a block, or of where it stands. */
export function misshapen(
  path: readonly PropertyKey[],
  message: string,
  code: BlockErrorCode = 'invalid_blocks',
): BlockError {
  return { code, pointer: pointerTo(path), message };
}

/** The JSON pointer of a path: `['blocks', 0]` is `/blocks/0`. */
export function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** An error in the words of Slack's `response_metadata.messages`, without the `[ERROR]` mark. */
export function worded({ message, pointer }: Pick<BlockError, 'message' | 'pointer'>): string {
  return `${message} [json-pointer:${pointer === '' ? '/' : pointer}]`;
}

/** Issues of zod at `root`, worded as Slack does. */
export function errorsOf(
  issues: readonly z.core.$ZodIssue[],
  root: readonly PropertyKey[],
): BlockError[] {
  return issues.flatMap((issue) => {
    const path = [...root, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => misshapen(path, `invalid additional property: ${key}`));
    }
    if (isMissing(issue)) {
      const field = String(path.at(-1));
      return [misshapen(path.slice(0, -1), `missing required field: ${field}`)];
    }
    return [misshapen(path, wordsFor(issue))];
  });
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  const wanted = ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code);
  return wanted && issue.path.length > 0 && typeOrInput(issue) === undefined;
}

function wordsFor(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'array'
        ? `no more than ${issue.maximum} items allowed`
        : `must be less than ${Number(issue.maximum) + 1}${unitOf(issue.origin)}`;
    case 'too_small':
      return issue.origin === 'array'
        ? `no fewer than ${issue.minimum} items allowed`
        : `must be more than ${below(issue)}${unitOf(issue.origin)}`;
    case 'invalid_type':
      return `must provide ${articled(issue.expected)}`;
    case 'invalid_union':
      return `unsupported type: ${String(typeOrInput(issue))}`;
    case 'invalid_value':
      return `must be one of: ${issue.values.join(', ')}`;
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'custom':
      return issue.message;
  }
}

/** An unknown type is reported with the whole object, a wrong value with the value alone. */
function typeOrInput({ input, path }: z.core.$ZodIssue): unknown {
  const isObject = typeof input === 'object' && input !== null && path.at(-1) === 'type';
  return isObject ? Reflect.get(input, 'type') : input;
}

/** The nearest whole number that is too small. */
function below({ minimum, inclusive }: z.core.$ZodIssueTooSmall): number {
  return inclusive === false ? Number(minimum) : Number(minimum) - 1;
}

function unitOf(origin: string): string {
  return origin === 'string' ? ' characters' : '';
}

function articled(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
