import type { Identifiers } from './identifiers.ts';

/** How long a trigger may be exchanged for a modal. */
const TRIGGER_LIFE_MS = 3_000;

type TriggerError = 'invalid_trigger_id' | 'expired_trigger_id' | 'exchanged_trigger_id';

export interface Trigger {
  readonly person: string;
  /** The modal that was used to get it. */
  readonly screen: string | null;
}

export interface Triggers {
  issue(person: string, screen?: string | null): string;
  /** Gives whose trigger it was, once and while it lives; or Slack's error. */
  exchange(id: string): Trigger | TriggerError;
}

/**
 * Short-lived permissions to open a modal for a person.
 *
 * @param lifeMs how long each may be used
 *
 * @see https://docs.slack.dev/interactivity/handling-user-interaction
 */
export function triggerBox(
  now: () => number,
  ids: Identifiers,
  lifeMs = TRIGGER_LIFE_MS,
): Triggers {
  const issued = new Map<string, Trigger & { readonly atMs: number }>();
  const exchanged = new Set<string>();

  return {
    issue(person, screen = null) {
      const atMs = now();
      const id = `${Math.floor(atMs)}.${issued.size + 1}.${ids.secret()}`;
      issued.set(id, { person, screen, atMs });
      return id;
    },

    exchange(id) {
      const trigger = issued.get(id);
      if (trigger === undefined) return 'invalid_trigger_id';
      if (exchanged.has(id)) return 'exchanged_trigger_id';
      if (now() - trigger.atMs > lifeMs) return 'expired_trigger_id';
      exchanged.add(id);
      return trigger;
    },
  };
}
