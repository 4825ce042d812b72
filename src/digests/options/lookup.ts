import type { Language } from '../../i18n/types.ts';
import { fold } from '../../lib/text.ts';
import type { DigestChoice } from '../../store/digest.ts';
import type { FormStep, OptionDefinition, OptionField } from './builders.ts';
import { DIGEST_OPTIONS, type OptionKey } from './definitions.ts';

/** The fields that stand first in their form; the others follow in the order of the table. */
const FORM_ORDER: readonly OptionKey[] = [
  'name',
  'channel',
  'group',
  'top',
  'style',
  'minAge',
  'minStale',
  'privacy',
  'language',
  'holidays',
  'onHoliday',
  'previous',
  'deleteAfter',
  'live',
  'catchUp',
];

/** What the confirmation tells first; the others follow in the order of the table. */
const SUMMARY_ORDER: readonly OptionKey[] = [
  'top',
  'group',
  'style',
  'target',
  'privacy',
  'language',
  'empty',
  'previous',
  'deleteAfter',
  'live',
  'catchUp',
];

const BY_NAME: ReadonlyMap<string, OptionKey> = new Map(
  optionKeys().flatMap((key) =>
    Object.values(definitionOf(key).names).flatMap((names) =>
      names.map((name) => [fold(name), key] as const),
    ),
  ),
);

/** All options in the order of the table. */
export function optionKeys(): readonly OptionKey[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of a constant are known.
  return Object.keys(DIGEST_OPTIONS) as OptionKey[];
}

/** The row of an option. */
export function definitionOf(key: OptionKey): OptionDefinition {
  return DIGEST_OPTIONS[key];
}

/** The option of a name in either language, without regard for case or accents. */
export function optionNamed(name: string): OptionKey | null {
  return BY_NAME.get(fold(name)) ?? null;
}

/** The names of all options in a language, the one that is shown first. */
export function optionNames(language: Language): readonly (readonly string[])[] {
  return optionKeys().map((key) => definitionOf(key).names[language]);
}

/** The options that have fields in a form, in the order of the form. */
export function optionsInForm(step: FormStep): readonly OptionKey[] {
  return inOrder(FORM_ORDER).filter((key) =>
    definitionOf(key).fields.some((field) => field.step === step),
  );
}

/** The fields of a form, by block id, in the order of the form. */
export function fieldsOf(step: FormStep): ReadonlyMap<string, OptionField> {
  const fields = optionsInForm(step).flatMap((key) =>
    definitionOf(key).fields.map((field) => [field.name ?? key, field] as const),
  );
  return new Map(fields);
}

/** The parts of the sentence that tells the options of a digest. */
export function optionSummary(digest: DigestChoice, language: Language): readonly string[] {
  return inOrder(SUMMARY_ORDER)
    .map((key) => definitionOf(key).summary(digest, language))
    .filter((part) => part !== null);
}

function inOrder(first: readonly OptionKey[]): readonly OptionKey[] {
  return [...new Set([...first, ...optionKeys()])];
}
