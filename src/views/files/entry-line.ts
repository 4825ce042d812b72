import type { Entry } from '../../portfolio/entry.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import { type FileLine, type PropertyName, wholePercent } from './line.ts';

/**
 * The list line of an entry.
 *
 * @param workingDays age in working days; `null` where they are not shown
 * @param linkTo URL of a file in the console; `null` without one
 */
export function entryLine(
  entry: Entry,
  { completionMax }: Pick<Snapshot, 'completionMax'>,
  workingDays: number | null,
  linkTo: (id: string) => string | null,
): FileLine {
  const { id, property, applicants, completion, facts } = entry;
  return {
    id,
    property: propertyName(property),
    applicants: applicants.map(({ firstName, lastName, isGuarantor }) => ({
      name: [firstName, lastName].filter(Boolean).join(' ') || null,
      isGuarantor,
    })),
    furtherGuarantors: furtherGuarantorsOf(entry),
    organisations: facts.organisations,
    status: entry.status,
    decision: entry.decision,
    score: entry.score,
    completionPercent: completion === null ? null : wholePercent(completion, completionMax),
    createdAt: entry.createdMs,
    workingDays,
    isArchived: Number.isFinite(entry.archivedMs),
    town: townIn(property.description),
    rent: property.rent,
    readiness: null,
    link: linkTo(id),
    details: { command: 'show', args: { id }, opens: 'modal' },
  };
}

/** Small words inside the names of towns. */
const SMALL = "(?:sur|sous|en|de|du|des|la|le|les|lès|lez|et|au|aux|d['’]|l['’])";
const NAME = "\\p{Lu}[\\p{L}'’]*";
const TOWN = new RegExp(
  `(?<![\\p{L}\\d])\\d{5} ${NAME}(?:[ -](?:${SMALL}[ -]?)*${NAME})*(?: \\d{1,2}(?:er?|e)?(?![\\p{L}\\d]))?`,
  'u',
);

/** A postcode of five digits and the name after it, as a description often has them. */
export function townIn(description: string | null): string | null {
  return TOWN.exec(description ?? '')?.[0] ?? null;
}

/** What the property of an entry is called; `null` when its file names none. */
export function propertyName({
  isGiven,
  title,
  reference,
}: Entry['property']): PropertyName | null {
  return isGiven ? { title, reference } : null;
}

/** Number of guarantors of an entry who are not among its applicants. */
export function furtherGuarantorsOf({ applicants, facts }: Entry): number {
  return facts.guarantors - applicants.filter(({ isGuarantor }) => isGuarantor).length;
}
