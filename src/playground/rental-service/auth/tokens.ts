import { randomBytes } from 'node:crypto';

import type { Granted } from './authorization-server.ts';

/** The access tokens that are out; both servers know them, as one would ask the other. */
export interface Tokens {
  /** A new token, good until `lifetimeSeconds` have passed. */
  readonly issue: (granted: Granted) => string;
  /** Rights of the token; `null` when it is unknown, expired or revoked. */
  readonly look: (token: string) => Granted | null;
  readonly revokeAll: () => void;
  /** All that were ever given out, those that serve no more among them. */
  readonly issued: () => readonly string[];
}

const TOKEN_BYTES = 48;

export function createTokens(now: () => number, lifetimeSeconds: number): Tokens {
  const issued = new Map<string, Granted & { readonly endsMs: number }>();
  const ever: string[] = [];
  return {
    issue(granted) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      issued.set(token, { ...granted, endsMs: now() + lifetimeSeconds * 1_000 });
      ever.push(token);
      return token;
    },
    look(token) {
      const found = issued.get(token);
      return found !== undefined && found.endsMs > now() ? found : null;
    },
    revokeAll: () => issued.clear(),
    issued: () => ever,
  };
}
