import { buttons, context, paragraph, toCopy } from './blocks.ts';
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
    isPassing: false,
    text: escaped(
      [
        `${happened} ${remedy}`,
        ...(failure.copy === undefined ? [] : [oneLine(failure.copy, COPY_LENGTH_MAX)]),
        `(${referred})`,
      ].join(' '),
    ),
    blocks: [
      paragraph(`${happened}\n${remedy}`),
      ...(failure.copy === undefined ? [] : [toCopy(oneLine(failure.copy, COPY_LENGTH_MAX))]),
      context(referred),
      ...(way === null ? [] : [buttons(way)]),
    ],
  };
}

/** A polite no: why, and whom to ask. */
export function refusalView({ happened, remedy }: FailureWords): Message {
  return {
    isPassing: false,
    text: `${happened} ${remedy}`,
    blocks: [paragraph(`${happened}\n${remedy}`)],
  };
}
