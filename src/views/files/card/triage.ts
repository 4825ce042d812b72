import type { RichTextElement } from '@slack/types';

import type { Messages } from '../../../i18n/messages.ts';
import { plain } from '../../block-kit.ts';
import type { Action, MenuItem } from '../../message.ts';
import type { CardContext } from './facts.ts';

type What = keyof Messages['triage']['actions'];

/** A person: the reader, another one, or one whom everybody’s copy does not name. */
type Person = 'reader' | 'unnamed' | { readonly userId: string };

/** What people do about a file. */
export interface CardTriage {
  readonly taken: { readonly by: Person; readonly atMs: number } | null;
  /** `untilMs` is `null` until the file changes. */
  readonly snooze: { readonly by: Person; readonly untilMs: number | null } | null;
  /** What the reader has just done, or could not. */
  readonly note: keyof Messages['triage']['notes'] | null;
  readonly actions: readonly { readonly what: What; readonly action: Action }[];
}

/** Who has taken a file and until when it rests, a line each. A text without blocks has no names. */
export function triageLines(
  { taken, snooze }: CardTriage,
  { words, zone }: CardContext,
): readonly { readonly text: string; readonly drawn: readonly RichTextElement[] }[] {
  const { triage, card } = words;
  const lines = [];
  if (taken !== null) {
    const since = ` ${triage.since(card.day(taken.atMs, zone))}`;
    const alone = taken.by === 'reader' ? triage.takenByYou : triage.taken;
    lines.push(lineOf(alone, triage.takenBy, taken.by, since));
  }
  if (snooze !== null) {
    const { untilMs } = snooze;
    const until =
      untilMs === null ? triage.snoozedUntilChange : triage.snoozedUntil(card.day(untilMs, zone));
    lines.push(lineOf(until, `${until} ${triage.snoozedBy}`, snooze.by, ''));
  }
  return lines;
}

function lineOf(alone: string, before: string, by: Person, after: string) {
  const text = alone + after;
  const drawn =
    typeof by === 'string'
      ? [plain(text)]
      : [plain(`${before} `), { type: 'user' as const, user_id: by.userId }, plain(after)];
  return { text, drawn };
}

/** What the reader may do, for the menu of a card. */
export function triageItems({ actions }: CardTriage, { triage }: Messages): readonly MenuItem[] {
  return actions.map(({ what, action }) => ({ ...triage.actions[what], action }));
}
