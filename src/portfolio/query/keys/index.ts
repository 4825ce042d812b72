import { FILE_CHOICES, PROPERTY_CHOICES } from './choices.ts';
import { FILE_KEYS } from './file.ts';
import { PEOPLE_KEYS, TRIAGE_KEYS } from './people.ts';
import { PROPERTY_KEYS } from './property.ts';
import type { KeyRow } from './row.ts';

/**
 * Every key of the query language, in the order of help: names, help, values, description and where
 * its values are found, in one row each. Keys that take words are matched in `search/execute.ts`.
 */
export const KEYS = {
  ...FILE_CHOICES,
  ...PEOPLE_KEYS,
  ...PROPERTY_KEYS,
  ...PROPERTY_CHOICES,
  ...FILE_KEYS,
  ...TRIAGE_KEYS,
} as const satisfies Readonly<Record<string, KeyRow>>;

export type QueryKey = keyof typeof KEYS;
export type Kind = KeyRow['kind'];
export type KeyOf<Wanted extends Kind> = {
  [Name in QueryKey]: (typeof KEYS)[Name]['kind'] extends Wanted ? Name : never;
}[QueryKey];
