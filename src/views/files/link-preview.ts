import type { ContextBlock, RichTextElement, SectionBlock } from '@slack/types';

import type { Messages } from '../../i18n/types.ts';
import type { OutsideFigures } from '../../portfolio/lifecycle.ts';
import {
  bold,
  buttonsWithMenu,
  context,
  escaped,
  oneLine,
  paragraph,
  plain,
  richText,
} from '../block-kit.ts';
import type { Button, LinkButton, MenuItem, Message } from '../message.ts';
import { freshnessLine, incompleteText, sentenceView } from '../notices.ts';
import {
  type FileLine,
  type Showing,
  fileText,
  inWords,
  peopleIn,
  propertyIn,
  referenceOf,
  standing,
  statusText,
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
  const lines = [
    propertyIn(file, words, TITLE_LENGTH_MAX, WORD_LENGTH_MAX),
    standing(file, words, WORD_LENGTH_MAX).join(' · '),
    [peopleIn(file, showing, NAME_LENGTH_MAX), ...waitingText(file, showing)].join(' · '),
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
function outsideEntity(title: string, readAt: number, { card }: Messages): FileEntity {
  const nothing = { fields: [], buttons: [], menu: [] };
  return { title, reference: null, kind: card.title, readAt, ...nothing };
}

const REFERENCE_LENGTH_MAX = 40;
const SHOWN_MAX = 20;

/** A message to a channel that is shared with another organisation. */
interface OutsidePage {
  readonly figures: OutsideFigures;
  /** Whether the figures are those of one message, not of all files that were looked for. */
  readonly isPart: boolean;
  /** Drawn above everything else, such as people who are called. */
  readonly mentions?: readonly RichTextElement[];
  readonly notices?: readonly string[];
  readonly buttons?: readonly Button[];
  readonly menu?: readonly MenuItem[];
}

/**
 * The references of properties and how many files wait: all that a channel with people of other
 * organisations may see.
 */
export function outsideView(page: OutsidePage, words: Messages): Message {
  const { outside } = words;
  const { figures, isPart, mentions = [] } = page;
  const { waiting, properties } = figures;
  const title = (isPart ? outside.part : outside.waiting)(waiting);
  const notices = [...(page.notices ?? []), ...outsideNotices(figures, words)];
  const lines = properties
    .slice(0, SHOWN_MAX)
    .map(({ reference, waiting: count }) => outside.property(referenceIn(reference, words), count));
  const hidden = properties.length - lines.length;
  const listed = [...lines, ...(hidden > 0 ? [outside.hidden(hidden)] : [])];
  return {
    kind: 'message',
    isForOutside: true,
    text: escaped([title, ...notices, ...listed, outside.why].join('\n')),
    blocks: [
      ...(mentions.length === 0 ? [] : [richText([...mentions])]),
      ...notices.map((notice) => paragraph(notice)),
      richText([bold(title), ...listed.map((line) => plain(`\n${line}`))]),
      ...(page.buttons === undefined ? [] : [buttonsWithMenu(page.buttons, page.menu ?? [])]),
      context(outside.why),
    ],
  };
}

/** What the figures may lack. */
function outsideNotices({ inconsistency, skipped }: OutsideFigures, words: Messages): string[] {
  return [
    ...(inconsistency === null ? [] : [incompleteText(inconsistency, words)]),
    ...(skipped > 0 ? [words.digest.skipped(skipped)] : []),
  ];
}

/**
 * The unfurl of a link to a rental file: the reference of its property.
 *
 * @param readAt end of the snapshot's read, epoch milliseconds
 */
export function outsidePreviewOf(
  reference: string | null,
  readAt: number,
  words: Messages,
): Preview {
  const text = words.outside.file(referenceIn(reference, words));
  const entity = outsideEntity(text, readAt, words);
  return { isForOutside: true, text: escaped(text), blocks: [paragraph(text)], entity };
}

function referenceIn(reference: string | null, { outside }: Messages): string {
  return oneLine(reference ?? '', REFERENCE_LENGTH_MAX) || outside.noReference;
}

/** Replaces a post in such a channel whose files are closed, or not known by now. */
export function removedOutsideView({ outside }: Messages): Message {
  return { ...sentenceView(outside.removed), isForOutside: true };
}

/** Notifies an admin of posts that could not be reduced, with a link to each. */
export function notReducedView(
  channelId: string,
  links: readonly string[],
  { outside }: Messages,
): Message {
  const text = outside.notReduced(links.length);
  return {
    kind: 'message',
    text: [escaped(text), `<#${channelId}>`, ...links.map(escaped)].join('\n'),
    blocks: [
      richText([
        bold(text),
        plain('\n'),
        { type: 'channel', channel_id: channelId },
        ...links.flatMap((url): RichTextElement[] => [plain('\n'), { type: 'link', url }]),
      ]),
    ],
  };
}
