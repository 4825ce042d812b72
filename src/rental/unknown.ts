import { APPLICANT_STATUSES, DECISIONS, FILE_STATUSES, SITUATIONS } from './states.ts';
import type { FileSummary } from './summary.ts';

const known = {
  statuses: new Set<string>(FILE_STATUSES),
  applicantStatuses: new Set<string>(APPLICANT_STATUSES),
  decisions: new Set<string>(DECISIONS),
  situations: new Set<string>(SITUATIONS),
};

/**
 * How many values of a file nobody knows yet.
 *
 * @see Rental File Service specification, section 3
 */
export function unknownIn(file: FileSummary): number {
  const { status, decision, applicants_situation: situation } = file;
  let found = 0;
  if (!known.statuses.has(status)) found += 1;
  if (!known.decisions.has(decision)) found += 1;
  if (situation !== null && !known.situations.has(situation)) found += 1;
  for (const applicant of file.applicants) {
    if (!known.applicantStatuses.has(applicant.status)) found += 1;
    for (const guarantor of applicant.physical_guarantors) {
      if (!known.applicantStatuses.has(guarantor.status)) found += 1;
    }
  }
  return found;
}
