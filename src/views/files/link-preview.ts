import type { ContextBlock, SectionBlock } from '@slack/types';

import type { Messages } from '../../i18n/types.ts';
import { paragraph } from '../block-kit.ts';
import type { Button, LinkButton } from '../message.ts';
import { freshnessLine } from '../notices.ts';
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
  peopleIn,
  statusText,
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

/** Colour of a text, beside its words. */
type Colour = 'green' | 'yellow' | 'red' | 'gray' | 'blue';

/** One labelled value of an entity; its texts are as the service sent them, on one line. */
export type EntityField = { readonly key: string; readonly label: string } & (
  | { readonly text: string; readonly colour?: Colour; readonly isLong?: true }
  | { readonly userId: string }
  /** Epoch milliseconds. */
  | { readonly atMs: number }
  | { readonly url: string }
);

/**
 * A rental file as a Work Object of Slack's; its actions are not encrypted yet.
 *
 * @see https://docs.slack.dev/messaging/work-objects
 */
export interface FileEntity {
  readonly title: string;
  /** Of the property; `null` without one. */
  readonly reference: string | null;
  /** What kind of thing it is, in words. */
  readonly kind: string;
  /** What is wanted of the reader first. */
  readonly fields: readonly EntityField[];
  /**
   * End of the snapshot's read, epoch milliseconds: when a panel has a later one than the preview of
   * the link, Slack asks for that one anew.
   */
  readonly readAt: number;
  /** At most 2. */
  readonly buttons: readonly (Button | LinkButton)[];
  /** At most 5. */
  readonly menu: readonly Button[];
}

const COLOURS: ReadonlyMap<string, Colour> = new Map([
  ['READY', 'green'],
  ['PENDING', 'yellow'],
  ['ACCEPTED', 'blue'],
  ['REJECTED', 'red'],
]);

/** Colour of a decision; gray for one that is not known yet. */
export function decisionColour(decision: string): Colour {
  return COLOURS.get(decision) ?? 'gray';
}

/** A file as everybody in a channel sees it under its link. */
function previewEntity(file: FileLine, readAt: number, showing: Showing): FileEntity {
  const { words } = showing;
  const { card, entity } = words;
  const { workingDays } = file;
  const status =
    file.readiness === 'ready'
      ? inWords(words.file.decision, file.decision, WORD_LENGTH_MAX)
      : statusText(file, showing, WORD_LENGTH_MAX);
  return {
    title: titleOf(file, words, TITLE_LENGTH_MAX),
    reference: referenceOf(file, WORD_LENGTH_MAX),
    kind: card.title,
    fields: [
      { key: 'status', label: entity.status, text: status, colour: decisionColour(file.decision) },
      ...(workingDays === null || workingDays < 1
        ? []
        : [{ key: 'waiting', label: entity.waiting, text: words.file.workingDays(workingDays) }]),
      { key: 'people', label: card.people.title, text: peopleIn(file, showing, NAME_LENGTH_MAX) },
      ...(file.taken ? [{ key: 'taken', label: entity.taken, text: card.yes }] : []),
      { key: 'updated', label: entity.updated, atMs: readAt },
    ],
    readAt,
    buttons: [],
    menu: [],
  };
}

/** A file where people of other organisations read along: nothing but a title. */
export function outsideEntity(title: string, readAt: number, { card }: Messages): FileEntity {
  const nothing = { fields: [], buttons: [], menu: [] };
  return { title, reference: null, kind: card.title, readAt, ...nothing };
}
