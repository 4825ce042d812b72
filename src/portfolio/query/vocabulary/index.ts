import { fold } from '../../../lib/text.ts';
import type { RelativeDate } from '../periods.ts';
import { choicesOf, type KeyOf, type QueryKey, type Sort, type Unit } from '../query.ts';
import { english } from './en.ts';
import { french } from './fr.ts';
import { type Language, LANGUAGES, type Spellings, type Vocabulary } from './types.ts';

const VOCABULARIES: Readonly<Record<Language, Vocabulary>> = { en: english, fr: french };
const BOTH = LANGUAGES.map((language) => VOCABULARIES[language]);

const KEY_NAMED = meanings(BOTH.map(({ keys }) => keys));
const UNIT_NAMED = meanings(BOTH.map(({ units }) => units));
const SORT_NAMED = meanings(BOTH.map(({ sorts }) => sorts));
const DATE_NAMED = meanings(BOTH.map(({ dates }) => dates));
const FLAG_NAMED = meanings(BOTH.map(({ flags }) => flags));
const CHOICE_NAMED = {
  status: choiceMeanings('status'),
  decision: choiceMeanings('decision'),
  situation: choiceMeanings('situation'),
  category: choiceMeanings('category'),
} satisfies Record<KeyOf<'choice'>, unknown>;

/** The first key that has each word among its values. */
const CHOICE_KEYS = new Map(
  namesIn(CHOICE_NAMED)
    .toReversed()
    .flatMap((key) => Array.from(CHOICE_NAMED[key].keys(), (word) => [word, key] as const)),
);

/** The vocabulary of a language. */
export function vocabularyIn(language: Language): Vocabulary {
  return VOCABULARIES[language];
}

/** The key of that name in either language, ignoring case and accents. */
export function keyNamed(word: string): QueryKey | 'sort' | undefined {
  return KEY_NAMED.get(fold(word));
}

/** The unit of that name. */
export function unitNamed(word: string): Unit | undefined {
  return UNIT_NAMED.get(fold(word));
}

/** The sort of that name. */
export function sortNamed(word: string): Sort | undefined {
  return SORT_NAMED.get(fold(word));
}

/** The day or period of that name. */
export function dateNamed(word: string): RelativeDate | undefined {
  return DATE_NAMED.get(fold(word));
}

/** The yes or no of that name. */
export function flagNamed(word: string): boolean | undefined {
  const flag = FLAG_NAMED.get(fold(word));
  return flag === undefined ? undefined : flag === 'yes';
}

/** The values of a word: one, or several for a group; `undefined` for a word of another key. */
export function valuesNamed(key: KeyOf<'choice'>, word: string): readonly string[] | undefined {
  return CHOICE_NAMED[key].get(fold(word));
}

/** The key of a value that was typed behind another key. */
export function choiceKeyOf(word: string): KeyOf<'choice'> | undefined {
  return CHOICE_KEYS.get(fold(word));
}

/** The word that is written for a value of the service; `undefined` for an unknown value. */
export function wordFor(
  key: KeyOf<'choice'>,
  value: string,
  language: Language,
): string | undefined {
  const words: Readonly<Record<string, Spellings>> = VOCABULARIES[language].choices[key];
  return Object.hasOwn(words, value) ? words[value]?.[0] : undefined;
}

/** All words for something, those of the given language first. */
export function spellingsOf(
  language: Language,
  spellings: (vocabulary: Vocabulary) => readonly Spellings[],
): readonly string[] {
  const own = VOCABULARIES[language];
  return [own, ...BOTH.filter((other) => other !== own)].flatMap(spellings).flat();
}

/** The words of a key of kind `choice`: those of each value, then those of groups. */
export function choiceSpellings(
  key: KeyOf<'choice'>,
  { choices, groups }: Vocabulary,
): readonly Spellings[] {
  const table: Readonly<Record<string, Spellings>> = choices[key];
  return [
    ...Object.values(table),
    ...groups.filter((group) => group.key === key).map(({ words }) => words),
  ];
}

function choiceMeanings(key: KeyOf<'choice'>): ReadonlyMap<string, readonly string[]> {
  const tables: readonly Readonly<Record<string, Spellings>>[] = BOTH.map(
    ({ choices }) => choices[key],
  );
  const groups = BOTH.flatMap((vocabulary) => vocabulary.groups.filter((one) => one.key === key));
  return new Map([
    ...groups.flatMap(({ words, values }) => words.map((word) => [fold(word), values] as const)),
    ...Array.from(meanings(tables), ([word, value]) => [word, [value]] as const),
    ...choicesOf(key).map((value) => [fold(value), [value]] as const),
  ]);
}

function meanings<Meaning extends string>(
  tables: readonly Readonly<Record<Meaning, Spellings>>[],
): ReadonlyMap<string, Meaning> {
  return new Map(
    tables.flatMap((table) =>
      namesIn(table).flatMap((name) => table[name].map((word) => [fold(word), name] as const)),
    ),
  );
}

function namesIn<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(table).filter((name): name is Name => Object.hasOwn(table, name));
}
