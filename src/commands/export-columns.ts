import { flooredPercent } from '../i18n/format.ts';
import type { Messages } from '../i18n/types.ts';
import { dateOf } from '../portfolio/calendar.ts';
import type { Entry } from '../portfolio/entry.ts';
import {
  type Organisation,
  organisationsIn,
  type Person,
  type PersonRecord,
  recordsIn,
} from '../portfolio/facts.ts';
import type { FileSummary } from '../rental-api/schema/page.ts';
import { oneLine } from '../views/block-kit.ts';
import { inWords } from '../views/files/line.ts';

export type Cell = string | number | null;

interface RowMaking {
  readonly words: Messages;
  /** IANA name: the days are of this zone. */
  readonly zone: string;
  readonly completionMax: 1 | 100;
  readonly linkTo: (id: string) => string | null;
}

interface Column {
  readonly name: keyof Messages['export']['columns'];
  readonly read: (entry: Entry, making: RowMaking) => Cell;
}

/** Stands where the service sent what cannot be read: an empty cell says that it sent nothing. */
const UNREADABLE = '?';

const TEXT_LENGTH_MAX = 200;
const PEOPLE_LENGTH_MAX = 500;
const DESCRIPTION_LENGTH_MAX = 4_000;

/**
 * Every column, in its order. Addresses, telephone numbers and dates of birth of applicants are not
 * among them.
 */
