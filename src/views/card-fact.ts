import type { RichTextElement } from '@slack/types';

import { bold, plain } from './blocks.ts';
import type { Privacy } from './privacy.ts';
import { oneLine } from './service-text.ts';
import type { Words } from './words/words.ts';

/** What everything on a card is told with. */
export interface Telling {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The reader's, an IANA name. */
  readonly zone: string;
  readonly privacy: Privacy;
  /** What a completion rate counts to. */
  readonly completionMax: 1 | 100;
  readonly words: Words;
  /** Of the file's age; `null` when it is not known. */
  readonly workingDays: number | null;
  /** So long a text of the service may be at most, wherever it stands. */
  readonly lengthMax: number;
}

/** A moment, of which the day is told. */
export interface Instant {
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** One thing that a card tells: the parts of `value` stand side by side. */
export interface Fact {
  /** `null` where the value speaks for itself. */
  readonly label: string | null;
  readonly value: readonly (string | Instant)[];
}

/** The facts that are known of those that might be. */
export function factsOf(...facts: readonly (Fact | null)[]): readonly Fact[] {
  return facts.filter((known) => known !== null);
}

/** A fact whose value is not known is not told. */
export function fact(label: string | null, value: string | Instant | null): Fact | null {
  return value === null || value === '' ? null : { label, value: [value] };
}

/** A fact that is a moment; `null` when the moment is not known. */
export function momentFact(label: string, atMs: number | null): Fact | null {
  return atMs === null ? null : fact(label, { atMs });
}

/** A fact that is a yes or a no; `null` when it is left open. */
export function flagFact(label: string, flag: boolean | null, { words }: Telling): Fact | null {
  return flag === null ? null : fact(label, flag ? words.card.yes : words.card.no);
}

/** A text of the service, no longer than its place and the message allow. */
export function bounded(value: string | null, lengthMax: number, telling: Telling): string {
  return oneLine(value ?? '', Math.min(lengthMax, telling.lengthMax));
}

/** A fact a line, its label in bold. */
export function factElements(facts: readonly Fact[], telling: Telling): RichTextElement[] {
  return facts.flatMap(({ label, value }) => [
    plain('\n'),
    ...(label === null ? [] : [bold(label), plain('  ')]),
    ...value.map((part) => plain(typeof part === 'string' ? part : instantText(part, telling))),
  ]);
}

/** The same in plain text, in the reader's zone. */
export function factText({ label, value }: Fact, telling: Telling): string {
  const told = value
    .map((part) => (typeof part === 'string' ? part : instantText(part, telling)))
    .join('');
  return label === null ? told : telling.words.card.fact(label, told);
}

/**
 * The day of a moment, in the reader's zone. Not as a date of Slack's: that one would be drawn in the
 * form and language of whoever looks, beside days that stand in those of the card.
 */
export function instantText({ atMs }: Instant, { zone, words }: Telling): string {
  return words.card.day(atMs, zone);
}
