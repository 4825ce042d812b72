import { buttons, context, paragraph, toCopy } from './blocks.ts';
import { fitted } from './fitting.ts';
import type { Button, Message } from './message.ts';
import { escaped, oneLine } from './service-text.ts';
import type { FailureWords, Words } from './words/words.ts';

const SENTENCE_LENGTH_MAX = 400;
const COPY_LENGTH_MAX = 520;

/** What happened, what to do, a reference that also stands in the log, and a way on if there is one. */
export function failureView(
  failure: FailureWords,
  reference: string,
  way: Button | null,
  words: Words,
): Message {
  const happened = oneLine(failure.happened, SENTENCE_LENGTH_MAX);
  const remedy = oneLine(failure.remedy, SENTENCE_LENGTH_MAX);
  const referred = words.failure.reference(reference);
  return {
    kind: 'message',
    isPassing: false,
    text: fitted(
      (lengthMax) =>
        escaped(
          [
            oneLine(happened, lengthMax),
            oneLine(remedy, lengthMax),
            ...(failure.copy === undefined ? [] : [oneLine(failure.copy, lengthMax)]),
            `(${referred})`,
          ].join(' '),
        ),
      [COPY_LENGTH_MAX, 250, 100],
    ),
    blocks: [
      paragraph(`${happened}\n${remedy}`),
      ...(failure.copy === undefined ? [] : [toCopy(oneLine(failure.copy, COPY_LENGTH_MAX))]),
      context(referred),
      ...(way === null ? [] : [buttons(way)]),
    ],
  };
}

/** A polite no: why, whom to ask, and a way on if there is one. */
export function refusalView(
  { happened, remedy }: FailureWords,
  way: Button | null = null,
): Message {
  return {
    kind: 'message',
    isPassing: false,
    text: `${happened} ${remedy}`,
    blocks: [paragraph(`${happened}\n${remedy}`), ...(way === null ? [] : [buttons(way)])],
  };
}
