import { fold } from '../../../lib/text.ts';
import { ALL_PARTS, type Part, PARTS } from '../keys/parts.ts';
import { SYNONYMS } from '../keys/people.ts';
import { type Choice, type FlagKey, type Group, namesIn } from '../keys/row.ts';
import type { RelativeDate } from '../periods.ts';
import {
  ALL_KEYS,
  KEYS,
  type KeyOf,
  type Kind,
  type QueryKey,
  type Sort,
  type Unit,
  choicesOf,
  isSeldomAsked,
  keysOfKind,
} from '../query.ts';
import { english } from './en.ts';
import { french } from './fr.ts';
import {
  type KeyHelp,
  type Language,
  LANGUAGES,
  type LanguageWords,
  type Spellings,
  type Vocabulary,
} from './types.ts';

const LANGUAGE_WORDS: Readonly<Record<Language, LanguageWords>> = { en: english, fr: french };
const CHOICE_KEYS = keysOfKind('choice');
const VOCABULARIES = { en: vocabularyOf('en'), fr: vocabularyOf('fr') };
const BOTH = LANGUAGES.map((language) => VOCABULARIES[language]);

const KEY_NAMED = meanings<QueryKey | 'sort'>([...ALL_KEYS, 'sort'], (key, language) =>
  key === 'sort' ? LANGUAGE_WORDS[language].sort.names : KEYS[key][language].names,
);
const UNIT_NAMED = meaningsIn(({ units }) => units);
const SORT_NAMED = meaningsIn(({ sorts }) => sorts);
const DATE_NAMED = meaningsIn(({ dates }) => dates);
const FLAG_NAMED = meaningsIn(({ flags }) => flags);
const PERSON_NAMED = meaningsIn(({ people }) => people);
const FLAG_ALONE = new Map(keysOfKind('flag').map((key) => [key, wordsAlone(key)]));
const PART_NAMED = meanings(ALL_PARTS, (part, language) => PARTS[part].words[language]);
const SYNONYMS_OF = new Map(
  SYNONYMS.flatMap((words) => words.map((word) => [fold(word), words] as const)),
);
const CHOICE_NAMED = new Map(CHOICE_KEYS.map((key) => [key, choiceMeanings(key)]));

/** The first key that has each word among its values. */
const CHOICE_KEY_OF = new Map(
  CHOICE_KEYS.toReversed().flatMap((key) =>
    Array.from(choiceMeanings(key).keys(), (word) => [word, key] as const),
  ),
);

/** The vocabulary of a language. */
export function vocabularyIn(language: Language): Vocabulary {
  return VOCABULARIES[language];
}

/** The word that is written for a key. */
export function keyWord(key: QueryKey | 'sort', language: Language): string {
  return key === 'sort' ? LANGUAGE_WORDS[language].sort.names[0] : KEYS[key][language].names[0];
}

/** An example and a line of help for every key, in the order of their declaration. */
export function keyHelp(language: Language): ReadonlyMap<QueryKey | 'sort', KeyHelp> {
  return new Map<QueryKey | 'sort', KeyHelp>([
    ...ALL_KEYS.map((key) => [key, helpOn(key, language)] as const),
    ['sort', LANGUAGE_WORDS[language].sort],
  ]);
}

function helpOn(key: QueryKey, language: Language): KeyHelp {
  const { names, example, says } = KEYS[key][language];
  const [name] = names;
  const isDenied = example.startsWith('-');
  return { example: isDenied ? `-${name}:${example.slice(1)}` : `${name}:${example}`, says };
}

/** The same with one line for the keys that are asked for now and then: a line for each would fill a page. */
export function keysInShort(language: Language): readonly KeyHelp[] {
  const rows = [...keyHelp(language)];
  const [first = '', ...others] = rows
    .filter(([key]) => isSeldomAsked(key))
    .map(([, { example }]) => example);
  const names = others.map((example) => example.slice(0, example.indexOf(':')));
  return [
    ...rows.filter(([key]) => !isSeldomAsked(key)).map(([, row]) => row),
    { example: [first, ...names].join(' '), says: LANGUAGE_WORDS[language].seldomAsked },
  ];
}

/** The word that is written for a part of a file. */
export function partWord(part: Part, language: Language): string {
  return PARTS[part].words[language][0];
}

/** The key of that name in either language, ignoring case and accents. */
export function keyNamed(word: string): QueryKey | 'sort' | undefined {
  return KEY_NAMED.get(fold(word));
}

/** Whether a key takes values of a kind. */
export function isOfKind<Wanted extends Kind>(key: QueryKey, kind: Wanted): key is KeyOf<Wanted> {
  return KEYS[key].kind === kind;
}

/** Days, weeks and months, working days too, by all their names, as alternatives of an expression: the longest come first. */
export const TIME_UNITS = LANGUAGES.flatMap((language) => {
  const { units } = LANGUAGE_WORDS[language];
  return [...units.d, ...units.w, ...units.mo, ...units.bd];
})
  .toSorted((one, other) => other.length - one.length)
  // “Working days”
  .map((unit) => unit.replaceAll('-', '[ -]').replaceAll('é', '[ée]'))
  .join('|');

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

