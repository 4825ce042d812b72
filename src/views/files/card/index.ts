import type { RichTextElement } from '@slack/types';

import type { Messages } from '../../../i18n/types.ts';
import type { FailureWords } from '../../../lib/text.ts';
import type { Entry } from '../../../portfolio/entry.ts';
import type { RentalFile } from '../../../rental-api/schema/rental-file.ts';
import {
  bold,
  buttonFor,
  buttons,
  code,
  context,
  escaped,
  oneLine,
  pageButtonsAround,
  pagePlace,
  paragraph,
  plain,
  richText,
} from '../../block-kit.ts';
import type { Message, Action } from '../../message.ts';
import { ageText, type FileLine, titleOf } from '../line.ts';
import {
  type CardContext,
  cardHeading,
  type Fact,
  type Facts,
  fileFacts,
  type FileFacts,
  standingOf,
} from './facts.ts';
import { type Card, type CardSurroundings, drawnCard } from './layout.ts';
import {
  cardPerson,
  countFacts,
  completenessOf,
  peopleShown,
  roleOf,
  snapshotPerson,
} from './people.ts';
import {
  namedProperty,
  noPropertyText,
  noSnapshotPropertyText,
  propertyFacts,
  publicPhoto,
  type SnapshotProduct,
  snapshotPropertyFacts,
} from './property.ts';

/** A rental file's card: every field that helps to decide. */
export function cardView(file: RentalFile, around: CardSurroundings, words: Messages): Message {
  return drawnCard((cardContext) => cardOf(file, cardContext), null, around.now, around, words);
}

function cardOf(file: RentalFile, cardContext: CardContext): Card {
  const { product } = file;
  return {
    ...cardHeading(namedProperty(file), cardContext),
    decision: file.decision,
    standing: standingOf(
      {
        ...file,
        completion: file.completion_rate,
        archivedAt: file.archived_at,
      },
      cardContext,
    ),
    age: ageText({ createdAt: file.created_at, workingDays: cardContext.workingDays }, cardContext),
    completeness: completenessOf(file, cardContext),
    ...peopleOf(file, cardContext),
    noPeople: noPeopleText(file.unreadable.includes('applicants'), cardContext),
    property: product === null ? null : propertyFacts(product, cardContext),
    noProperty: noPropertyText(file, cardContext),
    file: factsOfFile(file, cardContext),
    photo: publicPhoto(product?.photo?.path ?? null),
  };
}

/** Stands for the people of a file of which the service sent none, or none that can be read. */
function noPeopleText(isUnreadable: boolean, { words }: CardContext): string {
  const { none, noneReadable } = words.card.people;
  return isUnreadable ? noneReadable : none;
}

function peopleOf(
  { people: everybody }: RentalFile,
  cardContext: CardContext,
): Pick<Card, 'people' | 'hiddenPeople' | 'counts'> {
  if (cardContext.privacy !== 'reference') {
    const { shown, hidden } = peopleShown(everybody.listed);
    const people = shown.map((applicant) => cardPerson(applicant, cardContext));
    return { people, hiddenPeople: hidden, counts: [] };
  }
  const guarantors = [...everybody.listedGuarantors, ...everybody.furtherGuarantors];
  const people = [
    ...everybody.applicants.map((one) => ({ status: one.status, isGuarantor: roleOf(one) })),
    ...guarantors.map(({ status }) => ({ status, isGuarantor: true })),
  ];
  const counts = countFacts(people, everybody.organisations, cardContext);
  return { people: [], hiddenPeople: 0, counts };
}

function factsOfFile(file: RentalFile, cardContext: CardContext): Facts {
  return fileFacts(
    {
      situation: file.applicants_situation,
      tags: file.tags.map(({ name }) => name),
      managers: file.managers,
      createdAt: file.created_at,
      updatedAt: file.updated_at,
      archivedAt: file.archived_at,
      unreadable: file.unreadableFields,
    },
    {
      isPreApplication: file.is_pre_application,
      preApplicationValidatedAt: file.pre_application_validated_at,
      underInsurance: file.under_insurance,
      allowsEngagement: file.allow_user_engagement,
    },
    cardContext,
  );
}

