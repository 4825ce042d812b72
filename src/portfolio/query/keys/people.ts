import type { APPLICANT_STATUSES } from '../../../rental-api/schema/fields.ts';
import {
  ofApplicants,
  ofApplicantTimes,
  ofFacts,
  ofOrganisationTimes,
  type Source,
} from '../../search/sources.ts';
import { FILE_CHOICES } from './choices.ts';
import {
  type ChoiceKey,
  type DateKey,
  datedBy,
  type FlagKey,
  type NumberKey,
  PERCENT,
  type PartKey,
  type PersonKey,
  SCORE,
  type TextKey,
  words,
} from './row.ts';

/** What applicants and files have in common. */
const { NEW, OPEN, COLLECTED, ANALYZED, CLOSED } = FILE_CHOICES.status.values;

/** Whether somebody came with a pre-application: of several applicants both may be so. */
const PRE_APPLICANTS: Source<boolean | null> = (table, test) =>
  ofFacts(
    ({ hasPreApplicant, hasFullApplicant }) =>
      (hasPreApplicant && test(true)) || (hasFullApplicant && test(false)),
  )(table, Boolean);

/** Keys about the people of a file. */
export const PEOPLE_KEYS = {
  applicant: {
    kind: 'text',
    names: 'applicants',
    en: words(
      ['applicant', 'candidate', 'tenant', 'name'],
      'dupont',
      'words from an applicant’s name',
    ),
    fr: words(
      ['candidat', 'candidate', 'locataire', 'nom'],
      'dupont',
      'des mots du nom d’un candidat',
    ),
  } satisfies TextKey,
  profile: {
    kind: 'text',
    en: words(
      ['profile', 'occupation'],
      'student',
      'words from an applicant’s profile, in English or French',
    ),
    fr: words(
      ['profil', 'profession'],
      'étudiant',
      'des mots du profil d’un candidat, en français ou en anglais',
    ),
  } satisfies TextKey,
  'applicant-status': {
    kind: 'choice',
    source: ofApplicants(({ status }) => status),
    values: {
      NEW,
      OPEN,
      COLLECT_STARTED: {
        en: ['collecting', 'collection-started'],
        fr: ['collecte-en-cours', 'collecte-commencée'],
      },
      COLLECT_COMPLETE: {
        en: ['collection-complete', 'collection-completed'],
        fr: ['collecte-terminée', 'collecte-complète'],
      },
      COLLECTED,
      ANALYZED,
      CLOSED,
    },
    en: words(['applicant-status'], 'collecting', 'the status of an applicant'),
    fr: words(
      ['statut-candidat', 'statut-du-candidat'],
      'collecte-en-cours',
      'le statut d’un candidat',
      'statut d’un candidat',
    ),
  } satisfies ChoiceKey<(typeof APPLICANT_STATUSES)[number]>,
  'applicant-score': {
    ...SCORE,
    source: ofApplicants(({ score }) => score),
    en: words(['applicant-score'], '>=70', 'the score of an applicant'),
    fr: words(
      ['note-candidat', 'note-du-candidat'],
      '>=70',
      'la note d’un candidat',
      'note d’un candidat',
    ),
  } satisfies NumberKey,
  'applicant-completion': {
    ...PERCENT,
    source: ofApplicants(({ completion }) => completion),
    en: words(['applicant-completion'], '<100', 'completion of an applicant, in percent'),
    fr: words(
      ['complétude-candidat', 'complétude-du-candidat'],
      '<100',
      'la complétude d’un candidat, en pour cent',
      'complétude d’un candidat',
    ),
  } satisfies NumberKey,
  /**
   * Of each item of `applicants` (section 2.4), as `applicant` is of its name; the shape of guarantors
   * beside them is not specified.
   */
  'applicant-id': {
    kind: 'text',
    isOfIds: true,
    en: words(
      ['applicant-id'],
      '3f2a9c1e',
      'the ID of an applicant, or of a guarantor among them',
      'applicant ID',
    ),
    fr: words(
      ['id-candidat', 'identifiant-du-candidat'],
      '3f2a9c1e',
      'l’ID d’un candidat ou d’un garant parmi eux',
      'identifiant du candidat',
    ),
  } satisfies TextKey,
  'applicant-created': {
    ...datedBy(ofApplicantTimes('created')),
    en: words(['applicant-created'], '2026-11', 'when an applicant was created'),
    fr: words(['candidat-créé'], '2026-11', 'quand un candidat a été créé'),
  } satisfies DateKey,
  'applicant-updated': {
    ...datedBy(ofApplicantTimes('updated')),
    en: words(['applicant-updated'], 'this-week', 'when an applicant was last updated'),
    fr: words(['candidat-modifié'], 'cette-semaine', 'la dernière modification d’un candidat'),
  } satisfies DateKey,
  'form-submitted': {
    ...datedBy(ofApplicantTimes('submitted')),
    en: words(['form-submitted'], 'this-week', 'when an applicant handed in the form'),
    fr: words(['formulaire-remis'], 'cette-semaine', 'quand un candidat a remis le formulaire'),
  } satisfies DateKey,
  'applicant-pre-application': {
    kind: 'flag',
    isSeldomAsked: true,
    source: PRE_APPLICANTS,
    en: words(['applicant-pre-application'], 'yes', 'an applicant in pre-application', {
      yes: 'an applicant in pre-application',
      no: 'an applicant not in pre-application',
    }),
    fr: words(['pré-candidature-candidat'], 'oui', 'un candidat en pré-candidature', {
      yes: 'un candidat en pré-candidature',
      no: 'un candidat hors pré-candidature',
    }),
  } satisfies FlagKey,
  'applicant-validated': {
    ...datedBy(ofApplicantTimes('validated')),
    en: words(
      ['applicant-validated'],
      '2026-11',
      'when the pre-application of an applicant was validated',
    ),
    fr: words(
      ['candidat-validé'],
      '2026-11',
      'quand la pré-candidature d’un candidat a été validée',
    ),
  } satisfies DateKey,
  guarantor: {
    kind: 'text',
    names: 'applicants',
    en: words(
      ['guarantor'],
      'visale',
      'a guarantor’s name or type of organisation; also yes or no',
    ),
    fr: words(['garant'], 'visale', 'le nom d’un garant ou le type d’organisme ; aussi oui ou non'),
  } satisfies TextKey,
  guarantors: {
    kind: 'number',
    min: 0,
    max: Infinity,
    examples: ['0', '>=1', '1..2'],
    source: ofFacts(({ areGuarantorsUnread, areOrganisationsUnread, guarantors, organisations }) =>
      areGuarantorsUnread || areOrganisationsUnread ? null : guarantors + organisations,
    ),
    en: words(['guarantors'], '>=2', 'number of guarantors, organisations included'),
    fr: words(['garants'], '>=2', 'le nombre de garants, organismes compris', 'nombre de garants'),
  } satisfies NumberKey,
  'organisation-created': {
    ...datedBy(ofOrganisationTimes(({ created }) => created)),
    en: words(
      ['organisation-created', 'organization-created'],
      '2026-11',
      'when a guarantor organisation was created',
      'guarantor organisation created',
    ),
    fr: words(
      ['organisme-créé'],
      '2026-11',
      'quand un organisme garant a été créé',
      'organisme garant créé',
    ),
  } satisfies DateKey,
  'organisation-updated': {
    ...datedBy(ofOrganisationTimes(({ updated }) => updated)),
    en: words(
      ['organisation-updated', 'organization-updated'],
      '2026-11',
      'when a guarantor organisation was last updated',
      'guarantor organisation updated',
    ),
    fr: words(
      ['organisme-modifié'],
      '2026-11',
      'la dernière modification d’un organisme garant',
      'organisme garant modifié',
    ),
  } satisfies DateKey,
  has: {
    kind: 'part',
    isGiven: true,
    en: words(['has', 'with'], 'score,photo', 'what is provided', 'with'),
    fr: words(['avec'], 'note,photo', 'ce qui est renseigné'),
  } satisfies PartKey,
  no: {
    kind: 'part',
    isGiven: false,
    en: words(['no', 'without', 'missing'], 'guarantor', 'what is missing', 'without'),
    fr: words(['sans', 'manque', 'manquant'], 'garant', 'ce qui manque'),
  } satisfies PartKey,
} as const;

