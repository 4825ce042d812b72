import type { RichTextElement } from '@slack/types';

import type { Messages } from '../i18n/types.ts';
import type { FailureWords } from '../lib/text.ts';
import {
  bold,
  buttonFor,
  buttons,
  context,
  dated,
  datedContext,
  escaped,
  fitted,
  header,
  type Moment,
  oneLine,
  plain,
  richText,
} from './block-kit.ts';
import type { Action, Message } from './message.ts';

interface PartStatus {
  readonly name: string;
  readonly isWell: boolean;
  /** Whole sentences, or a phrase. */
  readonly sentences: readonly string[];
}

/** Which instance reads the rental files for all, by names as the doctor shows them. */
export interface ReadingInstance {
  /** The one that answers. */
  readonly own: string;
  /** `null` while none reads. */
  readonly reader: string | null;
  /** Why the one that answers reads for itself; `null` while it does not. */
  readonly because: keyof Messages['status']['instance']['because'] | null;
}

/** “Instance 3f2a91c0 reads for all; this is 77b1c2d3” */
export function readingInstanceText(
  { own, reader, because }: ReadingInstance,
  { instance }: Messages['status'],
): string {
  if (because !== null) return instance.itself(own, instance.because[because]);
  if (reader === null) return instance.none(own);
  return reader === own ? instance.own(own) : instance.other(reader, own);
}

/** Health of all parts. */
export interface Status {
  /** Why the service refuses requests; `null` when it accepts them. */
  readonly serviceFailure: FailureWords | null;
  /** A sentence for each thing that does not work as it should, for admins. */
  readonly degraded: readonly string[];
  /** When the files were read; `null` without a snapshot. */
  readonly readAt: Moment | null;
  /** The files of the last snapshot, and how complete it is; empty without one. */
  readonly reading: readonly string[];
  /** Which instance reads the files, for admins; `null` where each reads for itself. */
  readonly instance: string | null;
  /** What completion rates count to; `null` without a snapshot. */
  readonly completionScale: {
    readonly max: 1 | 100;
    readonly because: 'configured' | 'rates' | 'unclear';
    readonly rates: { readonly highest: number | null };
  } | null;
  /** Files read so far; `null` when no refresh is running. */
  readonly filesReadSoFar: number | null;
  /** Error of the newest refresh; `null` when it succeeded. */
  readonly readingFailure: FailureWords | null;
  readonly isStoreReady: boolean;
  /** A line for each of the digests that come next here; `null` where they cannot be had. */
  readonly digests: readonly string[] | null;
  readonly version: string;
  /** Reference of the error in the log. */
  readonly reference: string | null;
  readonly again: Action;
}

const SENTENCE_LENGTHS = [400, 200, 100, 40] as const;
const SENTENCE_LENGTH_MAX = SENTENCE_LENGTHS[0];

/** One paragraph a part: a mark, its word, and the state. */
export function statusView(status: Status, words: Messages): Message {
  const labels = words.status;
  const { readAt } = status;
  const parts = partsOf(status, words);
  const updated = readAt === null ? [] : [words.list.updated(readAt.time, readAt.day)];
  const digests = digestsIn(status, words);
  const version = [
    labels.version(oneLine(status.version, SENTENCE_LENGTH_MAX)),
    ...(status.reference === null ? [] : [words.failure.reference(status.reference)]),
  ];
  return {
    kind: 'message',
    title: labels.heading,
    text: fitted(
      (lengthMax) =>
        escaped(
          [
            labels.title,
            ...partsOf(status, words, lengthMax).map((part) => `• ${sentenceOf(part, words)}`),
            ...digests.map((line) => `• ${line}`),
            ...updated,
            ...version,
          ].join('\n'),
        ),
      SENTENCE_LENGTHS,
    ),
    blocks: [
      header(labels.title),
      ...parts.map((part) => richText(elementsOf(part, words))),
      ...(digests.length === 0 ? [] : [richText([plain(digests.join('\n'))])]),
      readAt === null
        ? context(...version)
        : datedContext(dated(readAt, words.list.updated), ...version),
      buttons(buttonFor(labels, 'again', status.again)),
    ],
  };
}

