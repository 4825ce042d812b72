import type { RichTextElement } from '@slack/types';

import type { Messages } from '../../i18n/messages.ts';
import type { RentalFile } from '../../rental-api/schema/rental-file.ts';
import { bold, buttons, code, context, fitted, paragraph, plain, richText } from '../block-kit.ts';
import type { Message, Action } from '../message.ts';
import { escaped, oneLine } from '../text.ts';
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
}

const NAME_LENGTH_MAX = 40;
const TITLE_LENGTH_MAX = 100;
/** @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1 */
const EMAIL_LENGTH_MAX = 254;
const PHONE_LENGTH_MAX = 40;
const PEOPLE_MAX = 12;

/** E-mail addresses and telephone numbers, to copy. The caller writes the access log first. */
export function contactView(file: RentalFile, back: Action, words: Messages): Message {
  const { contact } = words;
  const heading = contact.heading(
    titleOf({ property: namedProperty(file) }, words, TITLE_LENGTH_MAX),
  );
  const peopleFor = (lengthMax: number) => contactsOf(file, lengthMax, words);
  const hidden = peopleFor(1).length - PEOPLE_MAX;
  const notes = [...(hidden > 0 ? [contact.more(hidden)] : []), contact.seen];
  const textFor = (lengthMax: number): string => {
    const people = peopleFor(lengthMax).slice(0, PEOPLE_MAX);
    const lines = people.map((person) => `• ${contactText(person, words)}`);
    const none = lines.length === 0 ? [contact.none] : [];
    return escaped([heading, ...none, ...lines, ...notes].join('\n'));
  };
  const people = peopleFor(drawnLength(textFor)).slice(0, PEOPLE_MAX);
  return {
    kind: 'message',
    title: contact.title,
    isPassing: false,
    text: fitted(textFor),
    blocks: [
      paragraph(heading),
      ...(people.length === 0 ? [paragraph(contact.none)] : []),
      ...people.map((person) => richText(contactElements(person, words))),
      buttons({ label: contact.back, spoken: contact.backSpoken, action: back }),
      context(...notes),
    ],
  };
}

/** People with contact data, each guarantor after their applicant. */
function contactsOf(
  { applicants }: RentalFile,
  lengthMax: number,
  words: Messages,
): readonly Contact[] {
  const { contact } = words;
  const all = applicants.flatMap((each) => [each, ...each.physical_guarantors]);
  if (!all.some(({ email, phone }) => oneLine(`${email ?? ''}${phone ?? ''}`, 1) !== '')) return [];
  return applicants.flatMap((applicant) => {
    const role = applicant.is_guarantor ? contact.guarantor : '';
    const name = nameOf(applicant, lengthMax, words);
    return [
      contactOf(applicant, role, lengthMax, words),
      ...applicant.physical_guarantors.map((person) =>
        contactOf(person, contact.guarantorOf(name), lengthMax, words),
      ),
    ];
  });
}

type Person = Pick<
  RentalFile['applicants'][number],
  'first_name' | 'last_name' | 'email' | 'phone'
>;

function contactOf(person: Person, role: string, lengthMax: number, words: Messages): Contact {
  return {
    name: nameOf(person, lengthMax, words),
    role,
    // An address that is cut is of no use: it may stay longer than a name.
    email: oneLine(person.email ?? '', Math.min(EMAIL_LENGTH_MAX, lengthMax * 3)),
    phone: oneLine(person.phone ?? '', Math.min(PHONE_LENGTH_MAX, lengthMax * 3)),
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
  { name, role, email, phone }: Contact,
  words: Messages,
): RichTextElement[] {
  const { contact } = words;
  return [
    bold(name),
    ...(role === '' ? [] : [plain(`  ${role}`)]),
    ...(email === '' ? [] : [plain(`\n${contact.email}  `), code(email)]),
    ...(phone === '' ? [] : [plain(`\n${contact.phone}  `), code(phone)]),
    ...(email === '' && phone === '' ? [plain(`\n${contact.noneOf}`)] : []),
  ];
}

function contactText({ name, role, email, phone }: Contact, { contact, card }: Messages): string {
  return [
    name,
    ...(role === '' ? [] : [role]),
    ...(email === '' ? [] : [card.fact(contact.email, email)]),
    ...(phone === '' ? [] : [card.fact(contact.phone, phone)]),
    ...(email === '' && phone === '' ? [contact.noneOf] : []),
  ].join(', ');
}