/** The person that a word stands for, the same for everybody who asks. */
export function personNamed(word: string): 'me' | 'nobody' | undefined {
  return PERSON_NAMED.get(fold(word));
}

/** The yes or no that a word without a key stands for, if any: `furnished`. */
export function flagAlone(key: KeyOf<'flag'>, word: string): boolean | undefined {
  return FLAG_ALONE.get(key)?.get(fold(word));
}

/** Whether a word without a key stands for a yes or no of some key. */
export function isFlagAlone(word: string): boolean {
  const text = fold(word);
  return FLAG_ALONE.values().some((words) => words.has(text));
}

/** The part of a file of that name. */
export function partNamed(word: string): Part | undefined {
  return PART_NAMED.get(fold(word));
}

/** The values of a word: one, or several for a group; `undefined` for a word of another key. */
export function valuesNamed(key: KeyOf<'choice'>, word: string): readonly string[] | undefined {
  return CHOICE_NAMED.get(key)?.get(fold(word));
}

/** The key of a value that was typed behind another key. */
export function choiceKeyOf(word: string): KeyOf<'choice'> | undefined {
  return CHOICE_KEY_OF.get(fold(word));
}

/** All words for values of choices and for dates, folded. */
export function wordsOfValues(): readonly string[] {
  return [...CHOICE_KEY_OF.keys(), ...DATE_NAMED.keys()];
}

/** A value that the specification names. */
export function choiceNamed(key: KeyOf<'choice'>, value: string): Choice | undefined {
  const values: Readonly<Record<string, Choice>> = KEYS[key].values;
  return Object.hasOwn(values, value) ? values[value] : undefined;
}

/** The word that is written for a value of the service; `undefined` for an unknown value. */
export function wordFor(
  key: KeyOf<'choice'>,
  value: string,
  language: Language,
): string | undefined {
  return choiceNamed(key, value)?.[language][0];
}

/** Texts, and the words that mean the same in either language. */
export function translated(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => [text, ...(SYNONYMS_OF.get(fold(text)) ?? [])]);
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
  return [
    ...Object.values(choices[key] ?? {}),
    ...groups.filter((group) => group.key === key).map(({ words }) => words),
  ];
}

function vocabularyOf(language: Language): Vocabulary {
  const { sort, ...others } = LANGUAGE_WORDS[language];
  const wordsOf = (key: KeyOf<'choice'>) =>
    Object.fromEntries(
      Object.entries<Choice>(KEYS[key].values).map(([value, words]) => [value, words[language]]),
    );
  return {
    keys: {
      ...Object.fromEntries(ALL_KEYS.map((key) => [key, KEYS[key][language].names])),
      sort: sort.names,
    },
    choices: Object.fromEntries(CHOICE_KEYS.map((key) => [key, wordsOf(key)])),
    groups: CHOICE_KEYS.flatMap((key) =>
      groupsOf(key).map(({ values, [language]: words }) => ({ key, values, words })),
    ),
    parts: Object.fromEntries(ALL_PARTS.map((part) => [part, PARTS[part].words[language]])),
    ...others,
  };
}

function groupsOf(key: KeyOf<'choice'>): readonly Group[] {
  const row = KEYS[key];
  return 'groups' in row ? row.groups : [];
}

function wordsAlone(key: KeyOf<'flag'>): ReadonlyMap<string, boolean> {
  const row: FlagKey = KEYS[key];
  return new Map(
    LANGUAGES.flatMap((language) => {
      const { yes = [], no = [] } = row[language].described.alone ?? {};
      return [
        ...yes.map((word) => [fold(word), true] as const),
        ...no.map((word) => [fold(word), false] as const),
      ];
    }),
  );
}

function choiceMeanings(key: KeyOf<'choice'>): ReadonlyMap<string, readonly string[]> {
  return new Map([
    ...groupsOf(key).flatMap((group) =>
      wordsInBoth(group).map((word) => [fold(word), group.values] as const),
    ),
    ...Object.entries<Choice>(KEYS[key].values).flatMap(([value, choice]) =>
      wordsInBoth(choice).map((word) => [fold(word), [value]] as const),
    ),
    ...choicesOf(key).map((value) => [fold(value), [value]] as const),
  ]);
}

function wordsInBoth(words: Choice | Group): readonly string[] {
  return LANGUAGES.flatMap((language) => words[language]);
}

function meanings<Meaning extends string>(
  names: readonly Meaning[],
  words: (name: Meaning, language: Language) => Spellings,
): ReadonlyMap<string, Meaning> {
  return new Map(
    LANGUAGES.flatMap((language) =>
      names.flatMap((name) => words(name, language).map((word) => [fold(word), name] as const)),
    ),
  );
}

/** What the words of a table of each language mean. */
function meaningsIn<Meaning extends string>(
  table: (words: LanguageWords) => Readonly<Record<Meaning, Spellings>>,
): ReadonlyMap<string, Meaning> {
  return meanings(
    namesIn(table(english)),
    (name, language) => table(LANGUAGE_WORDS[language])[name],
  );
}
