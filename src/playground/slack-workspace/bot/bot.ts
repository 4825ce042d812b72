import type { Json } from '../page-protocol.ts';

/** A request of Slack to the app, over HTTP or a socket. */
export type Envelope =
  | { readonly kind: 'slash_commands'; readonly payload: Readonly<Record<string, string>> }
  | { readonly kind: 'interactive'; readonly payload: Json }
  | { readonly kind: 'events_api'; readonly payload: Json; readonly retry?: Retry };

export interface Retry {
  /** 1 for the first try after the first. */
  readonly number: number;
  readonly reason: string;
}

/** Why the app did not acknowledge, as Slack's own line spells it. */
export type Refusal =
  | 'operation_timeout'
  | 'dispatch_failed'
  | 'http_client_error'
  | 'http_service_error';

export type Outcome =
  /** `body` is what came with it: JSON, bare text, or nothing. */
  | { readonly kind: 'acked'; readonly body: Json | string | null }
  | {
      readonly kind: 'refused';
      readonly error: Refusal;
      /** The app asked for no retry. */
      readonly isFinal: boolean;
    };

/** One way to the app. */
export interface Bot {
  /** Tells the app something and waits for its acknowledgement; never throws. */
  send(envelope: Envelope): Promise<Outcome>;
}

export function refused(error: Refusal, isFinal = false): Outcome {
  return { kind: 'refused', error, isFinal };
}

export function acked(body: Json | string | null): Outcome {
  return { kind: 'acked', body };
}
