import type { Entry, Person } from './entry.ts';

/** What of a rental file people want to hear of when it changes. */
export type Aspect = 'status' | 'decision' | 'score' | 'completion' | 'applicants';

export interface Change {
  readonly before: Entry;
  readonly after: Entry;
  /** At least one. */
  readonly aspects: readonly Aspect[];
}

/** What is different from the reading before. */
export interface Changes {
  readonly added: readonly Entry[];
  readonly gone: readonly Entry[];
  readonly changed: readonly Change[];
}

/** Whether two entries of one file tell the same, so that one of them is enough to keep. */
export function isSame(one: Entry, other: Entry): boolean {
  return (
    one.status === other.status &&
    one.decision === other.decision &&
    one.situation === other.situation &&
    one.score === other.score &&
    one.completion === other.completion &&
    one.createdMs === other.createdMs &&
    one.updatedMs === other.updatedMs &&
    one.archivedMs === other.archivedMs &&
    // Shared by a pool: the same object, or another property.
    one.property === other.property &&
    one.managers === other.managers &&
    one.tags === other.tags &&
    samePeople(one.applicants, other.applicants)
  );
}

/** In what a file has changed; nothing when it is only something that nobody waits for. */
export function aspectsOf(before: Entry, after: Entry): readonly Aspect[] {
  const aspects: Aspect[] = [];
  if (before.status !== after.status) aspects.push('status');
  if (before.decision !== after.decision) aspects.push('decision');
  if (before.score !== after.score) aspects.push('score');
  if (before.completion !== after.completion) aspects.push('completion');
  if (!samePeople(before.applicants, after.applicants)) aspects.push('applicants');
  return aspects;
}

function samePeople(some: readonly Person[], others: readonly Person[]): boolean {
  if (some.length !== others.length) return false;
  return some.every((person, index) => {
    const other = others[index];
    return (
      other !== undefined &&
      person.firstName === other.firstName &&
      person.lastName === other.lastName &&
      person.status === other.status &&
      person.isGuarantor === other.isGuarantor
    );
  });
}
