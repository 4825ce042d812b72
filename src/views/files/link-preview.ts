import type { ContextBlock, SectionBlock } from '@slack/types';

import { paragraph } from '../block-kit.ts';
import { freshnessLine } from '../notices.ts';
import { type FileEntity, previewEntity } from './entity.ts';
import {
  type FileLine,
  fileText,
  inWords,
  peopleOf,
  propertyText,
  referenceOf,
  type Showing,
  titleOf,
  waitingText,
} from './line.ts';

/** Unfurl of a link to a rental file. */
export interface Preview {
  readonly text: string;
  readonly blocks: readonly (ContextBlock | SectionBlock)[];
  /** The same as a Work Object. */
  readonly entity: FileEntity;
  /** Whether it shows only what a channel that is shared with another organisation may see. */
  readonly isForOutside?: true;
}

const TITLE_LENGTH_MAX = 80;
const NAME_LENGTH_MAX = 40;
const WORD_LENGTH_MAX = 30;
const TEXT_NAME_LENGTH_MAX = 60;

/**
 * A rental file in three lines: the property, its state, the people as far as the channel may
 * see them. Everything is plain text, for Slack takes no rich text there.
 *
 * @param readAt end of the snapshot's read, epoch milliseconds
 * @see https://docs.slack.dev/messaging/unfurling-links-in-messages
 */
export function previewOf(file: FileLine, readAt: number, showing: Showing): Preview {
  const { words } = showing;
  const reference = referenceOf(file, WORD_LENGTH_MAX);
  const title = titleOf(file, words, TITLE_LENGTH_MAX);
  const standing = [
    inWords(words.file.decision, file.decision, WORD_LENGTH_MAX),
    inWords(words.file.status, file.status, WORD_LENGTH_MAX),
    ...(file.isArchived ? [words.file.archived] : []),
  ];
  const lines = [
    propertyText(title, reference),
    standing.join(' · '),
    [peopleOf(file.applicants, showing, NAME_LENGTH_MAX), ...waitingText(file, showing)].join(
      ' · ',
    ),
  ];
  return {
    text: fileText(file, showing, TEXT_NAME_LENGTH_MAX),
    blocks: [paragraph(lines.join('\n')), freshnessLine({ readAt, skipped: 0 }, showing)],
    entity: previewEntity(file, readAt, showing),
  };
}
