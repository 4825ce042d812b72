import { fact, type Fact, factsOf, type Telling } from './card-fact.ts';
import { countedStatuses } from './card-guarantors.ts';

interface Counted {
  readonly status: string;
  readonly isGuarantor: boolean;
}

/** The people of a file where nobody may be recognised: how many, and how far they are. */
export function countFacts(people: readonly Counted[], telling: Telling): readonly Fact[] {
  const { file } = telling.words;
  const guarantors = people.filter(({ isGuarantor }) => isGuarantor);
  const applicants = people.filter(({ isGuarantor }) => !isGuarantor);
  return factsOf(
    countFact(applicants, file.applicants, telling),
    countFact(guarantors, file.guarantors, telling),
  );
}

function countFact(
  people: readonly Counted[],
  counted: (count: number) => string,
  telling: Telling,
): Fact | null {
  if (people.length === 0) return null;
  const statuses = countedStatuses(
    people.map(({ status }) => status),
    telling,
  );
  return fact(null, telling.words.card.people.standing(counted(people.length), statuses));
}
