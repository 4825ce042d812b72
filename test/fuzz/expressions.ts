import { globSync, readFileSync } from 'node:fs';
import { Script, createContext } from 'node:vm';

import * as fc from 'fast-check';
import { parseSync } from 'vite';

/** A regular expression as it stands in a file. */
export interface Expression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** What a part of an expression that is put in when it is made stands for. */
const PUT_IN = 'x';
/** The same where it is a number of times. */
const COUNT = '3';

/** Every regular expression of `src/`: the literals, and those made of a template. */
export function expressions(): Expression[] {
  const all = globSync('src/**/*.{ts,tsx}')
    .toSorted()
    .flatMap((file) => {
      const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
      if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
      return nodesIn(program).flatMap((node) => madeBy(node).map((made) => ({ file, ...made })));
    });
  // What stands in several files is tried once.
  return [...new Map(all.map((one) => [`/${one.source}/${one.flags}`, one])).values()];
}

type Node = Readonly<Record<string, unknown>>;

function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(nodesIn);
  return 'type' in value ? [{ ...value }, ...inside] : inside;
}

function madeBy(node: Node): Omit<Expression, 'file'>[] {
  const { type, regex, callee, arguments: given } = node;
  if (type === 'Literal' && isNode(regex)) {
    return [{ source: String(regex['pattern']), flags: String(regex['flags']) }];
  }
  const isMade = (type === 'NewExpression' || type === 'CallExpression') && isNode(callee);
  if (!isMade || callee['name'] !== 'RegExp' || !Array.isArray(given)) return [];
  const [source, flags] = given.map(textOf);
  return [{ source: source ?? '', flags: flags ?? '' }];
}

/** What a text in the source comes to, as far as the source alone tells. */
function textOf(node: unknown): string {
  if (!isNode(node)) return PUT_IN;
  const { type, value, quasis, left, right } = node;
  if (type === 'Literal') return String(value);
  if (type === 'BinaryExpression') return textOf(left) + textOf(right);
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return PUT_IN;
  return quasis
    .map((quasi) => (isNode(quasi) ? cookedOf(quasi['value']) : ''))
    .reduce((before, after) => before + (isCount(before, after) ? COUNT : PUT_IN) + after);
}

/** Whether what is put in says how often something comes. */
function isCount(before: string, after: string): boolean {
  return /\{\d*,?$/.test(before) && /^,?\d*\}/.test(after);
}

function cookedOf(value: unknown): string {
  return isNode(value) ? String(value['cooked']) : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

const SAMPLES = 3;
const LETTERS_MAX = 16;
const SAMPLE_LENGTH_MAX = 40;
const GAPS_AND_LETTERS = [' ', '\t', '\n', 'a', 'A', '1', '-'];
/** No expression asks for these together, so most that end in them do not match. */
const SPOILERS = ['', '\0!\u{10ffff}'];

/** Texts of about `length` letters that grow out of the expression's own. */
export function* pumped({ source, flags }: Expression, length: number): Generator<string> {
  const samples = matching(source, flags);
  const own = Array.from(source.replaceAll(/\\./gu, '') + samples.join(''));
  const letters = [...new Set([...GAPS_AND_LETTERS, ...own])].slice(0, LETTERS_MAX);
  const heads = samples.map((sample) => sample.slice(0, sample.length / 2));
  for (const pump of new Set([...letters, ...samples, ...heads])) {
    if (pump === '') continue;
    const long = pump.repeat(Math.ceil(length / pump.length));
    for (const spoiler of SPOILERS) {
      yield long + spoiler;
      const [sample = ''] = samples;
      if (sample !== '') yield sample.slice(0, -1) + long + spoiler;
    }
  }
}

/** Some texts that an expression matches, without what it only looks at. */
function matching(source: string, flags: string): string[] {
  // All but what a property leaves out would be drawn for minutes.
  if (source.includes('\\P{')) return [];
  const plain = withFewLetters(source.replaceAll(/\(\?<?[=!](?:[^()]|\([^()]*\))*\)/gu, ''));
  try {
    const drawn = fc.stringMatching(new RegExp(plain, flags), { size: '-1' });
    const all = fc.sample(drawn, { numRuns: SAMPLES, seed: 1 });
    return [...new Set(all.map((text) => text.slice(0, SAMPLE_LENGTH_MAX)))];
  } catch {
    return [];
  }
}

/** Of each property, so many letters stand for all: every other one would be listed at each draw. */
const LETTERS_OF_PROPERTY = 24;
const CODE_POINTS = 0x110000;
/** Up to here every letter is looked at, then every seventh. */
const CLOSELY = 0x3000;

/** The expression with some letters of each property in its place. */
function withFewLetters(source: string): string {
  let isInClass = false;
  return source.replaceAll(/\\p\{[^{}]+\}|\\.|[[\]]/gsu, (part) => {
    if (part === '[' || part === ']') isInClass = part === '[';
    if (!part.startsWith('\\p{')) return part;
    const letters = lettersOf(part)
      .map((letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`)
      .join('');
    return isInClass ? letters : `[${letters}]`;
  });
}

const known = new Map<string, readonly string[]>();

/** Some letters that have a property, from all over Unicode. */
function lettersOf(property: string): readonly string[] {
  const before = known.get(property);
  if (before !== undefined) return before;
  const has = new RegExp(property, 'v');
  const all: string[] = [];
  for (let point = 0; point < CODE_POINTS; point += point < CLOSELY ? 1 : 7) {
    const letter = String.fromCodePoint(point);
    if (letter.isWellFormed() && has.test(letter)) all.push(letter);
  }
  const distance = Math.max(1, Math.floor(all.length / LETTERS_OF_PROPERTY));
  const letters = all.filter((_, index) => index % distance === 0).slice(0, LETTERS_OF_PROPERTY);
  known.set(property, letters);
  return letters;
}

const context = createContext({});
const replacing = new Script("for (const text of texts) text.replace(expression, '')");

/**
 * Whether an expression is done with texts within so many milliseconds together. Each call starts a
 * thread that watches the time: one for many texts costs least.
 */
export function isDone(
  { source, flags }: Expression,
  texts: readonly string[],
  withinMs: number,
): boolean {
  Object.assign(context, { texts, expression: new RegExp(source, flags) });
  try {
    replacing.runInContext(context, { timeout: withinMs });
    return true;
  } catch {
    return false;
  }
}
