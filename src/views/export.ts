import type { Messages } from '../i18n/messages.ts';
import { bold, context, paragraph, plain, richText } from './block-kit.ts';
import type { Document, Message } from './message.ts';
import { askedLine, escaped } from './text.ts';

const ASKED_LENGTH_MAX = 300;

/** Contents of an export. */
export interface Exported {
  /** Files in it. */
  readonly count: number;
  /** Files that the query finds. */
  readonly found: number;
  /** The query in words; `null` for all files. */
  readonly asked: string | null;
  /** Notices about the snapshot, such as files that could not be read. */
  readonly notices: readonly string[];
}

/** Announces the export; still true once it has arrived. */
export function exportingView(count: number, words: Messages): Message {
  const text = words.export.started(count);
  return { kind: 'message', isPassing: true, text, blocks: [context(text)] };
}

/** The export itself. */
export function exportDocument(
  content: string,
  stamp: string,
  count: number,
  words: Messages,
): Document {
  return {
    kind: 'document',
    fileName: words.export.fileName(stamp),
    content,
    text: words.export.document(count),
  };
}

/** Confirms the export and says whether it is complete. */
export function exportedView({ count, found, asked, notices }: Exported, words: Messages): Message {
  const { sent, cut, handle } = words.export;
  const query = askedLine(asked, ASKED_LENGTH_MAX);
  const lines = [...(found > count ? [cut(count, found)] : []), ...notices];
  return {
    kind: 'message',
    isPassing: false,
    text: [sent(count), ...query.map(escaped), ...lines, handle].join('\n'),
    blocks: [
      richText([bold(sent(count)), ...[...query, ...lines].map((line) => plain(`\n${line}`))]),
      context(handle),
    ],
  };
}

/** Nothing was found, so nothing was sent. */
export function nothingToExportView(words: Messages): Message {
  const { none } = words.export;
  return { kind: 'message', isPassing: false, text: none, blocks: [paragraph(none)] };
}
