import { fold } from '../../lib/text.ts';
import { type Chosen, PAGE_SIZE_MAX, RETENTION_DAYS_MAX } from '../../views/settings.ts';

/** An unknown setting or value. */
export class UnknownSettingError extends Error {
  override readonly name = 'UnknownSettingError';
  /** What was typed. */
  readonly word: string;
  /** The setting that has no such value; `null` where there is no such setting. */
  readonly setting: keyof Chosen | null;

  constructor(word: string, setting: keyof Chosen | null) {
    super('no such setting, or no such value of it');
    this.word = word;
    this.setting = setting;
  }
}

/** Words for values, in either language, folded. */
type Spellings<Value> = readonly (readonly [Value, ...words: string[]])[];

const KEYS: Spellings<keyof Chosen> = [
  ['language', 'language', 'lang', 'langue'],
  ['privacy', 'privacy', 'names', 'confidentialite', 'noms'],
  ['pageSize', 'page', 'pages', 'size', 'page size', 'pagesize', 'taille'],
  ['retentionDays', 'keep', 'retention', 'posts', 'garder', 'conserver', 'conservation'],
  ['retentionManner', 'then', 'after', 'puis', 'ensuite', 'apres'],
  ['redactClosed', 'closed', 'close', 'clos', 'cloture', 'ferme'],
];
const LANGUAGES: Spellings<Chosen['language']> = [
  [null, 'own', 'each', 'reader', 'auto', 'chacun', 'lecteur'],
  ['en', 'en', 'english', 'anglais'],
  ['fr', 'fr', 'french', 'francais'],
];
const PRIVACIES: Spellings<Chosen['privacy']> = [
  ['full', 'full', 'names', 'complet', 'complets', 'entier', 'entiers', 'noms'],
  ['initials', 'initials', 'initiales'],
  ['reference', 'reference', 'ref', 'nobody', 'none', 'personne', 'aucun'],
];
const FOR_GOOD: Spellings<null> = [
  [null, 'always', 'forever', 'all', 'off', 'no', 'none', 'toujours', 'tout', 'non', 'aucun'],
];
/** Units of time, in days. */
const UNITS: Spellings<number> = [
  [1, 'd', 'day', 'days', 'j', 'jour', 'jours'],
  [7, 'w', 'week', 'weeks', 'sem', 'semaine', 'semaines'],
];
const MANNERS: Spellings<Chosen['retentionManner']> = [
  ['delete', 'delete', 'remove', 'supprimer', 'effacer'],
  ['redact', 'redact', 'empty', 'vider', 'masquer'],
];
const CLOSED: Spellings<boolean> = [
  [true, 'redact', 'empty', 'yes', 'on', 'vider', 'masquer', 'oui'],
  [false, 'keep', 'no', 'off', 'garder', 'non'],
];
const PAGE_SIZES: Spellings<number> = Array.from({ length: PAGE_SIZE_MAX }, (_, index) => [
  index + 1,
  String(index + 1),
]);

/**
 * Parses `language:fr privacy:initials page:10`, with words of either language.
 *
 * @throws {UnknownSettingError} for the first unknown setting or value
 */
export function changeIn(text: string): Partial<Chosen> {
  const change: { -readonly [Key in keyof Chosen]?: Chosen[Key] } = {};
  for (const word of wordsOf(text)) {
    const [, key = '', value = ''] = /^([^:=]+)[:=](.+)$/u.exec(word) ?? [];
    const setting = entryOf(key, KEYS)?.[0];
    if (setting === undefined) throw new UnknownSettingError(word, null);
    const valueIn = <Value>(spellings: Spellings<Value>): Value => {
      const found = entryOf(value, spellings);
      if (found === undefined) throw new UnknownSettingError(word, setting);
      return found[0];
    };
    switch (setting) {
      case 'language':
        change.language = valueIn(LANGUAGES);
        break;
      case 'privacy':
        change.privacy = valueIn(PRIVACIES);
        break;
      case 'pageSize':
        change.pageSize = valueIn(PAGE_SIZES);
        break;
      case 'retentionDays':
        change.retentionDays = daysIn(value) ?? valueIn(FOR_GOOD);
        break;
      case 'retentionManner':
        change.retentionManner = valueIn(MANNERS);
        break;
      case 'redactClosed':
        change.redactClosed = valueIn(CLOSED);
        break;
    }
  }
  return change;
}

/** A unit behind its number: `keep:2 weeks`. */
const DETACHED_UNIT = /(\d)\s+(d|days?|j|jours?|w|weeks?|sem|semaines?)(?!\S)/giu;

/** `language french` and `french` alone are understood too: no other setting has such a value. */
function wordsOf(text: string): readonly string[] {
  const words = text.trim().replaceAll(DETACHED_UNIT, '$1$2').split(/\s+/u);
  return words.flatMap((word, index) => {
    if (/[:=]/.test(word)) return [word];
    if (isAmong(word, KEYS) && words[index + 1] !== undefined) return [];
    const before = words[index - 1] ?? '';
    if (isAmong(before, KEYS)) return [`${before}:${word}`];
    return [isAmong(word, LANGUAGES) ? `language:${word}` : word];
  });
}

function isAmong(word: string, spellings: Spellings<unknown>): boolean {
  return spellings.some(([, ...words]) => words.includes(fold(word)));
}

/** `30`, `30d`, `30j`, `2w`, `2sem`; `null` for anything else. */
function daysIn(value: string): number | null {
  const [, digits = '0', unit = ''] = /^(\d{1,4})(\p{L}*)$/u.exec(value) ?? [];
  const daysOfUnit = unit === '' ? 1 : entryOf(unit, UNITS)?.[0];
  if (daysOfUnit === undefined) return null;
  const days = Number(digits) * daysOfUnit;
  return days >= 1 && days <= RETENTION_DAYS_MAX ? days : null;
}

function entryOf<Value>(typed: string, spellings: Spellings<Value>) {
  const folded = fold(typed);
  return spellings.find(([, ...words]) => words.includes(folded));
}