const COLUMNS: readonly Column[] = [
  { name: 'id', read: ({ id }) => textCell(id) },
  { name: 'reference', read: ({ property }) => textCell(property.reference) },
  { name: 'property', read: ({ property }) => textCell(property.title) },
  {
    name: 'category',
    read: ({ property }, { words }) =>
      wordedOrNull(words.card.property.category, property.category),
  },
  { name: 'rent', read: ({ property }) => property.rent },
  { name: 'status', read: ({ status }, { words }) => worded(words.file.status, status) },
  { name: 'decision', read: ({ decision }, { words }) => worded(words.file.decision, decision) },
  { name: 'applicants', read: peopleIn },
  { name: 'score', read: ({ score }) => score },
  { name: 'completion', read: percentOf },
  { name: 'tags', read: ({ tags }) => textCell(tags.names.join(', ')) },
  { name: 'created', read: ({ createdMs }, { zone }) => day(createdMs, zone) },
  { name: 'updated', read: ({ updatedMs }, { zone }) => day(updatedMs, zone) },
  {
    name: 'archived',
    read: ({ archivedMs }, { zone }) =>
      archivedMs === Infinity ? UNREADABLE : day(archivedMs, zone),
  },
  { name: 'link', read: ({ id }, { linkTo }) => linkTo(id) },
  // Later columns follow, so that tables that people have built on the first ones stay good.
  {
    name: 'situation',
    read: ({ situation }, { words }) => wordedOrNull(words.card.file.situations, situation),
  },
  { name: 'managers', read: ({ managers }) => textCell(managers.names.join(', ')) },
  {
    name: 'guarantors',
    read: ({ facts }) => (facts.areGuarantorsUnread ? UNREADABLE : facts.guarantors),
  },
  {
    name: 'organisations',
    read: ({ facts }) => (facts.areOrganisationsUnread ? UNREADABLE : facts.organisations),
  },
  { name: 'profiles', read: ({ profiles }) => textCell(profiles.names.join(', ')) },
  { name: 'preApplication', read: yesOrNo(({ facts }) => facts.isPreApplication) },
  { name: 'insured', read: yesOrNo(({ facts }) => facts.isInsured) },
  { name: 'engagement', read: yesOrNo(({ facts }) => facts.mayEngage) },
  { name: 'charges', read: ({ property }) => property.charges },
  { name: 'deposit', read: ({ property }) => property.deposit },
  { name: 'price', read: ({ property }) => property.price },
  { name: 'agencyFees', read: ({ property }) => property.agencyFees },
  { name: 'fee', read: ({ property }) => property.fee },
  {
    name: 'feeType',
    read: ({ property }, { words }) => wordedOrNull(words.card.property.feeType, property.feeType),
  },
  {
    name: 'mandate',
    read: ({ property }, { words }) => wordedOrNull(words.card.property.mandate, property.mandate),
  },
  { name: 'exclusive', read: yesOrNo(({ property }) => property.isExclusive) },
  { name: 'furnished', read: yesOrNo(({ property }) => property.isFurnished) },
  { name: 'available', read: yesOrNo(({ property }) => property.isAvailable) },
  { name: 'availability', read: ({ property }) => property.availability },
  { name: 'requests', read: ({ property }) => property.requests },
  { name: 'rentInsurance', read: yesOrNo(({ property }) => property.hasRentInsurance) },
  { name: 'photo', read: ofPhoto('hasPhoto') },
  {
    name: 'propertyManagers',
    read: ({ property }) => textCell(property.managers.names.join(', ')),
  },
  {
    name: 'description',
    read: ({ property }) => textCell(property.description, DESCRIPTION_LENGTH_MAX),
  },
  {
    name: 'preApplicationValidated',
    // No date is nothing given: most files are no pre-applications.
    read: yesOrNo(({ facts }) => facts.isPreApplicationValidated === true || null),
  },
  { name: 'applicantIds', read: ofRecords(({ id }) => id) },
  {
    name: 'applicantStatuses',
    read: ofPeople(({ status }, { words }) => worded(words.card.people.status, status)),
  },
  { name: 'applicantScores', read: ofPeople(({ score }) => score) },
  { name: 'applicantCompletions', read: ofPeople(percentOf) },
  { name: 'applicantsCreated', read: ofRecords(({ created }, { zone }) => dayOf(created, zone)) },
  { name: 'applicantsUpdated', read: ofRecords(({ updated }, { zone }) => dayOf(updated, zone)) },
  { name: 'forms', read: ofRecords(({ submitted }, { zone }) => dayOf(submitted, zone)) },
  {
    name: 'applicantsValidated',
    read: ofRecords(({ validated }, { zone }) => dayOf(validated, zone)),
  },
  { name: 'applicantPreApplication', read: yesOrNo(hasPreApplicant) },
  { name: 'emails', read: yesOrNo(({ facts }) => facts.hasEmails) },
  { name: 'phones', read: yesOrNo(({ facts }) => facts.hasPhones) },
  { name: 'birthDates', read: yesOrNo(({ facts }) => facts.hasBirthDates) },
  { name: 'organisationTypes', read: ofOrganisations(({ type }) => type) },
  {
    name: 'organisationsCreated',
    read: ofOrganisations(({ created }, { zone }) => dayOf(created, zone)),
  },
  {
    name: 'organisationsUpdated',
    read: ofOrganisations(({ updated }, { zone }) => dayOf(updated, zone)),
  },
  { name: 'document', read: yesOrNo(({ facts }) => facts.hasDocument) },
  { name: 'validatedOn', read: ({ validatedMs }, { zone }) => day(validatedMs, zone) },
  { name: 'propertyId', read: ({ property }) => textCell(property.id) },
  { name: 'tenants', read: ({ tenants }) => textCell(tenants.names.join(', ')) },
  { name: 'propertyCreated', read: ({ property }, { zone }) => day(property.createdMs, zone) },
  { name: 'propertyUpdated', read: ({ property }, { zone }) => day(property.updatedMs, zone) },
  { name: 'propertyArchived', read: ({ property }, { zone }) => day(property.archivedMs, zone) },
  { name: 'propertyInsured', read: yesOrNo(({ property }) => property.isInsured) },
  { name: 'spontaneous', read: yesOrNo(({ property }) => property.isOpenToAll) },
  { name: 'propertyPreApplication', read: yesOrNo(({ property }) => property.isPreApplication) },
  { name: 'propertyValidated', read: ({ property }, { zone }) => day(property.validatedMs, zone) },
  { name: 'photoId', read: ofPhoto('hasPhotoId', '_id') },
  { name: 'photoPath', read: ofPhoto('hasPhotoPath', 'path') },
  { name: 'favouritePhoto', read: ofPhoto('isPhotoFavorite', 'favorite') },
  { name: 'meta', read: yesOrNo(({ facts }) => facts.hasMeta) },
  { name: 'applicantMeta', read: yesOrNo(({ facts }) => facts.hasApplicantMeta) },
  { name: 'organisationMeta', read: yesOrNo(({ facts }) => facts.hasOrganisationMeta) },
  {
    name: 'propertyMeta',
    read: yesOrNo(({ property }) => (property.isDetailed ? property.hasMeta : null)),
  },
];

type PropertyField = keyof NonNullable<FileSummary['product']> | `photo.${string}`;

