import { type Fact, factText, type Telling } from './card-fact.ts';
import type { CardPerson } from './card-people.ts';
import { personText } from './card-table.ts';
import { propertyText } from './file-line.ts';

/** A rental file in words, before it is put in its place. */
export interface Card {
  readonly title: string;
  /** Empty when there is none. */
  readonly reference: string;
  /** The decision, then the rest. */
  readonly standing: readonly string[];
  readonly drawnAge: readonly string[];
  readonly spokenAge: readonly string[];
  readonly missing: string | null;
  readonly people: readonly CardPerson[];
  /** People beyond those that are shown. */
  readonly hiddenPeople: number;
  /** In the place of `people` where nobody may be recognised. */
  readonly counts: readonly Fact[];
  /** `null` when the file has no property. */
  readonly property: readonly Fact[] | null;
  readonly file: readonly Fact[];
  /** An address that everybody may fetch. */
  readonly photo: string | null;
}

/** Line by line what the blocks say. */
export function cardText(card: Card, notice: string | null, telling: Telling): string {
  const { card: said } = telling.words;
  const { title, reference, standing, people, hiddenPeople, counts, photo } = card;
  const bullets = (facts: readonly Fact[]) => facts.map((each) => `• ${factText(each, telling)}`);
  return [
    ...(notice === null ? [] : [notice]),
    [propertyText(title, reference), ...standing, ...card.spokenAge].join(', '),
    ...(card.missing === null ? [] : [said.fact(said.missing.title, card.missing)]),
    people.length + counts.length === 0 ? said.people.none : said.people.title,
    ...people.map((person) => `• ${personText(person, telling)}`),
    ...bullets(counts),
    ...(hiddenPeople > 0 ? [said.people.more(hiddenPeople)] : []),
    card.property === null ? said.property.none : said.property.title,
    ...bullets(card.property ?? []),
    ...(photo === null ? [] : [`• ${said.property.photo}`]),
    said.file.title,
    ...bullets(card.file),
    ...(notice === null ? [said.readNow] : []),
  ].join('\n');
}
