/** In place of a method: what is posted to a response URL. */
export const RESPONSE_URL = 'response_url';

/** Trouble that the Web API has once, so that an app's behaviour under it can be seen. */
export interface Interruption {
  /** The method it happens to, or `RESPONSE_URL`. */
  readonly method: string;
  /** Whether the call has taken effect by then: an app cannot tell. */
  readonly moment: 'before' | 'after';
  /**
   * `silence`: the call is never answered; `busy`: 429 without a word of when to come again;
   * `gateway_page`: 200, with what some proxy has to say.
   */
  readonly trouble:
    | 'busy'
    | 'channel_not_found'
    | 'fatal_error'
    | 'gateway_page'
    | 'hang_up'
    | 'http_500'
    | 'invalid_blocks'
    | 'is_archived'
    | 'missing_scope'
    | 'ratelimited'
    | 'silence';
}

export interface Interruptions {
  add(interruption: Interruption): void;
  /** Takes the next trouble of a method at a moment, if there is any. */
  take(method: string, moment: Interruption['moment']): Interruption['trouble'] | undefined;
  /** Takes back those that no call has met. */
  clear(): void;
}

/** Troubles that wait for their call, each of them for one. */
export function interruptionList(): Interruptions {
  let waiting: Interruption[] = [];
  return {
    add: (interruption) => void waiting.push(interruption),
    take(method, moment) {
      const index = waiting.findIndex((one) => one.method === method && one.moment === moment);
      return index === -1 ? undefined : waiting.splice(index, 1)[0]?.trouble;
    },
    clear() {
      waiting = [];
    },
  };
}
