import type { Entry } from '../portfolio/entry.ts';
import type { Reading } from '../portfolio/snapshot.ts';
import type { FileLine } from './file-line.ts';

/**
 * What a list tells of an entry.
 *
 * @param workingDays of its age; `null` where they are not told
 * @param linkTo where a rental file opens for people; `null` where it does not
 */
export function entryLine(
  entry: Entry,
  { completionMax }: Pick<Reading, 'completionMax'>,
  workingDays: number | null,
  linkTo: (id: string) => string | null,
): FileLine {
  const { id, property, applicants, completion } = entry;
  return {
    property: { title: property.title, reference: property.reference },
    applicants: applicants.map(({ firstName, lastName, isGuarantor }) => ({
      name: [firstName, lastName].filter(Boolean).join(' ') || null,
      isGuarantor,
    })),
    status: entry.status,
    decision: entry.decision,
    score: entry.score,
    completionPercent: completion === null ? null : (completion / completionMax) * 100,
    createdAt: entry.createdMs,
    workingDays,
    isArchived: entry.archivedMs !== null,
    link: linkTo(id),
    details: { command: 'show', args: { id }, opens: 'modal' },
  };
}