/** A file as a snapshot has it: enough for a card while the service is down. */
export interface SnapshotFile
  extends
    FileFacts,
    Pick<Entry, 'applicants' | 'status' | 'decision' | 'score' | 'completion'>,
    Pick<FileLine, 'property' | 'furtherGuarantors' | 'organisations'> {
  /** `null` when the service sent nothing of it, or nothing that can be read. */
  readonly product: SnapshotProduct | null;
  readonly productId: string | null;
  readonly areApplicantsUnreadable: boolean;
}

interface SnapshotReason {
  readonly failure: FailureWords;
  /** Names the request, here and in the log. */
  readonly reference: string;
  /** End of the snapshot's read, epoch milliseconds. */
  readonly readAt: number;
}

/** A card from the last snapshot, with its time and the reason. */
export function snapshotCardView(
  file: SnapshotFile,
  cause: SnapshotReason,
  around: CardSurroundings,
  words: Messages,
): Message {
  const { failure, reference, readAt } = cause;
  const notice = words.card.fromSnapshot(failure, reference);
  // Ages are those at the reading, as in lists of it.
  const asRead = (card: CardContext) => snapshotCardOf(file, { ...card, now: readAt });
  return drawnCard(asRead, notice, readAt, around, words);
}

function snapshotCardOf(file: SnapshotFile, cardContext: CardContext): Card {
  const isHidden = cardContext.privacy === 'reference';
  const { shown, hidden } = peopleShown(isHidden ? [] : file.applicants);
  return {
    ...cardHeading(file.property, cardContext),
    decision: file.decision,
    standing: standingOf(file, cardContext),
    age: ageText({ createdAt: file.createdAt, workingDays: cardContext.workingDays }, cardContext),
    completeness: null,
    people: shown.map((person) => snapshotPerson(person, cardContext)),
    hiddenPeople: hidden,
    counts: snapshotCounts(file, cardContext),
    noPeople: noPeopleText(file.areApplicantsUnreadable, cardContext),
    property: file.product === null ? null : snapshotPropertyFacts(file.product, cardContext),
    noProperty: noSnapshotPropertyText(file, cardContext),
    file: fileFacts(file, null, cardContext),
    photo: null,
  };
}

/** Everybody where nobody is named, else those that a snapshot has no names of. */
function snapshotCounts(
  { applicants, furtherGuarantors, organisations }: SnapshotFile,
  cardContext: CardContext,
): readonly Fact[] {
  const further = Array.from({ length: furtherGuarantors }, () => ({
    status: null,
    isGuarantor: true,
  }));
  const listed = cardContext.privacy === 'reference' ? applicants : [];
  return countFacts([...listed, ...further], organisations, cardContext);
}

interface Contact {
  readonly name: string;
  /** Empty for an applicant. */
  readonly role: string;
  readonly email: string;
  readonly phone: string;
  /** Date of birth in words, like the others empty when unknown. */
  readonly born: string;
}

const NAME_LENGTH_MAX = 40;
const TITLE_LENGTH_MAX = 100;
/**
 * Of an e-mail address; a telephone number has no more. One that is cut is of no use.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1
 */
const ADDRESS_LENGTH_MAX = 254;
const PEOPLE_MAX = 12;
/** Of several people on a page, so that with heading and notes it fits the text of an ephemeral message. */
const PEOPLE_BYTES_MAX = 2_900;

interface ContactActions {
  /** Back to the card. */
  readonly back: Action;
  readonly turnTo: (page: number) => Action;
}

/**
 * E-mail addresses and telephone numbers, to copy, and dates of birth. The caller writes the access
 * log first.
 *
 * @param wantedPage counted from 1; the last page when it is beyond it
 */
export function contactView(
  file: RentalFile,
  wantedPage: number,
  { back, turnTo }: ContactActions,
  words: Messages,
): Message {
  const { contact } = words;
  const heading = contact.heading(
    titleOf({ property: namedProperty(file) }, words, TITLE_LENGTH_MAX),
  );
  const all = contactPages(contactsOf(file, words), words);
  const pages = Math.max(1, all.length);
  const page = Math.min(wantedPage, pages);
  const people = all[page - 1] ?? [];
  const notes = [...pagePlace({ page, pages }, words), contact.seen];
  const lines = people.map((person) => `• ${contactText(person, words)}`);
  const none = lines.length === 0 ? [contact.none] : [];
  return {
    kind: 'message',
    title: contact.title,
    text: escaped([heading, ...none, ...lines, ...notes].join('\n')),
    blocks: [
      paragraph(heading),
      ...none.map((text) => paragraph(text)),
      ...people.map((person) => richText(contactElements(person, words))),
      buttons(buttonFor(contact, 'back', back), ...pageButtonsAround(page, pages, turnTo, words)),
      context(...notes),
    ],
  };
}

