import { QueryError } from './errors.ts';

/** A part of the input. */
export interface Piece {
  readonly text: string;
  /** In UTF-16 units from 0. */
  readonly at: number;
}

/** A part of the input that is a value. */
export interface ValuePiece extends Piece {
  /** Without quotes, in NFC, with single spaces. */
  readonly plain: string;
}

/** `-key:one,two`: the input between two unquoted spaces. */
export interface Token {
  readonly not: boolean;
  /** The token without the hyphen of a negation. */
  readonly body: Piece;
  /** The part before the colon, if it can be a key. */
  readonly key: Piece | null;
  /** The parts between commas. */
  readonly values: readonly ValuePiece[];
}

const QUOTES = '"“”„«»';
// Variants of a hyphen that keyboards and editors produce.
const DASHES = '-‐‑–—−';
const SPACE = /\s/u;
const CONTROL = /[^\P{Cc}\t\n\r]/u;
const KEY = /^[\p{L}\p{M}_-]+$/u;

/**
 * Splits a text into tokens, in one pass.
 *
 * @throws {QueryError} for a control character, and for an unclosed quotation mark
 */
export function tokensOf(text: string): readonly Token[] {
  const control = CONTROL.exec(text);
  if (control) refuse('query_control_character', text, control[0], control.index);
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    if (SPACE.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const end = endOf(text, at);
    tokens.push(tokenOf(text.slice(at, end), at));
    at = end;
  }
  return tokens;
}

/**
 * Whether a text is made of `key:value` conditions alone, so that none of its words is a phrase.
 *
 * @throws {QueryError} as `tokensOf` does
 */
export function isOfKeys(text: string): boolean {
  const tokens = tokensOf(text);
  return tokens.length > 0 && tokens.every(({ key }) => key !== null);
}

/** End of the token that begins at `start`: the first unquoted space. */
function endOf(text: string, start: number): number {
  let opened: number | null = null;
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (QUOTES.includes(character)) opened = opened === null ? at : null;
    else if (opened === null && SPACE.test(character)) break;
  }
  if (opened !== null) refuse('query_unbalanced_quotes', text, text.slice(opened), opened);
  return at;
}

function tokenOf(whole: string, at: number): Token {
  const not = whole.length > 1 && DASHES.includes(whole.charAt(0));
  const body = { text: not ? whole.slice(1) : whole, at: not ? at + 1 : at };
  const colon = outsideQuotes(body.text, ':')[0];
  const key = colon === undefined ? '' : body.text.slice(0, colon);
  const hasKey = KEY.test(key);
  const valuesAt = hasKey ? key.length + 1 : 0;
  return {
    not,
    body,
    key: hasKey ? { text: key, at: body.at } : null,
    values: valuesOf({ text: body.text.slice(valuesAt), at: body.at + valuesAt }),
  };
}

function valuesOf(list: Piece): readonly ValuePiece[] {
  const commas = outsideQuotes(list.text, ',');
  const starts = [0, ...commas.map((comma) => comma + 1)];
  return starts.map((start, index) => {
    const text = list.text.slice(start, commas[index]);
    return { text, at: list.at + start, plain: plain(text) };
  });
}

function outsideQuotes(text: string, wanted: string): readonly number[] {
  const found: number[] = [];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (QUOTES.includes(character)) quoted = !quoted;
    else if (!quoted && character === wanted) found.push(at);
  }
  return found;
}

const NO_TEXT = new RegExp(`[${QUOTES}\\p{Cc}]`, 'gu');

/** A text as queries hold it: without quotes and control characters, which searches do not heed. */
export function withoutSyntax(text: string): string {
  return plain(text.replaceAll(NO_TEXT, ' '));
}

/** Characters but those that any value may have, and those written by number, in UTF-16 units. */
const SPECIAL = /[^\w-]/g;
const NUMBERED = /%u([0-9a-f]{4})/g;

/**
 * A value that must come back as it is, not only as the same words: where reading would change it, as
 * it drops quotes and joins spaces, each character but plain ones is written by its number, `%u0022`.
 */
export function exactly(value: string): string {
  if (withoutSyntax(value) === value && numberedIn(value) === value) return value;
  return value.replaceAll(
    SPECIAL,
    (character) => `%u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The value that `exactly` has written. */
export function numberedIn(text: string): string {
  return text.replaceAll(NUMBERED, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** ASCII without quotes and spaces, which stays as it is. */
const PLAIN = /^[!#-~]*$/;

function plain(text: string): string {
  if (PLAIN.test(text)) return text;
  const unquoted = Array.from(text, (character) => (QUOTES.includes(character) ? '' : character));
  return unquoted.join('').toWellFormed().normalize('NFC').split(/\s+/u).filter(Boolean).join(' ');
}

function refuse(
  code: 'query_control_character' | 'query_unbalanced_quotes',
  text: string,
  word: string,
  at: number,
): never {
  throw new QueryError({ code, text, word, at });
}
