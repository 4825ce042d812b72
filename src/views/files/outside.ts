import type { RichTextElement } from '@slack/types';

import type { Messages } from '../../i18n/types.ts';
import type { OutsideFigures } from '../../portfolio/lifecycle.ts';
import {
  bold,
  buttonsWithMenu,
  context,
  paragraph,
  plain,
  richText,
  escaped,
  oneLine,
} from '../block-kit.ts';
import type { Button, MenuItem, Message } from '../message.ts';
import { incompleteTexts } from '../notices.ts';
import { outsideEntity, type Preview } from './link-preview.ts';

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
    ...incompleteTexts(inconsistency, words),
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

/** Replaces a post in such a channel whose files are closed or not known any more. */
export function removedOutsideView({ outside }: Messages): Message {
  return {
    kind: 'message',
    isForOutside: true,
    text: escaped(outside.removed),
    blocks: [paragraph(outside.removed)],
  };
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
