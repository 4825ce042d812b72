import { z } from 'zod';

import type { Message } from '../../slack-workspace/page-protocol.ts';

/** A message of a digest, as Slack's side sees it: the ledger itself is the bot's. */
export interface Delivery {
  readonly channel: string;
  readonly ts: string;
  /** The slot's opaque key; a notice or the rest of a digest has one that begins with it. */
  readonly key: string;
  readonly kind: 'digest' | 'notice' | 'rest';
  /** First line of the text. */
  readonly headline: string;
  /** In the words of the message itself. */
  readonly remarks: readonly string[];
  readonly isEdited: boolean;
  /** Whether Slack holds another message with the same key, which must never be. */
  readonly isDoubled: boolean;
}

const Metadata = z.object({
  event_type: z.literal('rental_desk_digest'),
  event_payload: z.object({ slot: z.string() }),
});

/** Remark near the top of a late or incomplete digest, in either language. */
const REMARK = /^(?:Late|Incomplete|En retard|Incomplet)\s?:/;
const REMARK_LINES_MAX = 6;

/** The digests' messages that are in Slack, newest first. */
export function deliveriesIn(messages: readonly Message[]): readonly Delivery[] {
  const found = messages.flatMap((message) => {
    const { data } = Metadata.safeParse(message.metadata);
    return data === undefined ? [] : [{ message, key: data.event_payload.slot }];
  });
  return found
    .map(({ message, key }) => {
      const { channel, ts, text, isEdited } = message;
      const [headline = '', ...lines] = text.split('\n').map(unescaped);
      return {
        channel,
        ts,
        key,
        kind: kindOf(key),
        headline,
        remarks: lines.slice(0, REMARK_LINES_MAX).filter((line) => REMARK.test(line)),
        isEdited,
        isDoubled: found.filter((one) => one.key === key).length > 1,
      };
    })
    .toSorted((one, other) => Number(other.ts) - Number(one.ts));
}

function kindOf(key: string): Delivery['kind'] {
  if (key.endsWith(':notice')) return 'notice';
  return key.endsWith(':rest') ? 'rest' : 'digest';
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
