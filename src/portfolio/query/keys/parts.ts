import type { FileSummary } from '../../../rental-api/schema/page.ts';
import { type Property, UNREADABLE_DATE } from '../../entry.ts';
import {
  ofFacts,
  ofFile,
  ofLabels,
  ofNumber,
  ofProperty,
  type Source,
} from '../../search/sources.ts';
import type { Spellings } from '../vocabulary/types.ts';
import { type Each, namesIn } from './row.ts';

/** Something that a file may have or lack. */
export interface PartRow {
  /** The first is written and stands in descriptions, all are understood. */
  readonly words: Each<Spellings>;
  /** Whether each file has it; `null` where the service sent something that cannot be read. */
  readonly source: Source<boolean | null>;
}

/** What `has:` and `no:` take, in the order of help. */
export const PARTS = {
  score: {
    words: { en: ['score', 'rating'], fr: ['note'] },
    source: unlessUnread('score', given(ofNumber('score'))),
  },
  completion: {
    words: { en: ['completion'], fr: ['complétude', 'avancement'] },
    source: unlessUnread('completion_rate', given(ofNumber('completion'))),
  },
  applicants: {
    words: {
      en: ['applicants', 'applicant', 'candidates'],
      fr: ['candidats', 'candidat', 'candidate'],
    },
    source: ofFacts(({ hasApplicants }) => hasApplicants),
  },
  guarantor: {
    words: { en: ['guarantor', 'guarantors'], fr: ['garant', 'garants'] },
    source: ofFacts(({ hasGuarantors }) => hasGuarantors),
  },
  /** Of every applicant, as the next four. */
  email: {
    words: { en: ['email', 'e-mail', 'mail'], fr: ['e-mail', 'email', 'mail', 'courriel'] },
    source: ofFacts(({ hasEmails }) => hasEmails),
  },
  phone: {
    words: { en: ['phone', 'telephone'], fr: ['téléphone', 'tél'] },
    source: ofFacts(({ hasPhones }) => hasPhones),
  },
  form: {
    words: { en: ['form', 'forms'], fr: ['formulaire', 'formulaires'] },
    source: ofFacts(({ hasForms }) => hasForms),
  },
  'birth-date': {
    words: { en: ['birth-date', 'birthday'], fr: ['date-de-naissance', 'naissance'] },
    source: ofFacts(({ hasBirthDates }) => hasBirthDates),
  },
  profile: {
    words: { en: ['profile'], fr: ['profil'] },
    source: ofFacts(({ hasProfiles }) => hasProfiles),
  },
  /** Of the pre-application. */
  validation: {
    words: {
      en: ['pre-application-validation', 'validation'],
      fr: ['validation-de-la-pré-candidature', 'validation'],
    },
    source: ofFacts(({ isPreApplicationValidated }) => isPreApplicationValidated),
  },
  situation: {
    words: { en: ['situation'], fr: ['situation'] },
    source: unlessUnread('applicants_situation', (table, test) =>
      ofFile('situation')(table, (value) => test(isWritten(value))),
    ),
  },
  insurance: {
    words: { en: ['insurance'], fr: ['assurance'] },
    source: unlessUnread(
      'under_insurance',
      ofFacts(({ isInsured }) => isInsured === true),
    ),
  },
  meta: { words: { en: ['meta'], fr: ['méta'] }, source: ofFacts(({ hasMeta }) => hasMeta) },
  'applicant-meta': {
    words: { en: ['applicant-meta'], fr: ['méta-candidat'] },
    source: ofFacts(({ hasApplicantMeta }) => hasApplicantMeta),
  },
  'organisation-meta': {
    words: { en: ['organisation-meta', 'organization-meta'], fr: ['méta-organisme'] },
    source: ofFacts(({ hasOrganisationMeta }) => hasOrganisationMeta),
  },
  'organisation-document': {
    words: { en: ['organisation-document', 'organization-document'], fr: ['document-organisme'] },
    source: ofFacts(({ hasDocument }) => hasDocument),
  },
  tags: {
    words: { en: ['tags', 'tag', 'labels'], fr: ['étiquettes', 'étiquette'] },
    source: unlessUnread('tags', any(ofLabels('tags'))),
  },
  manager: {
    words: { en: ['manager', 'managers'], fr: ['gestionnaire', 'gestionnaires'] },
    source: unlessUnread('managers', any(ofLabels('managers'))),
  },
  created: {
    words: { en: ['created'], fr: ['création', 'réception'] },
    source: unlessUnread('created_at', given(ofNumber('created'))),
  },
  updated: {
    words: { en: ['updated'], fr: ['modification'] },
    source: unlessUnread('updated_at', given(ofNumber('updated'))),
  },
  property: {
    words: { en: ['property', 'listing'], fr: ['bien', 'logement', 'annonce'] },
    source: ofProperty(({ isGiven }) => isGiven),
  },
  title: { words: { en: ['title'], fr: ['titre'] }, source: written('title') },
  reference: {
    words: { en: ['reference', 'ref'], fr: ['référence', 'réf'] },
    source: written('reference'),
  },
  description: {
    words: { en: ['description'], fr: ['description', 'descriptif'] },
    source: written('description'),
  },
  category: {
    words: { en: ['category', 'type'], fr: ['catégorie', 'type'] },
    source: written('category'),
  },
  photo: {
    words: { en: ['photo', 'picture'], fr: ['photo', 'image'] },
    source: ofPart('photo', ({ hasPhoto }) => hasPhoto),
  },
  'favourite-photo': {
    words: { en: ['favourite-photo', 'favorite-photo'], fr: ['photo-favorite'] },
    source: ofPhoto('favorite', ({ isPhotoFavorite }) => isPhotoFavorite),
  },
  'photo-path': {
    words: { en: ['photo-path'], fr: ['chemin-photo'] },
    source: ofPhoto('path', ({ hasPhotoPath }) => hasPhotoPath),
  },
  'photo-id': {
    words: { en: ['photo-id'], fr: ['id-photo'] },
    source: ofPhoto('_id', ({ hasPhotoId }) => hasPhotoId),
  },
  'property-meta': {
    words: { en: ['property-meta'], fr: ['méta-bien'] },
    source: ofPart('meta', ({ hasMeta }) => hasMeta),
  },
  availability: {
    words: { en: ['availability', 'available-from'], fr: ['disponibilité'] },
    source: ofPart(
      'availability',
      ({ availability }) => availability !== null && availability !== UNREADABLE_DATE,
    ),
  },
  rent: {
    words: { en: ['rent'], fr: ['loyer'] },
    source: ofPart('rent_amount', ({ rent }) => rent !== null),
  },
  charges: {
    words: { en: ['charges'], fr: ['charges'] },
    source: ofPart('monthly_charges', ({ charges }) => charges !== null),
  },
  deposit: {
    words: { en: ['deposit'], fr: ['dépôt', 'dépôt-de-garantie', 'caution'] },
    source: ofPart('warranty_amount', ({ deposit }) => deposit !== null),
  },
  price: {
    words: { en: ['price'], fr: ['prix'] },
    source: ofPart('price', ({ price }) => price !== null),
  },
  fee: {
    words: { en: ['fee', 'commission'], fr: ['commission'] },
    source: ofPart('fee', ({ fee }) => fee !== null),
  },
  'agency-fees': {
    words: { en: ['agency-fees'], fr: ['honoraires'] },
    source: ofPart('agency_fees', ({ agencyFees }) => agencyFees !== null),
  },
} as const satisfies Readonly<Record<string, PartRow>>;

