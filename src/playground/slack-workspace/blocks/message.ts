import { z } from 'zod';

import { blockErrors } from './check.ts';
import { type BlockError, errorsOf, pointerTo } from './errors.ts';

/** How a message travels: the limits of its text differ. */
export type MessageKind = 'post' | 'ephemeral' | 'update' | 'response';

type MessageErrorCode =
  | BlockError['code']
  | 'invalid_blocks_format'
  | 'invalid_metadata_format'
  | 'invalid_metadata_schema'
  | 'markdown_text_conflict'
  | 'msg_too_long'
  | 'no_text';

export interface MessageError {
  readonly code: MessageErrorCode;
  /** Where it is, as a JSON pointer. */
  readonly pointer: string;
  readonly message: string;
}

/** A longer top-level text is cut when it is posted. */
export const POSTED_TEXT_MAX = 40_000;
const EPHEMERAL_BYTES_MAX = 4_000;
const UPDATED_TEXT_MAX = 4_000;
const MARKDOWN_TEXT_MAX = 12_000;

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const flat = z.record(z.string(), scalar);
const metadata = z.strictObject({
  event_type: z.string().min(1),
  event_payload: z.record(z.string(), z.union([scalar, flat, z.array(z.union([scalar, flat]))])),
});

/** The parts of a message that Slack checks, as an app sends them. */
export interface Draft {
  readonly text?: unknown;
  readonly markdown_text?: unknown;
  readonly blocks?: unknown;
  readonly attachments?: unknown;
  readonly metadata?: unknown;
}

/**
 * Errors for which Slack would reject a message, the named one first; empty when it is valid.
 *
 * @see https://docs.slack.dev/reference/methods/chat.postMessage
 */
export function messageErrors(message: Draft, kind: MessageKind = 'post'): MessageError[] {
  const { text, blocks, attachments, markdown_text: markdownText } = message;
  if (isEmpty(text) && isEmpty(blocks) && isEmpty(attachments) && isEmpty(markdownText)) {
    return [error('no_text', [], 'no_text')];
  }
  return [
    ...textErrors(message, kind),
    ...metadataErrors(message.metadata),
    ...(isEmpty(blocks) ? [] : inBlocks(blocks)),
  ];
}

function inBlocks(blocks: unknown): MessageError[] {
  if (Array.isArray(blocks)) return blockErrors(blocks, 'message');
  return [error('invalid_blocks_format', ['blocks'], 'must provide an array')];
}

function textErrors({ text, blocks, markdown_text: markdownText }: Draft, kind: MessageKind) {
  const errors: MessageError[] = [];
  if (typeof text === 'string' && isTooLong(text, kind)) {
    errors.push(error('msg_too_long', ['text'], 'msg_too_long'));
  }
  if (isEmpty(markdownText)) return errors;
  if (!isEmpty(text) || !isEmpty(blocks)) {
    errors.push(error('markdown_text_conflict', ['markdown_text'], 'markdown_text_conflict'));
  }
  if (typeof markdownText !== 'string' || markdownText.length > MARKDOWN_TEXT_MAX) {
    errors.push(error('msg_too_long', ['markdown_text'], 'msg_too_long'));
  }
  return errors;
}

function isTooLong(text: string, kind: MessageKind): boolean {
  if (kind === 'ephemeral') return Buffer.byteLength(text) > EPHEMERAL_BYTES_MAX;
  return kind === 'update' && text.length > UPDATED_TEXT_MAX;
}

function metadataErrors(value: unknown): MessageError[] {
  if (isEmpty(value)) return [];
  if (typeof value !== 'object')
    return [error('invalid_metadata_format', ['metadata'], 'not JSON')];
  const parsed = metadata.safeParse(value, { reportInput: true });
  if (parsed.success) return [];
  const found = errorsOf(parsed.error.issues, ['metadata']);
  return found.map((one) => ({ ...one, code: 'invalid_metadata_schema' }));
}

function error(code: MessageErrorCode, path: readonly PropertyKey[], message: string) {
  return { code, pointer: pointerTo(path), message };
}

function isEmpty(value: unknown): boolean {
  const isBlank = value === undefined || value === null || value === '';
  return isBlank || (Array.isArray(value) && value.length === 0);
}
