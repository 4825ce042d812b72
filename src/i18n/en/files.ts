import type { FailureWords } from '../../lib/text.ts';
import { countedEn, dayIn, durationEn, figuresEn, workingDaysEn, moneyIn } from '../format.ts';
import { type TextsByCode, ofType } from '../types.ts';

const figure = figuresEn.number;

/** One rental file, wherever it is shown. */
export const file = {
  noProperty: 'No property',
  /** For a property that has neither title nor reference. */
  untitled: 'Property without a title',
  noApplicants: 'No applicants',
  unreadableApplicants: 'Applicants not readable',
  unnamed: 'Unnamed',
  /** Where nothing else tells two files of a list apart: the last characters of the id. */
  idEnd: (end: string) => `file …${end}`,
  more: (count: number) => `${count} more`,
  /** After some of a list. */
  withMore: (listed: string, count: number) => `${listed}, ${file.more(count)}`,
  guarantor: (name: string) => `${name} (guarantor)`,
  /** A name with what a person is in a file: nothing for an applicant; `null` cannot be read. */
  inRole(name: string, isGuarantor: boolean | null) {
    if (isGuarantor === null) return `${name} (role not readable)`;
    return isGuarantor ? file.guarantor(name) : name;
  },
  rolesUnreadable: (count: number) =>
    `${count === 1 ? '1 person' : `${count} people`} (role not readable)`,
  /** Counts instead of names, at privacy level `reference`. */
  applicants: (count: number) => `${count} ${count === 1 ? 'applicant' : 'applicants'}`,
  guarantors: (count: number) => `${count} ${count === 1 ? 'guarantor' : 'guarantors'}`,
  /** Where something about them cannot be read. */
  guarantorsAtLeast: (count: number) =>
    count === 0 ? 'guarantors not readable' : `at least ${file.guarantors(count)}`,
  organisations: countedEn('1 organisation', '# organisations'),
  organisationsAtLeast: (count: number) =>
    count === 0 ? 'organisations not readable' : `at least ${file.organisations(count)}`,
  score: (score: string) => `score ${score}`,
  complete: (percent: string) => `${percent} complete`,
  created: (age: string) => `created ${age} ago`,
  workingDays: workingDaysEn,
  /** Since the file was created, in lists. */
  waiting: (days: number) => `waiting ${figure(days)} working ${days === 1 ? 'day' : 'days'}`,
  waitingLess: 'waiting under 1 working day',
  today: 'created today',
  archived: 'archived',
  archivedAlone: 'Archived',
  /** By the service's spelling; what is not here is shown as it came. */
  status: ofType<TextsByCode>({
    NEW: 'New',
    OPEN: 'Open',
    PROCESSING: 'Processing',
    COLLECTED: 'Collected',
    ANALYZED: 'Analysed',
    CLOSED: 'Closed',
    // Sent as null, which is none of them.
    null: 'Status not given',
  }),
  /** Parts of the backlog. */
  readiness: { ready: 'Ready', review: 'In review', waiting: 'Waiting for documents' },
  decision: ofType<TextsByCode>({
    PENDING: 'Pending',
    READY: 'Ready to decide',
    ACCEPTED: 'Approved',
    REJECTED: 'Declined',
    null: 'Decision not given',
  }),
};

const cardPeople = {
  title: 'Applicants',
  columns: {
    who: 'Applicant',
    status: 'Status',
    score: 'Score',
    complete: 'Completion',
    form: 'Form sent',
    profile: 'Profile',
    guarantors: 'Guarantors',
  },
  none: 'The file names no applicants.',
  noneReadable: 'The applicants that the service sent are not readable.',
  more: countedEn('and 1 more person', 'and # more people'),
  /** “3 applicants: 2 Analysed, 1 Open” */
  standing: (people: string, statuses: string) => `${people}: ${statuses}`,
  age: (years: number) => `aged ${years}`,
  formSent: (day: string) => `form sent ${day}`,
  persons: (count: number, statuses: string) =>
    `${count === 1 ? '1 person' : `${count} people`}${statuses === '' ? '' : ` (${statuses})`}`,
  unreadable: (count: number) => `${count} not readable`,
  /** Of people of whom the service sent an id and nothing else. */
  onlyIds: (count: number) => `${count} with only an id`,
  /** Of people whose status the service did not send, after the statuses of others. */
  unknown: (count: number) => `${count} unknown`,
  organisation: (type: string) => (type === '' ? '1 organisation' : `1 organisation (${type})`),
  counted: (count: number, status: string) => `${count} ${status}`,
  status: ofType<TextsByCode>({
    NEW: 'New',
    OPEN: 'Open',
    COLLECT_STARTED: 'Collecting',
    COLLECT_COMPLETE: 'Collection complete',
    COLLECTED: 'Collected',
    ANALYZED: 'Analysed',
    CLOSED: 'Closed',
    // Sent as null, which is none of them.
    null: 'status not given',
  }),
};

