/** Trouble that the Web API has once, so that an app's behaviour under it can be seen. */
export interface Interruption {
  /** The method it happens to. */
  readonly method: string;
  /** Whether the call has taken effect by then: an app cannot tell. */
  readonly moment: 'before' | 'after';
  readonly trouble: 'fatal_error' | 'http_500' | 'hang_up' | 'ratelimited' | 'missing_scope';
}

export interface Interruptions {
  add(interruption: Interruption): void;
  /** Takes the next trouble of a method at a moment, if there is any. */
  take(method: string, moment: Interruption['moment']): Interruption['trouble'] | undefined;
}

/** Troubles that wait for their call, each of them for one. */
export function interruptionList(): Interruptions {
  const waiting: Interruption[] = [];
  return {
    add: (interruption) => void waiting.push(interruption),
    take(method, moment) {
      const index = waiting.findIndex((one) => one.method === method && one.moment === moment);
      return index === -1 ? undefined : waiting.splice(index, 1)[0]?.trouble;
    },
  };
}
