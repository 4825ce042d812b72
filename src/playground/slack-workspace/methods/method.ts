import { z } from 'zod';

import { errorsOf, worded } from '../blocks/errors.ts';
import type { ServerContext } from '../context.ts';
import type { Json } from '../page-protocol.ts';

/** A method of the Web API, with the types of its arguments sealed inside. */
export interface Method {
  /** Which of the app's tokens it takes. */
  readonly token: 'bot' | 'app' | 'none';
  /** Any one of these is enough; none are needed when it is empty. */
  readonly scopes: readonly string[];
  /**
   * Answers a call; `ok` is added to what it gives.
   *
   * @throws {MethodError} with the code that Slack would answer
   */
  run(context: ServerContext, args: Json): Json;
}

/** A call that Slack answers with an error. */
export class MethodError extends Error {
  override readonly name = 'MethodError';
  readonly code: string;
  /** Fields of the answer besides `ok` and `error`. */
  readonly details: Json;

  constructor(code: string, details: Json = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

interface Spec<Args> {
  readonly token?: Method['token'];
  readonly scopes: readonly string[];
  readonly args: z.ZodType<Args>;
  run(context: ServerContext, args: Args): Json;
}

/** Declares a method; arguments that it does not know are passed over, as Slack does. */
export function defineMethod<Args>(spec: Spec<Args>): Method {
  return {
    token: spec.token ?? 'bot',
    scopes: spec.scopes,
    run(context, given) {
      const parsed = spec.args.safeParse(given, { reportInput: true });
      if (parsed.success) return spec.run(context, parsed.data);
      throw withMessages('invalid_arguments', errorsOf(parsed.error.issues, []));
    },
  };
}

/** An error with the list of what is wrong, as Slack gives it. */
export function withMessages(
  code: string,
  errors: readonly { readonly pointer: string; readonly message: string }[],
): MethodError {
  const words = errors.map(worded);
  return new MethodError(code, {
    errors: words,
    response_metadata: { messages: words.map((line) => `[ERROR] ${line}`) },
  });
}

/** Forms carry everything as text: these read an argument as what it stands for. */
export const text = z.string();
export const flag = z.preprocess(
  (value) => (typeof value === 'string' ? value === 'true' || value === '1' : value),
  z.boolean(),
);
export const count = z.coerce.number().int().min(0);
export const json = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}, z.unknown());
