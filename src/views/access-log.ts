import type { RichTextBlock, RichTextElement } from '@slack/types';

import type { Messages } from '../i18n/types.ts';
import {
  buttonFor,
  buttons,
  code,
  channelMention,
  context,
  escaped,
  header,
  oneLine,
  paragraph,
  plain,
  richText,
} from './block-kit.ts';
import { inWords } from './files/line.ts';
import type { Action, Button, Message } from './message.ts';

/** One entry of the access log. */
export interface AccessLine {
  /** Slack's, like `channelId`. */
  readonly userId: string;
  readonly kind: string;
  /** Reference of the file's property, else the file's id; `null` without a file. */
  readonly file: string | null;
  readonly channelId: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface AccessPage {
  /** The newest first. */
  readonly lines: readonly AccessLine[];
  /** Filters: entries of this person, and about this file. */
  readonly userId: string | null;
  readonly fileId: string | null;
  readonly older: Action | null;
  /** Back to the newest; `null` where they stand already. */
  readonly newest: Action | null;
}

const ID_LENGTH_MAX = 40;
const KIND_LENGTH_MAX = 30;
const SECOND_MS = 1_000;

/** Who has seen what. The plain text has the ids of people, as a name would call them. */
export function accessLogView(page: AccessPage, zone: string, words: Messages): Message {
  const { accessLog } = words;
  const { lines, userId, fileId, older, newest } = page;
  const filters = [
    ...(userId === null ? [] : [accessLog.ofUser(escaped(id(userId)))]),
    ...(fileId === null ? [] : [accessLog.ofFile(escaped(id(fileId)))]),
  ];
  const actions: Button[] = [
    ...(newest ? [buttonFor(accessLog, 'newest', newest)] : []),
    ...(older ? [buttonFor(accessLog, 'older', older)] : []),
  ];
  return {
    kind: 'message',
    title: accessLog.title,
    text: [
      [accessLog.title, ...filters].join(', '),
      ...lines.map((line) => `• ${lineText(line, zone, words)}`),
      ...(lines.length === 0 ? [accessLog.none] : []),
      accessLog.noNames,
    ].join('\n'),
    blocks: [
      header(accessLog.title),
      ...filterLine(page, words),
      ...(lines.length === 0
        ? [paragraph(accessLog.none)]
        : [listed(lines.map((line) => lineElements(line, zone, words)))]),
      context(accessLog.noNames),
      ...(actions.length === 0 ? [] : [buttons(...actions)]),
    ],
  };
}

function filterLine({ userId, fileId }: AccessPage, { accessLog }: Messages): RichTextBlock[] {
  const user: RichTextElement[] =
    userId === null ? [] : [plain(accessLog.byUser), { type: 'user', user_id: id(userId) }];
  const file = fileId === null ? [] : [plain(accessLog.ofFile(id(fileId)))];
  const comma = user.length > 0 && file.length > 0 ? [plain(', ')] : [];
  const line = [...user, ...comma, ...file];
  return line.length === 0 ? [] : [richText(line)];
}

function listed(lines: readonly RichTextElement[][]): RichTextBlock {
  const elements = lines.map((line) => ({ type: 'rich_text_section' as const, elements: line }));
  return { type: 'rich_text', elements: [{ type: 'rich_text_list', style: 'bullet', elements }] };
}

function lineElements(line: AccessLine, zone: string, words: Messages): RichTextElement[] {
  const { accessLog } = words;
  return [
    {
      type: 'date',
      timestamp: Math.floor(line.at / SECOND_MS),
      format: '{date_short_pretty} {time}',
      fallback: accessLog.at(line.at, zone),
    },
    plain(' · '),
    { type: 'user', user_id: id(line.userId) },
    plain(` ${kindOf(line, words)}`),
    ...(line.file === null ? [] : [plain('  '), code(id(line.file))]),
    ...placeElements(line.channelId, words),
  ];
}

/** Slack names a channel to its readers, but no direct message to anyone else. */
function placeElements(channelId: string | null, { accessLog }: Messages): RichTextElement[] {
  if (channelId === null) return [plain(` ${accessLog.elsewhere}`)];
  if (isDirect(channelId)) return [plain(` ${accessLog.directly}`)];
  return [plain(` ${accessLog.inChannel}`), { type: 'channel', channel_id: id(channelId) }];
}

function placeText(channelId: string | null, { accessLog }: Messages): string {
  if (channelId === null) return accessLog.elsewhere;
  return isDirect(channelId) ? accessLog.directly : accessLog.in(channelMention(id(channelId)));
}

function isDirect(channelId: string): boolean {
  return channelId.startsWith('D');
}

function lineText(line: AccessLine, zone: string, words: Messages): string {
  const { accessLog } = words;
  return [
    accessLog.at(line.at, zone),
    escaped(`${id(line.userId)} ${kindOf(line, words)}`),
    ...(line.file === null ? [] : [accessLog.file(escaped(id(line.file)))]),
    placeText(line.channelId, words),
  ].join(', ');
}

function kindOf({ kind }: AccessLine, { accessLog }: Messages): string {
  return inWords(accessLog.kinds, kind, KIND_LENGTH_MAX);
}

/** Never empty: Slack takes no element without a value. */
function id(value: string): string {
  return oneLine(value, ID_LENGTH_MAX) || '?';
}
