import type { Inline, InlineStyle, RichTextPart } from '../block-kit/rich-text.ts';
import { controlSequence } from './control-sequence.ts';

/**
 * Reads Slack's mrkdwn as parts of `rich_text`, which hold data and markup apart.
 *
 * Escaped text stays text: `&lt;!channel&gt;` never becomes a mention.
 *
 * @see https://docs.slack.dev/messaging/formatting-message-text
 */
export function readMrkdwn(source: string, isVerbatim = false): readonly RichTextPart[] {
  return source.split(/```\n?([\s\S]+?)\n?```\n?/).flatMap((piece, index) => {
    if (index % 2 === 1) return [preformatted(piece)];
    return piece === '' ? [] : paragraphs(piece, isVerbatim);
  });
}

/** Reads plain text: nothing but emoji names is markup, and those only when the bot says so. */
export function readPlainText(source: string, hasEmoji: boolean): readonly RichTextPart[] {
  const elements = hasEmoji ? tokens(source, EMOJI, emoji, words) : [words(source)];
  return [section(elements)];
}

function paragraphs(source: string, isVerbatim: boolean): readonly RichTextPart[] {
  const parts: RichTextPart[] = [];
  for (const run of source.split(/^((?:(?:&gt;|>).*(?:\n|$))+)/m)) {
    if (run === '') continue;
    const quoted = run.replaceAll(/^(?:&gt;|>) ?/gm, '');
    const isQuote = quoted !== run && /^(?:&gt;|>)/.test(run);
    const lines = (isQuote ? quoted : run).replace(/\n$/, '');
    const elements = inline(lines, {}, isVerbatim);
    parts.push(isQuote ? { type: 'rich_text_quote', elements } : section(elements));
  }
  return parts;
}

const CODE = /`([^`\n]+)`/;
const SEQUENCE = /<([^<>\n]+)>/;
/** Not between digits: `10:30:00` is a time. */
const EMOJI = /(?<!\d):([a-z0-9_+'-]+(?:::skin-tone-[2-6])?):(?!\d)/;
const ADDRESS = /\bhttps?:\/\/[^\s<>|]*[^\s<>|.,;:!?)'"]/;
/** A mark counts when it hugs its words and does not stand inside one: `snake_case` stays. */
const MARKED = /(?<![\p{L}\p{N}_*~])([*_~])(?=\S)([^\n]*?[^\s])\1(?![\p{L}\p{N}])/u;

const MARKS: Readonly<Record<string, string>> = { '*': 'bold', _: 'italic', '~': 'strike' };

function inline(source: string, style: InlineStyle, isVerbatim: boolean): readonly Inline[] {
  const rest = (text: string) => inline(text, style, isVerbatim);
  if (source.includes('`')) {
    const code = ([, text]: RegExpExecArray) => [styled(plain(text), { ...style, code: true })];
    const match = CODE.exec(source);
    if (match) return around(source, match, code, rest);
  }
  const sequence = SEQUENCE.exec(source);
  const marked = MARKED.exec(source);
  if (marked && (!sequence || marked.index < sequence.index)) {
    const mark = MARKS[marked[1] ?? ''] ?? '';
    const inner = () => inline(marked[2] ?? '', { ...style, [mark]: true }, isVerbatim);
    return around(source, marked, inner, rest);
  }
  if (sequence) {
    return around(source, sequence, ([, body]) => [controlSequence(body ?? '', style)], rest);
  }
  return tokens(source, EMOJI, emoji, (text) => styled(plain(text), style)).flatMap((element) =>
    isVerbatim ? [element] : linked(element, style),
  );
}

function linked(element: Inline, style: InlineStyle): readonly Inline[] {
  if (element.type !== 'text') return [element];
  const link = ([url]: RegExpExecArray) => [{ type: 'link', url, style }];
  return tokens(element.text ?? '', ADDRESS, link, (text) => styled(text, style));
}

function around(
  source: string,
  match: RegExpExecArray,
  inside: (match: RegExpExecArray) => readonly Inline[],
  outside: (text: string) => readonly Inline[],
): readonly Inline[] {
  const before = source.slice(0, match.index);
  const after = source.slice(match.index + match[0].length);
  return [
    ...(before === '' ? [] : outside(before)),
    ...inside(match),
    ...(after === '' ? [] : outside(after)),
  ];
}

function tokens(
  source: string,
  pattern: RegExp,
  inside: (match: RegExpExecArray) => readonly Inline[],
  text: (part: string) => Inline,
): readonly Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const match of source.matchAll(new RegExp(pattern, 'gu'))) {
    if (match.index > end) found.push(text(source.slice(end, match.index)));
    found.push(...inside(match));
    end = match.index + match[0].length;
  }
  if (end < source.length) found.push(text(source.slice(end)));
  return found;
}

function emoji([, name = '']: RegExpExecArray): readonly Inline[] {
  return [{ type: 'emoji', name }];
}

function words(text: string): Inline {
  return { type: 'text', text };
}

function preformatted(source: string): RichTextPart {
  return { type: 'rich_text_preformatted', elements: [words(plain(source))] };
}

function section(elements: readonly Inline[]): RichTextPart {
  return { type: 'rich_text_section', elements };
}

function styled(text: string, style: InlineStyle): Inline {
  return Object.keys(style).length === 0 ? words(text) : { type: 'text', text, style };
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

function plain(text = ''): string {
  return text.replaceAll(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
}
