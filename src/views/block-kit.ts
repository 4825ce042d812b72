import type {
  ContextBlock,
  HeaderBlock,
  RichTextBlock,
  RichTextElement,
  SectionBlock,
} from '@slack/types';

import type { Button, ButtonRow, LinkButton, MenuItem } from './message.ts';

/**
 * Slack's limits, in characters.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks
 */
const HEADER_LENGTH_MAX = 150;

/** A plain-text heading: it may hold a name that a person typed. */
export function header(text: string): HeaderBlock {
  const start = text.slice(0, HEADER_LENGTH_MAX);
  return { type: 'header', text: { type: 'plain_text', text: start, emoji: false } };
}

/** Small print, on one line where there is room. `texts` are ours, never the service's. */
export function context(...texts: string[]): ContextBlock {
  return {
    type: 'context',
    elements: [{ type: 'plain_text', text: texts.join(' · '), emoji: false }],
  };
}

/**
 * When something was read, as each client writes times, and small print after it.
 *
 * @param sentence puts a time into words
 * @see https://docs.slack.dev/messaging/formatting-message-text#date-formatting
 */
export function dated(
  atMs: number,
  fallback: string,
  sentence: (time: string) => string,
  ...texts: string[]
): ContextBlock {
  const token = `<!date^${Math.floor(atMs / 1000)}^{time}|${fallback}>`;
  return {
    type: 'context',
    elements: [
      { type: 'mrkdwn', text: sentence(token), verbatim: true },
      ...texts.map((text) => ({ type: 'plain_text' as const, text, emoji: false })),
    ],
  };
}

/** A paragraph of our own words, drawn as they are. */
export function paragraph(text: string): SectionBlock {
  return { type: 'section', text: { type: 'plain_text', text, emoji: false } };
}

/** Text of which nothing is markup: the place for data. */
export function richText(elements: RichTextElement[]): RichTextBlock {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

/** Something to copy, drawn as it is. */
export function toCopy(text: string): RichTextBlock {
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }],
  };
}

/** A row of buttons. */
export function buttons(...row: (Button | LinkButton)[]): ButtonRow {
  return { type: 'buttons', buttons: row };
}

/** A row of buttons with a menu of further actions behind three dots. */
export function buttonsWithMenu(row: readonly Button[], menu: readonly MenuItem[]): ButtonRow {
  return { type: 'buttons', buttons: row, menu };
}

/** Data, or words beside it. */
export function plain(text: string): RichTextElement {
  return { type: 'text', text };
}

/** The same, heavier. */
export function bold(text: string): RichTextElement {
  return { type: 'text', text, style: { bold: true } };
}

/** Something to type, or a reference to quote. */
export function code(text: string): RichTextElement {
  return { type: 'text', text, style: { code: true } };
}

/**
 * An ephemeral message's text may be so long, in bytes.
 *
 * @see https://docs.slack.dev/reference/methods/chat.postEphemeral
 */
const TEXT_BYTES_MAX = 4_000;
const NAME_LENGTHS = [60, 30, 16, 8, 4] as const;

/**
 * A text whose parts are shortened together until it fits, so that nothing is left out.
 *
 * @param lengths of a part, in characters, the longest first; with the last one it must fit
 */
export function fitted(
  written: (lengthMax: number) => string,
  lengths: readonly number[] = NAME_LENGTHS,
): string {
  let text = '';
  for (const length of lengths) {
    text = written(length);
    if (Buffer.byteLength(text) <= TEXT_BYTES_MAX) break;
  }
  return text;
}
