import type { RichTextElement } from '@slack/types';

import type { Messages } from '../../i18n/messages.ts';
import type { RentalFile } from '../../rental-api/schema/rental-file.ts';
import {
  bold,
  buttons,
  code,
  context,
  fitted,
  paragraph,
  plain,
  richText,
  escaped,
  oneLine,
} from '../block-kit.ts';
import type { Action, Button, Message } from '../message.ts';
import { drawnLength } from './card/layout.ts';
import { namedProperty } from './card/property.ts';
import { titleOf } from './line.ts';

/** Contact data of one person. */
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
/** @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1 */
const EMAIL_LENGTH_MAX = 254;
const PHONE_LENGTH_MAX = 40;
const PEOPLE_MAX = 12;

/** Actions of the contacts of a file. */
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
  const { contact, list } = words;
  const heading = contact.heading(
    titleOf({ property: namedProperty(file) }, words, TITLE_LENGTH_MAX),
  );
  const pages = Math.max(1, Math.ceil(contactsOf(file, 1, words).length / PEOPLE_MAX));
  const page = Math.min(wantedPage, pages);
  const notes = [...(pages > 1 ? [list.page(page, pages)] : []), contact.seen];
  const peopleFor = (lengthMax: number) =>
    contactsOf(file, lengthMax, words).slice((page - 1) * PEOPLE_MAX, page * PEOPLE_MAX);
  const textFor = (lengthMax: number): string => {
    const lines = peopleFor(lengthMax).map((person) => `• ${contactText(person, words)}`);
    const none = lines.length === 0 ? [contact.none] : [];
    return escaped([heading, ...none, ...lines, ...notes].join('\n'));
  };
  const people = peopleFor(drawnLength(textFor));
  const turn = (label: string, spoken: string, to: number): Button[] =>
    to < 1 || to > pages ? [] : [{ label, spoken, action: turnTo(to) }];
  return {
    kind: 'message',
    title: contact.title,
    text: fitted(textFor),
    blocks: [
      paragraph(heading),
      ...(people.length === 0 ? [paragraph(contact.none)] : []),
      ...people.map((person) => richText(contactElements(person, words))),
      buttons(
        { label: contact.back, spoken: contact.backSpoken, action: back },
        ...turn(list.previous, list.previousSpoken, page - 1),
        ...turn(list.next, list.nextSpoken, page + 1),
      ),
      context(...notes),
    ],
  };
}

/** People with contact data, each guarantor after their applicant; those without any come last. */
function contactsOf(
  { applicants }: RentalFile,
  lengthMax: number,
  words: Messages,
): readonly Contact[] {
  const { contact } = words;
  const all = applicants.flatMap((applicant) => {
    const role = applicant.is_guarantor ? contact.guarantor : '';
    const name = nameOf(applicant, lengthMax, words);
    return [
      contactOf(applicant, role, lengthMax, words),
      ...applicant.physical_guarantors.map((person) =>
        contactOf(person, contact.guarantorOf(name), lengthMax, words),
      ),
    ];
  });
  const { with: reachable = [], without = [] } = Object.groupBy(all, ({ email, phone, born }) =>
    email === '' && phone === '' && born === '' ? 'without' : 'with',
  );
  return reachable.length === 0 ? [] : [...reachable, ...without];
}

type Person = Pick<
  RentalFile['applicants'][number],
  'first_name' | 'last_name' | 'email' | 'phone' | 'birth_date'
>;

function contactOf(person: Person, role: string, lengthMax: number, words: Messages): Contact {
  return {
    name: nameOf(person, lengthMax, words),
    role,
    // An address that is cut is of no use: it may stay longer than a name.
    email: oneLine(person.email ?? '', Math.min(EMAIL_LENGTH_MAX, lengthMax * 3)),
    phone: oneLine(person.phone ?? '', Math.min(PHONE_LENGTH_MAX, lengthMax * 3)),
    // A calendar date belongs to no zone.
    born: person.birth_date === null ? '' : words.card.day(Date.parse(person.birth_date), 'UTC'),
  };
}

function nameOf(
  { first_name: first, last_name: last }: Person,
  lengthMax: number,
  { file }: Messages,
): string {
  const name = [first, last].filter(Boolean).join(' ');
  return oneLine(name, Math.min(NAME_LENGTH_MAX, lengthMax)) || file.unnamed;
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