/** People page by page: fewer where their addresses are long, since none of those is cut. */
function contactPages(people: readonly Contact[], words: Messages): readonly Contact[][] {
  const pages: Contact[][] = [];
  let bytes = 0;
  for (const person of people) {
    const size = Buffer.byteLength(escaped(`• ${contactText(person, words)}\n`));
    const last = pages.at(-1);
    if (last === undefined || last.length === PEOPLE_MAX || bytes + size > PEOPLE_BYTES_MAX) {
      pages.push([person]);
      bytes = size;
    } else {
      last.push(person);
      bytes += size;
    }
  }
  return pages;
}

/**
 * People with contact data, each guarantor after their applicant unless they are an applicant
 * themselves; those without any come last.
 */
function contactsOf({ applicants }: RentalFile, words: Messages): readonly Contact[] {
  const { contact } = words;
  const all = applicants.flatMap((applicant) => {
    const role = applicant.is_guarantor ? contact.guarantor : '';
    const name = nameOf(applicant, words);
    return [
      contactOf(applicant, role, words),
      ...applicant.physical_guarantors
        .filter((person) => !applicants.some((listed) => isContactOf(listed, person)))
        .map((person) => contactOf(person, contact.guarantorOf(name), words)),
    ];
  });
  const { with: reachable = [], without = [] } = Object.groupBy(all, ({ email, phone, born }) =>
    email === '' && phone === '' && born === '' ? 'without' : 'with',
  );
  return reachable.length === 0 ? [] : [...reachable, ...without];
}

type Person = Pick<
  RentalFile['applicants'][number],
  'id' | 'first_name' | 'last_name' | 'email' | 'phone' | 'birth_date'
>;

/** Whether an applicant is that guarantor, who has no other contact data. */
function isContactOf(applicant: Person, guarantor: Person): boolean {
  const fields = ['email', 'phone', 'birth_date'] as const;
  return (
    guarantor.id !== null &&
    guarantor.id === applicant.id &&
    fields.every((field) => guarantor[field] === null || guarantor[field] === applicant[field])
  );
}

function contactOf(person: Person, role: string, words: Messages): Contact {
  return {
    name: nameOf(person, words),
    role,
    email: oneLine(person.email ?? '', ADDRESS_LENGTH_MAX),
    phone: oneLine(person.phone ?? '', ADDRESS_LENGTH_MAX),
    // A calendar date belongs to no zone.
    born: person.birth_date === null ? '' : words.card.day(Date.parse(person.birth_date), 'UTC'),
  };
}

function nameOf({ first_name: first, last_name: last }: Person, { file }: Messages): string {
  return oneLine([first, last].filter(Boolean).join(' '), NAME_LENGTH_MAX) || file.unnamed;
}

function contactElements(
  { name, role, email, phone, born }: Contact,
  words: Messages,
): RichTextElement[] {
  const { contact } = words;
  return [
    bold(name),
    ...(role === '' ? [] : [plain(`  ${role}`)]),
    ...(email === '' ? [] : [plain(`\n${contact.email}  `), code(email)]),
    ...(phone === '' ? [] : [plain(`\n${contact.phone}  `), code(phone)]),
    ...(email === '' && phone === '' ? [plain(`\n${contact.noneOf}`)] : []),
    ...(born === '' ? [] : [plain(`\n${contact.born}  ${born}`)]),
  ];
}

function contactText(
  { name, role, email, phone, born }: Contact,
  { contact, card }: Messages,
): string {
  return [
    name,
    ...(role === '' ? [] : [role]),
    ...(email === '' ? [] : [card.fact(contact.email, email)]),
    ...(phone === '' ? [] : [card.fact(contact.phone, phone)]),
    ...(email === '' && phone === '' ? [contact.noneOf] : []),
    ...(born === '' ? [] : [card.fact(contact.born, born)]),
  ].join(', ');
}