/** The incomplete parts of a file, in a card. */
const cardMissing = {
  title: 'Missing',
  applicants: (incomplete: number, all: number) =>
    all === 1
      ? 'the only applicant is incomplete'
      : `${incomplete} of ${all} applicants incomplete`,
  guarantors: (incomplete: number, all: number) =>
    all === 1
      ? 'the only guarantor is incomplete'
      : `${incomplete} of ${all} guarantors incomplete`,
  /** With names: “2 of 3 applicants incomplete: Anne (60%)”. */
  named: (sentence: string, names: string) => `${sentence}: ${names}`,
  complete: 'Complete ✓',
  /** Label of what is not known. */
  completeness: 'Completeness',
  /** People without a completion rate. */
  unknown: countedEn('unknown for 1 person', 'unknown for # people'),
  alsoUnknown: (count: number) =>
    `completeness unknown for ${count === 1 ? '1 person' : `${count} people`}`,
};

const cardProperty = {
  title: 'Property',
  none: 'The file names no property.',
  notReadable: 'The property that the service sent is not readable.',
  undetailed: (id: string) => `The file names property ${id}; the service sent no details of it.`,
  category: ofType<TextsByCode>({
    house: 'House',
    apartment: 'Flat',
    land: 'Land',
    commercial: 'Commercial premises',
    other: 'Other property',
    prestige: 'Prestige property',
  }),
  mandate: ofType<TextsByCode>({ management: 'managed', sales: 'for sale' }),
  furnished: 'furnished',
  unfurnished: 'unfurnished',
  exclusive: 'exclusive mandate',
  shared: 'non-exclusive mandate',
  rent: 'Rent',
  charges: (rent: string, charges: string, total: string) =>
    `${rent} + ${charges} charges = ${total} per month`,
  monthly: (amount: string) => `${amount} per month`,
  chargesAlone: 'Charges',
  price: 'Price',
  deposit: 'Deposit',
  fees: 'Agency fees',
  fee: 'Fee',
  feeOf: (amount: string, type: string) => `${amount} (${type})`,
  feeType: ofType<TextsByCode>({ direct: 'direct', reverse: 'reverse' }),
  availability: 'Available',
  availableNow: 'yes',
  availableFrom: (day: string) => `from ${day}`,
  unavailable: 'no',
  unavailableUntil: (day: string) => `not yet, from ${day}`,
  /** With a date that has passed: which of the two is right is not known. */
  unavailableFrom: (day: string) => `no (date given: ${day})`,
  archived: 'Archived on',
  insurance: 'Unpaid-rent insurance',
  insured: 'Property under insurance',
  /** Number of incoming requests for the property. */
  requests: 'Requests received',
  description: 'Description',
  photo: 'Photo',
};

const cardFile = {
  title: 'File',
  situation: 'Situation',
  situations: ofType<TextsByCode>({
    SINGLE: 'Alone',
    COUPLE: 'Couple',
    ROOMATES: 'Roommates',
    SOLID_ROOMATES: 'Roommates, jointly liable',
  }),
  tags: 'Tags',
  managers: 'Managed by',
  managersOfAll: 'Managers of all files',
  managersCounted: countedEn('1 person', '# people'),
  created: 'Created',
  updated: 'Updated',
  archived: 'Archived',
  preApplication: 'Pre-application',
  preApplicationOpen: 'yes, not validated yet',
  preApplicationValidated: (day: string) => `validated ${day}`,
  insured: 'Under insurance',
  engagement: 'Applicant access',
  engagementOn: 'on: they can access their data, and e-mails may be sent',
  engagementOff: 'off',
  unreadable: 'Not readable',
};

