import type { Telling } from './card-fact.ts';
import { type Applicant, applicantStatus } from './card-guarantors.ts';
import { nameOf } from './card-people.ts';

/** Anybody whose papers are asked for. */
type Person = Omit<Applicant, 'physical_guarantors'>;

/** Before a completion rate is known, these tell that papers are still awaited. */
const UNFINISHED: readonly string[] = ['NEW', 'OPEN', 'COLLECT_STARTED'];
const FINISHED: readonly string[] = ['COLLECT_COMPLETE', 'COLLECTED', 'ANALYZED', 'CLOSED'];

const NAMES_MAX = 3;

/**
 * What is not there yet, in one sentence: how many are incomplete, and who. `null` when that cannot
 * be told. Whoever has a completion rate is complete at its end; of the others the status tells.
 */
export function missingOf(applicants: readonly Applicant[], telling: Telling): string | null {
  const { missing } = telling.words.card;
  if (applicants.length === 0) return missing.noApplicants;
  const candidates = applicants.filter(({ is_guarantor: isGuarantor }) => !isGuarantor);
  const guarantors = [
    ...applicants.filter(({ is_guarantor: isGuarantor }) => isGuarantor),
    ...applicants.flatMap(({ physical_guarantors: people }) => people),
  ];
  const sentences = [
    sentenceOf(candidates, missing.applicants, telling),
    sentenceOf(guarantors, missing.guarantors, telling),
  ].filter((sentence) => sentence !== null);
  const [first, second] = sentences;
  if (first !== undefined) return second === undefined ? first : missing.both(first, second);
  const isComplete = [...candidates, ...guarantors].every(
    (person) => isIncomplete(person, telling) === false,
  );
  return isComplete ? missing.nothing : null;
}

function sentenceOf(
  people: readonly Person[],
  counted: (incomplete: number, all: number) => string,
  telling: Telling,
): string | null {
  const { missing } = telling.words.card;
  const incomplete = people.filter((person) => isIncomplete(person, telling) === true);
  if (incomplete.length === 0) return null;
  const sentence = counted(incomplete.length, people.length);
  if (telling.privacy === 'reference') return sentence;
  return missing.named(sentence, namesOf(incomplete, telling));
}

/** `null` when neither rate nor status tells. */
function isIncomplete(person: Person, { completionMax }: Telling): boolean | null {
  const { completion_rate: completion, status } = person;
  if (completion !== null) return completion < completionMax;
  if (UNFINISHED.includes(status)) return true;
  return FINISHED.includes(status) ? false : null;
}

/** “Anne Lefèvre (60%, form not sent yet), Paul Costa (Open)” */
function namesOf(people: readonly Person[], telling: Telling): string {
  const { words } = telling;
  const shown = people.slice(0, NAMES_MAX).map((person) => {
    const name = nameOf({ firstName: person.first_name, lastName: person.last_name }, telling);
    return `${name} (${standingOf(person, telling)})`;
  });
  const hidden = people.length - shown.length;
  return [...shown, ...(hidden > 0 ? [words.file.more(hidden)] : [])].join(', ');
}

function standingOf(person: Person, telling: Telling): string {
  const { words, completionMax } = telling;
  const { completion_rate: completion, form_submitted: formMs, status } = person;
  return [
    completion === null
      ? applicantStatus(status, telling)
      : words.percent((completion / completionMax) * 100),
    ...(formMs === null ? [words.card.missing.formOpen] : []),
  ].join(', ');
}