/** Occupations and kinds of organisations: who looks for one word of a row looks for all. */
export const SYNONYMS: readonly (readonly string[])[] = [
  ['student', 'students', 'étudiant', 'étudiante', 'étudiants', 'étudiantes'],
  [
    'apprentice',
    'apprentices',
    'apprenti',
    'apprentie',
    'apprentis',
    'apprenties',
    'alternant',
    'alternante',
    'alternants',
  ],
  ['employee', 'employees', 'employed', 'salarié', 'salariée', 'salariés', 'salariées'],
  ['permanent', 'permanent contract', 'cdi'],
  ['fixed-term', 'fixed-term contract', 'temporary', 'cdd'],
  ['civil servant', 'civil servants', 'fonctionnaire', 'fonctionnaires'],
  [
    'self-employed',
    'freelance',
    'independent',
    'indépendant',
    'indépendante',
    'indépendants',
    'freelancer',
    'freelancers',
    'auto-entrepreneur',
    'auto-entrepreneurs',
    'auto-entrepreneuse',
  ],
  ['retired', 'pensioner', 'pensioners', 'retraité', 'retraitée', 'retraités', 'retraitées'],
  ['unemployed', 'jobseeker', 'chômeur', 'chômeuse', 'sans emploi'],
  ['company', 'companies', 'société', 'sociétés', 'entreprise', 'entreprises'],
  ['employer', 'employeur'],
  ['bank', 'banque'],
  ['insurance', 'insurer', 'assurance', 'assureur'],
  ['guarantor', 'guarantors', 'garant', 'garante', 'garants', 'garantes'],
];

/** Keys about what people do with files. */
export const TRIAGE_KEYS = {
  taken: {
    kind: 'person',
    en: words(
      ['taken', 'taken-by'],
      'me',
      'who has taken the file: me, nobody or @name',
      'taken by',
    ),
    fr: words(
      ['pris', 'pris-par'],
      'moi',
      'qui s’occupe du dossier : moi, personne ou @nom',
      'pris en charge par',
    ),
  } satisfies PersonKey,
  watched: {
    kind: 'person',
    en: words(
      ['watched', 'watched-by'],
      'me',
      'who watches the file: me, nobody or @name',
      'watched by',
    ),
    fr: words(
      ['suivis', 'suivis-par'],
      'moi',
      'qui suit le dossier : moi, personne ou @nom',
      'suivis par',
    ),
  } satisfies PersonKey,
  snoozed: {
    kind: 'flag',
    source: null,
    en: words(['snoozed'], 'no', 'whether the file is snoozed', {
      yes: 'snoozed',
      no: 'not snoozed',
    }),
    fr: words(['reporté'], 'non', 'si le dossier est reporté', {
      yes: 'reportés',
      no: 'non reportés',
    }),
  } satisfies FlagKey,
} as const;