/** The card of a rental file. */
export const card = {
  joined: (sentences: readonly string[]) => sentences.join('; '),
  /** Over a modal, at most 24 characters. */
  title: 'Rental file',
  opening: 'Opening the rental file…',
  /** A fact in plain text: `Rent: 900 €`. */
  fact: (label: string, value: string) => `${label}: ${value}`,
  yes: 'yes',
  no: 'no',
  money: moneyIn('en-GB'),
  /** A calendar date or an instant in a zone, without the time of day. */
  day: dayIn('en-GB'),
  /** The time is said below, as on every card. */
  fromSnapshot: ({ happened, remedy }: FailureWords, reference: string) =>
    `${happened} ${remedy} (Reference ${reference}) This is the file as last read, without the details.`,
  people: cardPeople,
  missing: cardMissing,
  property: cardProperty,
  file: cardFile,
  reveal: 'Reveal contact',
  revealSpoken: 'Show e-mail addresses and phone numbers, only to you',
  open: 'Open in the console',
  openSpoken: 'Open the rental file in the console, outside Slack',
  /** In channels: opens what the channel may not see. */
  details: 'Open for me',
  detailsSpoken: 'Open the rental file with all details, only for you',
  share: 'Share',
  shareSpoken: 'Share this rental file with the channel',
  refresh: 'Refresh',
  refreshSpoken: 'Read this rental file again',
  foundBy: (asked: string) => `Found by “${asked}”`,
  wrong: 'Not this file',
  wrongSpoken: 'Not this file: look for another one',
  gone: {
    happened: 'The service no longer has this rental file.',
    remedy: 'It may have been removed, or the link or id may be wrong. Look for it in another way.',
  },
};

/** Every field of a rental file, page by page. */
export const details = {
  /** Over a modal, at most 24 characters. */
  title: 'All details',
  open: 'Details',
  openSpoken: 'Show every field of this rental file, only to you',
  decision: 'Decision',
  status: 'Status',
  id: 'ID',
  productId: 'Property ID',
  titleOf: 'Title',
  reference: 'Reference',
  category: 'Category',
  rent: 'Rent per month',
  charges: 'Charges per month',
  feeType: 'Fee type',
  available: 'Available',
  availability: 'Availability date',
  furnished: 'Furnished',
  exclusive: 'Exclusive mandate',
  mandate: 'Mandate',
  /** The flag of the service is the one that disables. */
  spontaneousDisabled: 'Spontaneous applications disabled',
  validated: 'Pre-application validated',
  /** An account of the service, not a person who rents. */
  tenant: 'Service tenant',
  photoSize: 'Photo size',
  bytes: (count: string) => `${count} bytes`,
  photoPath: 'Photo path',
  photoFavorite: 'Favourite photo',
  photoId: 'Photo ID',
  guarantorOf: (name: string, applicant: string) => `${name}, guarantor of ${applicant}`,
  age: 'Age',
  organisation: 'Guarantor organisation',
  nothing: 'Nothing else is given.',
  noType: 'type not given',
  unreadableType: 'type not readable',
  organisationFile: 'Organisation’s document',
  organisationCreated: 'Organisation created',
  organisationUpdated: 'Organisation updated',
  /** Data that the service attaches; `key` may be empty. */
  meta: (key: string) => (key === '' ? 'Meta' : `Meta ${key}`),
  notPrivate: {
    happened: 'The details are not shown where others read along.',
    remedy: 'Open the file for yourself, then choose “Details”.',
  },
};

