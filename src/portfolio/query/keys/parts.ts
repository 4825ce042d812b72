import type { Property } from '../../entry.ts';
import {
  ofFacts,
  ofFile,
  ofLabels,
  ofNumber,
  ofProperty,
  type Source,
} from '../../search/sources.ts';
import type { Spellings } from '../vocabulary/types.ts';
import type { Each } from './row.ts';

/** Something that a file may have or lack. */
export interface PartRow {
  /** The first is written and stands in descriptions, all are understood. */
  readonly words: Each<Spellings>;
  /** Whether each file has it. */
  readonly source: Source<boolean>;
}

/** What `has:` and `no:` take, in the order of help. */
export const PARTS = {
  score: {
    words: { en: ['score', 'rating'], fr: ['note'] },
    source: given(ofNumber('score')),
  },
  completion: {
    words: { en: ['completion'], fr: ['complétude', 'avancement'] },
    source: given(ofNumber('completion')),
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
    source: ofFacts(({ guarantors, organisations }) => guarantors + organisations > 0),
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
  situation: {
    words: { en: ['situation'], fr: ['situation'] },
    source: (table, test) => ofFile('situation')(table, (value) => test(isWritten(value))),
  },
  insurance: {
    words: { en: ['insurance'], fr: ['assurance'] },
    source: ofFacts(({ isInsured }) => isInsured === true),
  },
  tags: {
    words: { en: ['tags', 'tag', 'labels'], fr: ['étiquettes', 'étiquette'] },
    source: any(ofLabels('tags')),
  },
  manager: {
    words: { en: ['manager', 'managers'], fr: ['gestionnaire', 'gestionnaires'] },
    source: any(ofLabels('managers')),
  },
  created: {
    words: { en: ['created'], fr: ['création', 'réception'] },
    source: given(ofNumber('created')),
  },
  updated: {
    words: { en: ['updated'], fr: ['modification'] },
    source: given(ofNumber('updated')),
  },
  property: {
    words: { en: ['property', 'listing'], fr: ['bien', 'logement', 'annonce'] },
    source: ofProperty(({ isGiven }) => isGiven),
  },
  title: {
    words: { en: ['title'], fr: ['titre'] },
    source: written(({ title }) => title),
  },
  reference: {
    words: { en: ['reference', 'ref'], fr: ['référence', 'réf'] },
    source: written(({ reference }) => reference),
  },
  description: {
    words: { en: ['description'], fr: ['description', 'descriptif'] },
    source: written(({ description }) => description),
  },
  category: {
    words: { en: ['category', 'type'], fr: ['catégorie', 'type'] },
    source: written(({ category }) => category),
  },
  photo: {
    words: { en: ['photo', 'picture'], fr: ['photo', 'image'] },
    source: ofProperty(({ hasPhoto }) => hasPhoto),
  },
  availability: {
    words: { en: ['availability', 'available-from'], fr: ['disponibilité'] },
    source: given(ofProperty(({ availability }) => availability)),
  },
  rent: {
    words: { en: ['rent'], fr: ['loyer'] },
    source: given(ofProperty(({ rent }) => rent)),
  },
  charges: {
    words: { en: ['charges'], fr: ['charges'] },
    source: given(ofProperty(({ charges }) => charges)),
  },
  deposit: {
    words: { en: ['deposit'], fr: ['dépôt', 'dépôt-de-garantie', 'caution'] },
    source: given(ofProperty(({ deposit }) => deposit)),
  },
  price: {
    words: { en: ['price'], fr: ['prix'] },
    source: given(ofProperty(({ price }) => price)),
  },
  fee: {
    words: { en: ['fee', 'commission'], fr: ['commission'] },
    source: given(ofProperty(({ fee }) => fee)),
  },
  'agency-fees': {
    words: { en: ['agency-fees'], fr: ['honoraires'] },
    source: given(ofProperty(({ agencyFees }) => agencyFees)),
  },
} as const satisfies Readonly<Record<string, PartRow>>;

export type Part = keyof typeof PARTS;

/** Every part. */
export const ALL_PARTS: readonly Part[] = Object.keys(PARTS).filter((name): name is Part =>
  Object.hasOwn(PARTS, name),
);

function given<Value>(source: Source<Value | null>): Source<boolean> {
  return (table, test) => source(table, (value) => test(value !== null));
}

function any(source: Source<{ readonly names: readonly string[] }>): Source<boolean> {
  return (table, test) => source(table, ({ names }) => test(names.length > 0));
}

/** A text of the property that is not blank. */
function written(read: (property: Property) => string | null): Source<boolean> {
  return ofProperty((property) => isWritten(read(property)));
}

function isWritten(value: string | null): boolean {
  return (value ?? '').trim() !== '';
}
