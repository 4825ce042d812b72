import type { Identifiers } from './identifiers.ts';
import { TEAM } from './team.ts';

/** How long, and how often, an app may answer through a response URL. */
const RESPONSE_URL_LIFE_MS = 30 * 60_000;
const RESPONSE_URL_USES_MAX = 5;

/** Message or command that a response URL belongs to. */
export interface Source {
  readonly person: string;
  readonly channel: string;
  /** The message whose button was pressed; `null` for a slash command. */
  readonly ts: string | null;
  /** Where a private answer goes when there is no such message: the thread it was asked in. */
  readonly thread?: string | null;
}

export interface ResponseUrls {
  issue(kind: 'commands' | 'actions', source: Source): string;
  /** Counts one use of a path; gives what it answers to, or Slack's error. */
  use(path: string): Source | 'expired_url' | 'used_url' | 'invalid_url';
}

/**
 * The URLs through which an app answers for half an hour, five times.
 *
 * @param base gives the workspace's own address, without a slash at its end
 * @see https://docs.slack.dev/interactivity/handling-user-interaction
 */
export function responseUrlBox(
  now: () => number,
  ids: Identifiers,
  base: () => string,
): ResponseUrls {
  const issued = new Map<string, { source: Source; atMs: number; uses: number }>();

  return {
    issue(kind, source) {
      const path = `/${kind}/${TEAM.id}/${issued.size + 1}/${ids.secret()}`;
      issued.set(path, { source, atMs: now(), uses: 0 });
      return `${base()}${path}`;
    },

    use(path) {
      const url = issued.get(path);
      if (url === undefined) return 'invalid_url';
      if (now() - url.atMs > RESPONSE_URL_LIFE_MS) return 'expired_url';
      if (url.uses >= RESPONSE_URL_USES_MAX) return 'used_url';
      url.uses += 1;
      return url.source;
    },
  };
}
