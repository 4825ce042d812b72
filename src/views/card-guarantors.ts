import type { RentalFile } from '../rental-api/schema/rental-file.ts';
import { bounded, type Telling } from './card-fact.ts';
import { inWords } from './file-line.ts';

export type Applicant = RentalFile['applicants'][number];

const WORD_LENGTH_MAX = 30;
const STATUSES_MAX = 3;

/** A status of section 3 in people's words, or as it came. */
export function applicantStatus(status: string, { words, lengthMax }: Telling): string {
  return inWords(words.card.people.status, status, Math.min(WORD_LENGTH_MAX, lengthMax));
}

/** “2 Analysed, 1 Open”: each status of several people, with how many have it. */
export function countedStatuses(statuses: readonly string[], telling: Telling): string {
  const { card, file } = telling.words;
  const counts = Map.groupBy(statuses, (status) => applicantStatus(status, telling));
  if (counts.size === 1) return [...counts.keys()].join('');
  const told = Array.from(counts, ([status, { length }]) => card.people.counted(length, status));
  const hidden = told.length - STATUSES_MAX;
  const more = hidden > 0 ? [file.more(hidden)] : [];
  return [...told.slice(0, STATUSES_MAX), ...more].join(', ');
}

/** Who stands surety for an applicant: how many people, how far they are, which organisation. */
export function guarantorsOf(applicant: Applicant, telling: Telling): string {
  const { physical_guarantors: people, moral_guarantor: organisation } = applicant;
  const { people: said } = telling.words.card;
  const statuses = people.map(({ status }) => status);
  return [
    ...(people.length === 0
      ? []
      : [said.persons(people.length, countedStatuses(statuses, telling))]),
    ...(organisation === null
      ? []
      : [said.organisation(bounded(organisation.type, WORD_LENGTH_MAX, telling))]),
  ].join(', ');
}