export type Part = keyof typeof PARTS;

/** Every part. */
export const ALL_PARTS: readonly Part[] = namesIn(PARTS);

function given<Value>(source: Source<Value | null>): Source<boolean> {
  return (table, test) => source(table, (value) => test(value !== null));
}

function any(source: Source<{ readonly names: readonly string[] }>): Source<boolean> {
  return (table, test) => source(table, ({ names }) => test(names.length > 0));
}

/** What files have. What they lack is not known to be missing where that field cannot be read. */
function unlessUnread(
  field: keyof FileSummary,
  source: Source<boolean | null>,
): Source<boolean | null> {
  const areUnread = ofFacts(({ unreadable }) => unreadable.names.includes(field));
  return (table, test) => {
    const marks = source(table, test);
    if (!test(false)) return marks;
    for (const [row, mark] of areUnread(table, (isUnread) => isUnread).entries()) {
      if (mark === 1) marks[row] = 0;
    }
    return marks;
  };
}

/** What properties have; not known where the property or that field cannot be read, or only its id is given. */
function ofPart(
  field: keyof NonNullable<FileSummary['product']>,
  isGiven: (property: Property) => boolean,
): Source<boolean | null> {
  return ofFields([field], isGiven);
}

/** What the photo of a property has; unknown as well where the photo cannot be read. */
function ofPhoto(
  field: Exclude<keyof NonNullable<NonNullable<FileSummary['product']>['photo']>, 'unreadable'>,
  isGiven: (property: Property) => boolean,
): Source<boolean | null> {
  return ofFields(['photo', `photo.${field}`], isGiven);
}

function ofFields(
  names: readonly string[],
  isGiven: (property: Property) => boolean,
): Source<boolean | null> {
  const source = ofProperty((property) => {
    if (isGiven(property)) return true;
    const isBareId = property.isGiven && !property.isDetailed;
    const isUnread = property.unreadable.names.some((name) => names.includes(name));
    return isBareId || isUnread ? null : false;
  });
  return unlessUnread('product', source);
}

/** A text of the property that is not blank. */
function written(
  field: 'title' | 'reference' | 'description' | 'category',
): Source<boolean | null> {
  return ofPart(field, (property) => isWritten(property[field]));
}

function isWritten(value: string | null): boolean {
  return (value ?? '').trim() !== '';
}
