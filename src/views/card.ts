import type { RentalFile } from '../rental-api/schema/rental-file.ts';
import { countFacts } from './card-counts.ts';
import { type CardSurroundings, drawnCard } from './card-drawing.ts';
import type { Fact, Telling } from './card-fact.ts';
import { fileFacts } from './card-file.ts';
import { missingOf } from './card-missing.ts';
import { cardPerson, peopleShown } from './card-people.ts';
import { publicPhoto } from './card-photo.ts';
import { propertyFacts } from './card-property.ts';
import { ageOf, cardReference, cardTitle, standingOf } from './card-standing.ts';
import type { Card } from './card-text.ts';
import type { Message } from './message.ts';
import type { Words } from './words/words.ts';

/** Everything that the service tells of a rental file and that helps to decide. */
export function cardView(file: RentalFile, around: CardSurroundings, words: Words): Message {
  return drawnCard((telling) => cardOf(file, telling), null, around, words);
}

function cardOf(file: RentalFile, telling: Telling): Card {
  const { product, applicants } = file;
  return {
    title: cardTitle(product?.title ?? null, telling),
    reference: cardReference(product?.reference ?? null, telling),
    standing: standingOf(
      {
        ...file,
        completion: file.completion_rate,
        archivedAt: file.archived_at,
      },
      telling,
    ),
    ...ageOf(file.created_at, telling),
    missing: missingOf(applicants, telling),
    ...peopleOf(applicants, telling),
    property: product === null ? null : propertyFacts(product, telling),
    file: factsOfFile(file, telling),
    photo: publicPhoto(product?.photo?.path ?? null),
  };
}

function peopleOf(
  applicants: RentalFile['applicants'],
  telling: Telling,
): Pick<Card, 'people' | 'hiddenPeople' | 'counts'> {
  if (telling.privacy !== 'reference') {
    const { shown, hidden } = peopleShown(applicants);
    const people = shown.map((applicant) => cardPerson(applicant, telling));
    return { people, hiddenPeople: hidden, counts: [] };
  }
  const everybody = applicants.flatMap((applicant) => [
    { status: applicant.status, isGuarantor: applicant.is_guarantor },
    ...applicant.physical_guarantors.map(({ status }) => ({ status, isGuarantor: true })),
  ]);
  return { people: [], hiddenPeople: 0, counts: countFacts(everybody, telling) };
}

function factsOfFile(file: RentalFile, telling: Telling): readonly Fact[] {
  return fileFacts(
    {
      situation: file.applicants_situation,
      tags: file.tags.map(({ name }) => name),
      managers: file.managers,
      createdAt: file.created_at,
      updatedAt: file.updated_at,
      archivedAt: file.archived_at,
    },
    {
      isPreApplication: file.is_pre_application,
      preApplicationValidatedAt: file.pre_application_validated_at,
      underInsurance: file.under_insurance,
      allowsEngagement: file.allow_user_engagement,
    },
    telling,
  );
}
