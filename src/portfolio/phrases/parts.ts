import type { DECISIONS } from '../../rental-api/schema/enums.ts';
import { isDecided, STATUS_OVER } from '../lifecycle.ts';
import { queryOrNull } from '../query/parser.ts';
import type { Sort } from '../query/query.ts';
import { READY } from '../search/sort.ts';
import type { Figure } from './figures.ts';
import type { Question } from './grammar.ts';
import type { Sentence } from './words.ts';

const AGE_KEYS = {
  created: 'age',
  updated: 'stale',
  decided: 'since-decision',
  'ready-since': 'ready',
} as const;

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly isNot: boolean;
}

/** A word that says which date is meant, in a place of a sentence. */
interface Verb {
  readonly key: keyof typeof AGE_KEYS | 'availability';
  readonly at: number;
  /** The choice that it stands for: `decision` of “accepted”. */
  readonly of?: string;
}

/** What a sentence says, before verbs are matched with their dates. */
export interface Parts {
  readonly conditions: string[];
  /** Values of choices, by key, with the hyphen of a negation. */
  readonly choices: Map<string, string[]>;
  readonly dates: { readonly value: string; readonly at: number }[];
  readonly ages: (Extract<Figure, { kind: 'age' }> & { readonly at: number })[];
  verbs: readonly Verb[];
  readonly kept: Stretch[];
  readonly ignored: string[];
  question: Question | null;
  /** The words of the question, as typed. */
  asked: string;
  sort: Sort | null;
}

/** Adds the condition of a phrase, `decision:ready`. */
export function add(condition: string, isNot: boolean, at: number, parts: Parts): void {
  const [key = '', value = ''] = condition.split(':');
  const sign = isNot ? '-' : '';
  if (key === 'archived' || key === 'completion') {
    parts.conditions.push(sign + condition);
    if (key === 'archived') addVerb({ key: 'updated', at }, parts);
    return;
  }
  const values = [...(parts.choices.get(sign + key) ?? []), value];
  parts.choices.set(sign + key, values);
  const verb = verbFor(`${key}:${values.join()}`);
  const isVerb = verb !== null && !(verb === 'ready-since' && isNot);
  // “Pending or ready since monday” speaks of both.
  if (!isVerb) parts.verbs = parts.verbs.filter(({ of }) => of !== sign + key);
  else addVerb({ key: verb, at, of: sign + key }, parts);
}

/** Adds a word that says which date is meant. */
export function addVerb(verb: Verb, parts: Parts): void {
  parts.verbs = [...parts.verbs, verb];
}

/** The date that a condition speaks of: a file is closed since its last change, as far as it says. */
function verbFor(condition: string): 'updated' | 'decided' | 'ready-since' | null {
  const [over] = queryOrNull(condition)?.conditions ?? [];
  if (over?.kind !== 'choice') return null;
  if (over.key === 'decision' && over.any.every(isDecided)) return 'decided';
  if (over.key === 'decision' && over.any.every((value) => value === READY)) return 'ready-since';
  return over.any.every((value) => value === STATUS_OVER) ? 'updated' : null;
}

/** Keeps a free word. */
export function keep({ words }: Sentence, at: number, isNot: boolean, { kept }: Parts): void {
  const word = words[at];
  if (word !== undefined) kept.push({ from: word.at, to: word.at + word.text.length, isNot });
}

/** The kept words in their places, so that an error points into the text. */
export function restOf(text: string, { kept }: Parts): string {
  let rest = '';
  for (const { from, to, isNot } of kept) {
    rest = rest.padEnd(isNot ? Math.max(rest.length, from - 1) : from);
    rest += (isNot ? '-' : '') + text.slice(from, to);
  }
  return rest;
}

/** The conditions of phrases as text. */
export function textsOf(parts: Parts): readonly string[] {
  const { conditions, choices, dates, ages } = parts;
  return [
    ...Array.from(choices, ([key, values]) => `${key}:${valuesOf(key, values)}`),
    ...conditions,
    ...ages.map(({ key, isWithin, value, at }) => {
      const verb = isWithin ? verbOf(at, parts) : 'created';
      return `${key ?? AGE_KEYS[verb === 'availability' ? 'created' : verb]}:${value}`;
    }),
    ...dates.map(({ value, at }) => `${verbOf(at, parts)}:${value}`),
  ];
}

/** “Pending” alone asks for what `/rental pending` lists: files that are ready are pending as well. */
function valuesOf(key: string, values: readonly string[]): string {
  const [over] = queryOrNull(`${key}:${values.join()}`)?.conditions ?? [];
  const isChosen = over?.kind === 'choice' && over.key === 'decision' && !over.not;
  return isChosen && over.any.join() === PENDING ? 'awaiting' : values.join();
}

const PENDING: (typeof DECISIONS)[number] = 'PENDING';

/** Which date is meant at a place: the nearest verb before it says so, or else the first after it. */
function verbOf(place: number, { verbs }: Parts): Verb['key'] {
  const before = verbs.findLast(({ at }) => at <= place);
  return (before ?? verbs.find(({ at }) => at > place))?.key ?? 'created';
}
