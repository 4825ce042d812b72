import { z } from 'zod';

import type { Message } from '../../slack-workspace/page-protocol.ts';

/** A message of a digest or an alert, as Slack's side sees it: the ledger itself is the bot's. */
export interface Delivery {
  readonly channel: string;
  readonly ts: string;
  /** The slot's opaque key; a notice or the rest of a post has one that begins with it. */
  readonly key: string;
  readonly kind: 'digest' | 'alert' | 'notice' | 'escalation' | 'rest';
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

/** Headline of an alert, in either language: its metadata are those of a digest. */
const ALERT =
  /\s?:\s\d[\d\s.,]*(?:files?\s(?:entered|left|changed)|dossiers?\s(?:entré|sorti|modifié)s?)(?: ·|$)/u;

/** The digests' and alerts' messages that are in Slack, newest first. */
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
        kind: kindOf(key, headline),
        headline,
        remarks: lines.slice(0, REMARK_LINES_MAX).filter((line) => REMARK.test(line)),
        isEdited,
        isDoubled: found.filter((one) => one.key === key).length > 1,
      };
    })
    .toSorted((one, other) => Number(other.ts) - Number(one.ts));
}

function kindOf(key: string, headline: string): Delivery['kind'] {
  const [, part = ''] = key.split(':');
  if (part === 'rest' || part === 'escalation') return part;
  // For its channel, its owner or an admin.
  if (part !== '') return 'notice';
  return ALERT.test(headline) ? 'alert' : 'digest';
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