/** Columns that may stand for a field that cannot be read, or not wholly, of a file or its property. */
const FIELDS: {
  readonly file: Partial<Record<Column['name'], keyof FileSummary>>;
  readonly property: Partial<Record<Column['name'], PropertyField>>;
} = {
  file: {
    situation: 'applicants_situation',
    score: 'score',
    completion: 'completion_rate',
    tags: 'tags',
    tenants: 'tags',
    created: 'created_at',
    updated: 'updated_at',
    managers: 'managers',
    preApplication: 'is_pre_application',
    preApplicationValidated: 'pre_application_validated_at',
    validatedOn: 'pre_application_validated_at',
    insured: 'under_insurance',
    engagement: 'allow_user_engagement',
  },
  property: {
    reference: 'reference',
    property: 'title',
    category: 'category',
    feeType: 'fee_type',
    mandate: 'mandate_type',
    rent: 'rent_amount',
    charges: 'monthly_charges',
    deposit: 'warranty_amount',
    price: 'price',
    agencyFees: 'agency_fees',
    fee: 'fee',
    exclusive: 'exclusivity',
    furnished: 'furnished',
    available: 'available',
    availability: 'availability',
    requests: 'incoming_requests',
    rentInsurance: 'unpaid_rent_insurance',
    photo: 'photo',
    photoId: 'photo._id',
    photoPath: 'photo.path',
    favouritePhoto: 'photo.favorite',
    propertyId: '_id',
    tenants: 'tenant',
    propertyCreated: 'created_at',
    propertyUpdated: 'updated_at',
    propertyArchived: 'achived_at',
    propertyInsured: 'under_insurance',
    spontaneous: 'disable_spontaneous_applications',
    propertyPreApplication: 'is_pre_application',
    propertyValidated: 'pre_application_validated_at',
    propertyMeta: 'meta',
    propertyManagers: 'managers',
    description: 'description',
  },
};

/** Columns of the people of a file, with the fields of theirs that stand in each. */
const OF_PEOPLE: Partial<Record<Column['name'], readonly string[]>> = {
  applicants: ['applicants.first_name', 'applicants.last_name', 'applicants.is_guarantor'],
  profiles: ['applicants.profile'],
  guarantors: ['applicants.is_guarantor', 'applicants.physical_guarantors'],
  organisations: ['applicants.moral_guarantor'],
  applicantIds: ['applicants.id'],
  applicantStatuses: [],
  applicantScores: ['applicants.score'],
  applicantCompletions: ['applicants.completion_rate'],
  applicantsCreated: ['applicants.created_at'],
  applicantsUpdated: ['applicants.updated_at'],
  forms: ['applicants.form_submitted'],
  applicantsValidated: ['applicants.pre_application_validated_at'],
  applicantPreApplication: ['applicants.is_pre_application', 'applicants.is_guarantor'],
  emails: ['applicants.email', 'applicants.is_guarantor'],
  phones: ['applicants.phone', 'applicants.is_guarantor'],
  birthDates: ['applicants.birth_date', 'applicants.is_guarantor'],
  organisationTypes: ['applicants.moral_guarantor', 'moral_guarantor.type'],
  organisationsCreated: ['applicants.moral_guarantor', 'moral_guarantor.created_at'],
  organisationsUpdated: ['applicants.moral_guarantor', 'moral_guarantor.updated_at'],
  document: ['applicants.moral_guarantor', 'moral_guarantor.file_path'],
  applicantMeta: [],
  organisationMeta: ['applicants.moral_guarantor'],
};

/** Columns of several words, which can be readable in part. */
const LISTS: ReadonlySet<Column['name']> = new Set([
  'applicants',
  'tags',
  'managers',
  'profiles',
  'propertyManagers',
  'tenants',
  'applicantIds',
  'applicantStatuses',
  'applicantScores',
  'applicantCompletions',
  'applicantsCreated',
  'applicantsUpdated',
  'forms',
  'applicantsValidated',
  'organisationTypes',
  'organisationsCreated',
  'organisationsUpdated',
]);

/** Columns of facts that hold where one person is enough to tell, whatever cannot be read of others. */
const JUDGED: ReadonlySet<Column['name']> = new Set([
  'emails',
  'phones',
  'birthDates',
  'document',
  'applicantMeta',
  'organisationMeta',
]);

function isUnread({ facts, property }: Entry, name: Column['name']): boolean {
  const partsOfPeople = OF_PEOPLE[name];
  const inFile = partsOfPeople === undefined ? FIELDS.file[name] : 'applicants';
  const inProperty = FIELDS.property[name];
  const { names } = facts.unreadable;
  if (partsOfPeople?.some((field) => facts.unreadableOfPeople.names.includes(field))) return true;
  if (inFile !== undefined && names.includes(inFile)) return true;
  if (inProperty === undefined) return false;
  const [whole = ''] = inProperty.split('.');
  const unread = property.unreadable.names;
  return names.includes('product') || unread.includes(whole) || unread.includes(inProperty);
}

