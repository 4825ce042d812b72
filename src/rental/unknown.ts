import { APPLICANT_STATUSES, DECISIONS, FILE_STATUSES, SITUATIONS } from './states.ts';
import type { FileSummary } from './summary.ts';

/** A few words each: quicker gone through than hashed. */
const fileStatuses: readonly string[] = FILE_STATUSES;
const applicantStatuses: readonly string[] = APPLICANT_STATUSES;
const decisions: readonly string[] = DECISIONS;
const situations: readonly string[] = SITUATIONS;

/**
 * How many values of a file nobody knows yet.
 *
 * @see Rental File Service specification, section 3
 */
export function unknownIn(file: FileSummary): number {
  const { status, decision, applicants_situation: situation } = file;
  let found = 0;
  if (!fileStatuses.includes(status)) found += 1;
  if (!decisions.includes(decision)) found += 1;
  if (situation !== null && !situations.includes(situation)) found += 1;
  for (const applicant of file.applicants) {
    if (!applicantStatuses.includes(applicant.status)) found += 1;
    for (const guarantor of applicant.physical_guarantors) {
      if (!applicantStatuses.includes(guarantor.status)) found += 1;
    }
  }
  return found;
}