/** E-mail addresses and phone numbers. */
export const contact = {
  title: 'Contact',
  heading: (property: string) => `Contact: ${property}`,
  /** Under the addresses: who sees them, and that it is written down. */
  seen: 'Only you see this. The access log says that you did.',
  none: 'The file holds no e-mail address and no phone number.',
  email: 'E-mail',
  phone: 'Phone',
  born: 'Born',
  noneOf: 'no e-mail address, no phone number',
  guarantor: 'guarantor',
  guarantorOf: (name: string) => `guarantor of ${name}`,
  back: '‹ Back to the file',
  backSpoken: 'Go back to the rental file',
  notLogged: {
    happened: 'E-mail addresses and phone numbers are not shown.',
    remedy:
      'The access log cannot be written at the moment, and nobody sees them unrecorded. Try again in a minute; if it keeps happening, tell your administrator the reference.',
  },
  notPrivate: {
    happened: 'E-mail addresses and phone numbers are not shown where others read along.',
    remedy: 'Open the file for yourself and press the button there.',
  },
};

/** The form that finds a file by typing. */
export const find = {
  /** Over a modal, at most 24 characters. */
  title: 'Find a rental file',
  label: 'Property, reference or applicant',
  placeholder: 'Start typing…',
  tips: 'Type a few letters of the property’s title or reference, or of an applicant’s name.',
  /** In an option, for a property with several files, at most 40 characters. */
  ofProperty: countedEn('1 file for this property', '# files for this property'),
  /** For a message in which no file was recognised. */
  unrecognised: 'I recognised no reference, id or link of a rental file in the message.',
  /** An option where files could not be searched, at most 75 characters, like its hint. */
  unsearched: 'The rental files could not be searched',
  unsearchedHint: 'Choose this to read more.',
  wasUnsearched: 'While you typed, the rental files could not be searched. Type again.',
  find: 'Find…',
  findSpoken: 'Find a rental file while you type',
};

/** The choice between several files, and the answer when there is none. */
export const choice = {
  title: (asked: string, total: number) => `${figure(total)} files match “${asked}”`,
  /** Files beyond those that are offered. */
  more: countedEn(
    'and 1 more: type another word to narrow them down.',
    'and # more: type another word to narrow them down.',
  ),
  nothingDone: 'Nothing has been done yet: open the right file, or add a word.',
  listAll: 'List them all',
  listAllSpoken: 'List all rental files that match',
  none: (asked: string) => `No rental file matches “${asked}”.`,
  tips: 'Try the property’s reference, a word of its title, or an applicant’s last name; or search as you type.',
};

/** What happened to a rental file. */
export const timeline = {
  title: 'History',
  moment: (day: string, time: string) => `${day}, ${time}`,
  between: (from: string, to: string) => `Between ${from} and ${to}`,
  /** The moment is that of the reading that found it: it may have been so for a while. */
  readySince: (moment: string) => `Ready to decide, first seen on ${moment}`,
  decidedAt: (moment: string) => `Decided, first seen on ${moment}`,
  readyAfter: (days: number) => `ready after ${durationEn(days)}`,
  decidedIn: (days: number) => `decided in ${durationEn(days)}`,
  appeared: 'New in the list of files',
  gone: 'No longer in the list of files',
  back: 'In the list of files again',
  unarchived: 'No longer archived',
  /** Of a kind that only a newer version knows. */
  other: 'Another change',
  changed: (what: string, from: string, to: string) => `${what}: ${from} → ${to}`,
  /** For a value that the file does not have. */
  none: 'none',
  known: (moment: string) =>
    `Known since ${moment}; what happened before, Rental Desk has not seen.`,
  unchanged: (known: string) => `No change so far. ${known}`,
  nothingYet: 'Nothing is recorded of this file yet; that begins when all files have been read.',
  away: 'The history cannot be shown now, as the database does not answer. Try again in a minute.',
};

/** A rental file as a Work Object of Slack's: the card of a link, and the details panel. */
export const entity = {
  status: 'Status',
  /** Label of the working days since the file was created. */
  waiting: 'Waiting',
  /** Label of what was just done, or could not be. */
  note: 'Note',
  /** Label of why the file is shown as last read. */
  notice: 'Not up to date',
  taken: 'Taken',
  snoozed: 'Snoozed',
  /** Label of when the file was read. */
  updated: 'As of',
  /** Stands in the panel where Slack waits no longer. */
  late: {
    happened: 'Rental Desk could not read this file in the time that Slack allows.',
    remedy: 'Refresh this panel in a moment, or type /rental show and its reference.',
  },
};
