import type { Messages } from '../../i18n/messages.ts';
import { paragraph, plain, richText } from '../block-kit.ts';
import { radioInput } from '../inputs.ts';
import type { Action, Form } from '../message.ts';
import type { DigestDetails } from './manage.ts';
import { digestName } from './post.ts';

/** Asks whether a digest is to be removed. */
export function removeDigestForm(name: string, action: Action, words: Messages): Form {
  const { digestCommands } = words;
  const asked = digestCommands.removeText(digestName(name, words));
  return {
    kind: 'form',
    title: digestCommands.removeTitle,
    text: asked,
    submit: digestCommands.yes,
    action,
    blocks: [paragraph(asked)],
  };
}

/** How long a digest may be snoozed, and when it would be back. */
export interface SnoozeChoice {
  /** Days; `next` skips what is due today or, if nothing is, the next post. */
  readonly period: 'next' | 7 | 14 | 30;
  /** When the posts are due that it would skip, at most three; in epoch milliseconds. */
  readonly skips: readonly number[];
  /** Epoch milliseconds; `null` when it would not come again. */
  readonly back: number | null;
}

/** Asks for how long a digest is to be snoozed, and says whom that concerns. */
export function snoozeDigestForm(
  { name, channelId, schedule: { zone } }: Pick<DigestDetails, 'name' | 'channelId' | 'schedule'>,
  choices: readonly SnoozeChoice[],
  action: Action,
  words: Messages,
): Form {
  const { digest, digestCommands } = words;
  const moment = (at: number) => digest.moment(at, zone);
  const isDirect = channelId.startsWith('D');
  const concerns = digestCommands.snoozeConcerns(digestName(name, words));
  return {
    kind: 'form',
    title: digestCommands.snoozeTitle,
    text: concerns,
    submit: digestCommands.snoozeSubmit,
    action,
    blocks: [
      richText(
        isDirect
          ? [plain(`${concerns} ${digestCommands.directly}.`)]
          : [
              plain(`${concerns} ${digestCommands.inChannel('')}`),
              { type: 'channel', channel_id: channelId },
              plain('.'),
            ],
      ),
      radioInput(
        { name: 'period', label: digestCommands.snoozeLabel },
        choices.map(({ period, skips, back }) => ({
          value: String(period),
          label:
            period === 'next'
              ? digestCommands.snoozeNext(skips.map(moment))
              : digestCommands.snoozeDays(period),
          ...(back === null ? {} : { says: digestCommands.back(moment(back)) }),
        })),
        'next',
      ),
    ],
  };
}
