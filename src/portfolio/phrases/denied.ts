import { queryOrNull } from '../query/parser.ts';
import { dateAt } from './dates.ts';
import { figureAt } from './figures/index.ts';
import { BETWEEN, SMALL, VERBS } from './grammar/tables.ts';
import { addVerb, type Parts } from './parts.ts';
import { longest, type Sentence, skip } from './words.ts';

/** Figures and dates behind a negation, which queries can ask for. */

const OPPOSITE_SIGNS: Readonly<Record<string, string>> = {
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
};
const COMPARED = /^(.*?)([<>]=?)([^<>]+)$/u;

/** The place behind a denied comparison: `nothing over 900`, « pas de loyer à plus de 900 ». */
export function deniedFigureAt(sentence: Sentence, from: number, parts: Parts): number | null {
  for (let at = from; at <= skip(sentence, from, SMALL); at += 1) {
    const found = figureAt(sentence, at);
    if (found === null) continue;
    const { meaning, end } = found;
    // “Not ready for 2 weeks”: those that are not ready, since then.
    if (meaning.kind === 'age' && meaning.key !== null) return null;
    const opposite = oppositeOf(meaning.kind === 'number' ? meaning.query : meaning.value);
    if (opposite === null) return null;
    if (meaning.kind === 'number') parts.conditions.push(opposite);
    else parts.ages.push({ ...meaning, value: opposite, at });
    return end;
  }
  return null;
}

/** What holds where a comparison does not: `rent:<=900` for `rent:>900`; `null` for equality. */
function oppositeOf(compared: string): string | null {
  // “Not 100 %”
  if (compared === 'completion:100') return 'completion:<100';
  const [, key = '', sign = '', value = ''] = COMPARED.exec(compared) ?? [];
  const opposite = OPPOSITE_SIGNS[sign];
  return opposite === undefined ? null : key + opposite + value;
}

/** The place behind a denied date: `but not this week`, `all but those received today`. */
export function deniedDateAt(sentence: Sentence, from: number, parts: Parts): number | null {
  const last = skip(sentence, from, BETWEEN);
  const verb = longest(sentence, last, (phrase) => VERBS.get(phrase));
  // A day from which a property is available is asked for otherwise.
  if (verb?.meaning === 'availability') return null;
  const places = Array.from({ length: last - from + 1 }, (_, index) => from + index);
  for (const at of verb === null ? places : [...places, verb.end]) {
    const date = dateAt(sentence, at, verb !== null);
    if (date === null) continue;
    if (queryOrNull(`-created:${date.meaning}`) === null) return null;
    if (verb !== null) addVerb({ key: verb.meaning, at: last }, parts);
    parts.dates.push({ value: date.meaning, at, isNot: true });
    return date.end;
  }
  return null;
}
