import { z } from 'zod';

/** An access token, and for how long it serves. */
export interface Grant {
  readonly token: string;
  /** From the start of the request. */
  readonly lifetimeMs: number;
}

/** RFC 6750, section 2.1: what may stand behind `Bearer`. Nothing else may reach a header. */
const TOKEN = /^[\w.~+/-]+=*$/;

/** The token's lifetime when the answer does not say, or says something odd. */
const LIFETIME_SECONDS_DEFAULT = 300;

const LIFETIME_SECONDS_MAX = 86_400;

const Answer = z.object({
  access_token: z.string().regex(TOKEN),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ])
    .pipe(z.number().positive())
    .catch(LIFETIME_SECONDS_DEFAULT),
});

/**
 * The grant in the body of a 200, or the name of the field for which it is none.
 *
 * The specification does not show the fields: they are those of the standard.
 *
 * @see Rental File Service specification, section 4.1; RFC 6749, section 5.1
 */
export function readGrant(body: string): Grant | { readonly missing: string } {
  const json = parsed(body);
  if (json === undefined) return { missing: 'JSON' };
  const answer = Answer.safeParse(json);
  if (!answer.success) return { missing: String(answer.error.issues[0]?.path[0] ?? 'object') };
  const { access_token: token, expires_in: seconds } = answer.data;
  return { token, lifetimeMs: Math.min(seconds, LIFETIME_SECONDS_MAX) * 1000 };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
