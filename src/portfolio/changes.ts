import type { FileSummary } from '../rental-api/schema/summary.ts';
import {
  archivedMsOf,
  type Entry,
  guarantorsOf,
  type Person,
  type Pool,
  profilesOf,
} from './entry.ts';

/** Aspects of a rental file whose changes are reported. */
export type Aspect = 'status' | 'decision' | 'score' | 'completion' | 'applicants' | 'archived';

export interface Change {
  readonly before: Entry;
  readonly after: Entry;
  /** At least one. */
  readonly aspects: readonly Aspect[];
}

/** Differences from the previous snapshot. */
export interface Changes {
  readonly added: readonly Entry[];
  readonly gone: readonly Entry[];
  readonly changed: readonly Change[];
}

/**
 * Whether a file still equals its entry, so that the entry can be kept.
 *
 * @param pool tells whether two properties are the same; contains the entry's
 */
export function isUnchanged(entry: Entry, file: FileSummary, pool: Pool): boolean {
  // Always added to the pool: the next snapshot may share it.
  const property = pool.property(file);
  const managers = pool.labels(file.managers);
  const tags = pool.tags(file.tags);
  const profiles = pool.labels(profilesOf(file));
  const facts = pool.facts(file);
  return (
    entry.status === file.status &&
    entry.decision === file.decision &&
    entry.situation === file.applicants_situation &&
    entry.score === file.score &&
    entry.completion === file.completion_rate &&
    entry.createdMs === file.created_at &&
    entry.updatedMs === file.updated_at &&
    entry.archivedMs === archivedMsOf(file) &&
    entry.property === property &&
    entry.managers === managers &&
    entry.tags === tags &&
    entry.profiles === profiles &&
    entry.facts === facts &&
    entry.guarantors === guarantorsOf(file) &&
    arePeople(entry.applicants, file.applicants)
  );
}

/** The aspects in which a file has changed; empty when only unreported fields have. */
export function aspectsOf(before: Entry, after: Entry): readonly Aspect[] {
  const aspects: Aspect[] = [];
  if (before.status !== after.status) aspects.push('status');
  if (before.decision !== after.decision) aspects.push('decision');
  if (before.score !== after.score) aspects.push('score');
  if (before.completion !== after.completion) aspects.push('completion');
  if (!samePeople(before.applicants, after.applicants)) aspects.push('applicants');
  if (before.archivedMs !== after.archivedMs) aspects.push('archived');
  return aspects;
}

function arePeople(people: readonly Person[], applicants: FileSummary['applicants']): boolean {
  if (people.length !== applicants.length) return false;
  return people.every((person, index) => {
    const applicant = applicants[index];
    return (
      applicant !== undefined &&
      person.firstName === applicant.first_name &&
      person.lastName === applicant.last_name &&
      person.status === applicant.status &&
      person.isGuarantor === (applicant.is_guarantor === true)
    );
  });
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
