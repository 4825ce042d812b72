import { fold } from '../../lib/text.ts';
import { type Chosen, PAGE_SIZE_MAX, RETENTION_DAYS_MAX } from '../../views/settings.ts';

/** An unknown setting or value. */
export class UnknownSettingError extends Error {
  override readonly name = 'UnknownSettingError';
  /** What was typed. */
  readonly word: string;

  constructor(word: string) {
    super('no such setting');
    this.word = word;
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
    switch (meaningOf(key, KEYS, word)) {
      case 'language':
        change.language = meaningOf(value, LANGUAGES, word);
        break;
      case 'privacy':
        change.privacy = meaningOf(value, PRIVACIES, word);
        break;
      case 'pageSize':
        change.pageSize = meaningOf(value, PAGE_SIZES, word);
        break;
      case 'retentionDays':
        change.retentionDays = daysIn(value) ?? meaningOf(value, FOR_GOOD, word);
        break;
      case 'retentionManner':
        change.retentionManner = meaningOf(value, MANNERS, word);
        break;
      case 'redactClosed':
        change.redactClosed = meaningOf(value, CLOSED, word);
        break;
    }
  }
  return change;
}

/** `language french` and `french` alone are understood too: no other setting has such a value. */
function wordsOf(text: string): readonly string[] {
  const words = text.trim().split(/\s+/u);
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

/** `30`, `30d`, `30j`; `null` for anything else. */
function daysIn(value: string): number | null {
  const [, digits] = /^(\d{1,4})(?:d|j|days?|jours?)?$/iu.exec(value) ?? [];
  const days = Number(digits ?? 0);
  return days >= 1 && days <= RETENTION_DAYS_MAX ? days : null;
}

function meaningOf<Value>(typed: string, spellings: Spellings<Value>, word: string): Value {
  const folded = fold(typed);
  const found = spellings.find(([, ...words]) => words.includes(folded));
  if (found === undefined) throw new UnknownSettingError(word);
  return found[0];
}