/** Headings of the columns. */
export function headerIn({ columns }: Messages['export']): readonly string[] {
  return COLUMNS.map(({ name }) => columns[name]);
}

/** The cells of a file. */
export function rowOf(entry: Entry, making: RowMaking): readonly Cell[] {
  return COLUMNS.map(({ name, read }) => {
    const cell = read(entry, making);
    if (!isUnread(entry, name) || (JUDGED.has(name) && cell !== null)) return cell;
    // Of a list, what can be read is given; how many there are is not known.
    return LISTS.has(name) && cell !== null && cell !== ''
      ? `${String(cell)}, ${UNREADABLE}`
      : UNREADABLE;
  });
}

/** Whether some applicant is in pre-application; `null` where there is none of whom that is known. */
function hasPreApplicant({ facts }: Entry): boolean | null {
  return facts.hasPreApplicant || (facts.hasFullApplicant ? false : null);
}

/** An empty cell where the service did not say. */
function yesOrNo(read: (entry: Entry) => boolean | null): Column['read'] {
  return (entry, { words: { card } }) => {
    const value = read(entry);
    if (value === null) return null;
    return value ? card.yes : card.no;
  };
}

/** Whether the photo of the property has something; unknown where that cannot be read. */
function ofPhoto(
  name: 'hasPhoto' | 'hasPhotoId' | 'hasPhotoPath' | 'isPhotoFavorite',
  field = '',
): Column['read'] {
  return yesOrNo(({ property }) => {
    const { names } = property.unreadable;
    const isUnreadable = names.includes('photo') || names.includes(`photo.${field}`);
    return property.isDetailed && !isUnreadable ? property[name] : null;
  });
}

/** Stands in a list for one of whom nothing is given. */
const NOTHING = '·';

/** What is given of several, in their order; empty where nothing is. */
function each<One>(
  all: (entry: Entry) => readonly One[],
  read: (one: One, making: RowMaking) => Cell,
): Column['read'] {
  return (entry, making) => {
    const cells = all(entry).map((one) => read(one, making));
    if (cells.every((cell) => cell === null)) return null;
    return textCell(cells.map((cell) => cell ?? NOTHING).join(', '), PEOPLE_LENGTH_MAX);
  };
}

function ofPeople(read: (person: Person, making: RowMaking) => Cell): Column['read'] {
  return each(({ applicants }) => applicants, read);
}

function ofRecords(read: (record: PersonRecord, making: RowMaking) => Cell): Column['read'] {
  return each(({ records }) => recordsIn(records), read);
}

function ofOrganisations(
  read: (organisation: Organisation, making: RowMaking) => Cell,
): Column['read'] {
  return each(({ organisations }) => organisationsIn(organisations), read);
}

function dayOf(seconds: number | null, zone: string): string | null {
  return day(seconds === null ? null : seconds * 1000, zone);
}

function percentOf(
  { completion }: Pick<Entry, 'completion'>,
  { completionMax }: RowMaking,
): number | null {
  return completion === null ? null : flooredPercent(completion, completionMax, 100);
}

function worded(words: Readonly<Record<string, string>>, value: string): string {
  return inWords(words, value, TEXT_LENGTH_MAX);
}

function wordedOrNull(words: Readonly<Record<string, string>>, value: string | null): Cell {
  return value === null ? null : worded(words, value);
}

function peopleIn({ applicants }: Entry, { words }: RowMaking): string {
  const names = applicants.map(({ firstName, lastName, isGuarantor }) => {
    const name = textCell([firstName, lastName].filter(Boolean).join(' ')) || words.file.unnamed;
    return words.file.inRole(name, isGuarantor);
  });
  return textCell(names.join(', '), PEOPLE_LENGTH_MAX);
}

/** A cell is isolated by itself: marks that keep text from right to left apart are left out. */
function textCell(value: string | null, lengthMax = TEXT_LENGTH_MAX): string {
  return oneLine(value ?? '', lengthMax).replace(/[\u2068\u2069]/g, '');
}

/** `2026-11-20` */
function day(epochMs: number | null, zone: string): string | null {
  return epochMs === null ? null : dateOf(epochMs, zone).toString();
}