/** “Next digests: …”; nothing where there are none. */
function digestsIn({ digests }: Status, { status, card }: Messages): string[] {
  if (digests === null || digests.length === 0) return [];
  return [status.nextDigests(card.joined(digests))];
}

function partsOf(
  status: Status,
  { status: words, number }: Messages,
  lengthMax: number = SENTENCE_LENGTH_MAX,
): PartStatus[] {
  const { serviceFailure, degraded, reading, filesReadSoFar, readingFailure, isStoreReady } =
    status;
  const { completionScale } = status;
  const scale = completionScale === null ? [] : [scaleText(completionScale, words, number)];
  return [
    {
      name: words.parts.service,
      isWell: serviceFailure === null,
      sentences: [
        ...(serviceFailure === null ? [words.serviceWell] : sentencesOf(serviceFailure, lengthMax)),
      ],
    },
    {
      name: words.parts.reading,
      isWell: reading.length > 0 && readingFailure === null,
      sentences: [
        reading.length === 0 ? words.noReading : separated([...reading, ...scale]),
        ...(status.instance === null ? [] : [status.instance]),
        ...(filesReadSoFar === null ? [] : [words.refreshing(number(filesReadSoFar))]),
        ...(readingFailure === null ? [] : newestFailed(readingFailure, status, words, lengthMax)),
      ],
    },
    {
      name: words.parts.store,
      isWell: isStoreReady,
      sentences: [isStoreReady ? words.storeReady : words.storeAway],
    },
    ...(degraded.length === 0
      ? []
      : [{ name: words.parts.operation, isWell: false, sentences: degraded }]),
  ];
}

/** That the newest refresh failed, and why, unless the state of the service has just given the reason. */
function newestFailed(
  failure: FailureWords,
  { serviceFailure }: Status,
  words: Messages['status'],
  lengthMax: number,
): string[] {
  const isSame =
    serviceFailure?.happened === failure.happened && serviceFailure.remedy === failure.remedy;
  return isSame ? [words.newestFailedSo] : [words.newestFailed, ...sentencesOf(failure, lengthMax)];
}

/** “Completion rates count to 100, since rates up to 99.6 were served” */
function scaleText(
  { max, because, rates }: NonNullable<Status['completionScale']>,
  { scale }: Messages['status'],
  number: Messages['number'],
): string {
  if (because === 'configured') return scale.configured(max);
  if (because === 'unclear') return scale.unclear;
  return max === 1 ? scale.shares : scale.percent(number(rates.highest ?? max));
}

function elementsOf(part: PartStatus, { status }: Messages): RichTextElement[] {
  return [
    { type: 'emoji', name: part.isWell ? 'white_check_mark' : 'warning' },
    bold(` ${headOf(part, status)}`),
    plain(`\n${part.sentences.join('\n')}`),
  ];
}

function sentenceOf(part: PartStatus, { status }: Messages): string {
  return `${headOf(part, status)} · ${joined(part.sentences)}`;
}

/** Phrases and sentences in one line: no mark behind a full stop. */
function separated(parts: readonly string[]): string {
  return parts
    .map((part, index) => (index === parts.length - 1 || part.endsWith('.') ? part : `${part} ·`))
    .join(' ');
}

/** Sentences and phrases; a phrase before another one gets a full stop. */
function joined(sentences: readonly string[]): string {
  return sentences
    .map((sentence, index) =>
      index === sentences.length - 1 || /[.:…]$/u.test(sentence) ? sentence : `${sentence}.`,
    )
    .join(' ');
}

/** “Service: good” */
function headOf({ name, isWell }: PartStatus, words: Messages['status']): string {
  return words.head(name, isWell ? words.well : words.unwell);
}

function sentencesOf({ happened, remedy }: FailureWords, lengthMax: number): string[] {
  return [happened, remedy].map((sentence) => oneLine(sentence, lengthMax));
}
