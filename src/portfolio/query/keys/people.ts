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
    en: {
      names: ['applicant', 'candidate', 'tenant', 'name'],
      example: 'dupont',
      says: 'words from an applicant’s name',
    },
    fr: {
      names: ['candidat', 'candidate', 'locataire', 'nom'],
      example: 'dupont',
      says: 'des mots du nom d’un candidat',
    },
  } satisfies TextKey,
  profile: {
    kind: 'text',
    en: {
      names: ['profile', 'occupation'],
      example: 'student',
      says: 'words from an applicant’s profile, in English or French',
    },
    fr: {
      names: ['profil', 'profession'],
      example: 'étudiant',
      says: 'des mots du profil d’un candidat, en français ou en anglais',
    },
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
    en: { names: ['applicant-status'], example: 'collecting', says: 'the status of an applicant' },
    fr: {
      names: ['statut-candidat', 'statut-du-candidat'],
      example: 'collecte-en-cours',
      says: 'le statut d’un candidat',
      described: 'statut d’un candidat',
    },
  } satisfies ChoiceKey<(typeof APPLICANT_STATUSES)[number]>,
  'applicant-score': {
    ...SCORE,
    source: ofApplicants(({ score }) => score),
    en: { names: ['applicant-score'], example: '>=70', says: 'the score of an applicant' },
    fr: {
      names: ['note-candidat', 'note-du-candidat'],
      example: '>=70',
      says: 'la note d’un candidat',
      described: 'note d’un candidat',
    },
  } satisfies NumberKey,
  'applicant-completion': {
    ...PERCENT,
    source: ofApplicants(({ completion }) => completion),
    en: {
      names: ['applicant-completion'],
      example: '<100',
      says: 'completion of an applicant, in percent',
    },
    fr: {
      names: ['complétude-candidat', 'complétude-du-candidat'],
      example: '<100',
      says: 'la complétude d’un candidat, en pour cent',
      described: 'complétude d’un candidat',
    },
  } satisfies NumberKey,
  /**
   * Of each item of `applicants` (section 2.4), as `applicant` is of its name; the shape of guarantors
   * beside them is not specified.
   */
  'applicant-id': {
    kind: 'text',
    en: {
      names: ['applicant-id'],
      example: '3f2a9c1e',
      says: 'the ID of an applicant, or of a guarantor among them',
      described: 'applicant ID',
    },
    fr: {
      names: ['id-candidat', 'identifiant-du-candidat'],
      example: '3f2a9c1e',
      says: 'l’ID d’un candidat ou d’un garant parmi eux',
      described: 'identifiant du candidat',
    },
  } satisfies TextKey,
  'applicant-created': {
    ...datedBy(ofApplicantTimes('created')),
    en: { names: ['applicant-created'], example: '2026-11', says: 'when an applicant was created' },
    fr: { names: ['candidat-créé'], example: '2026-11', says: 'quand un candidat a été créé' },
  } satisfies DateKey,
  'applicant-updated': {
    ...datedBy(ofApplicantTimes('updated')),
    en: {
      names: ['applicant-updated'],
      example: 'this-week',
      says: 'when an applicant was last updated',
    },
    fr: {
      names: ['candidat-modifié'],
      example: 'cette-semaine',
      says: 'la dernière modification d’un candidat',
    },
  } satisfies DateKey,
  'form-submitted': {
    ...datedBy(ofApplicantTimes('submitted')),
    en: {
      names: ['form-submitted'],
      example: 'this-week',
      says: 'when an applicant handed in the form',
    },
    fr: {
      names: ['formulaire-remis'],
      example: 'cette-semaine',
      says: 'quand un candidat a remis le formulaire',
    },
  } satisfies DateKey,
  'applicant-pre-application': {
    kind: 'flag',
    source: PRE_APPLICANTS,
    en: {
      names: ['applicant-pre-application'],
      example: 'yes',
      says: 'an applicant in pre-application',
      described: {
        yes: 'an applicant in pre-application',
        no: 'an applicant not in pre-application',
      },
    },
    fr: {
      names: ['pré-candidature-candidat'],
      example: 'oui',
      says: 'un candidat en pré-candidature',
      described: { yes: 'un candidat en pré-candidature', no: 'un candidat hors pré-candidature' },
    },
  } satisfies FlagKey,
  'applicant-validated': {
    ...datedBy(ofApplicantTimes('validated')),
    en: {
      names: ['applicant-validated'],
      example: '2026-11',
      says: 'when the pre-application of an applicant was validated',
    },
    fr: {
      names: ['candidat-validé'],
      example: '2026-11',
      says: 'quand la pré-candidature d’un candidat a été validée',
    },
  } satisfies DateKey,
  guarantor: {
    kind: 'text',
    names: 'applicants',
    en: {
      names: ['guarantor'],
      example: 'visale',
      says: 'a guarantor’s name or type of organisation; also yes or no',
    },
    fr: {
      names: ['garant'],
      example: 'visale',
      says: 'le nom d’un garant ou le type d’organisme ; aussi oui ou non',
    },
  } satisfies TextKey,
  guarantors: {
    kind: 'number',
    min: 0,
    max: Infinity,
    examples: ['0', '>=1', '1..2'],
    source: ofFacts(({ areGuarantorsUnread, areOrganisationsUnread, guarantors, organisations }) =>
      areGuarantorsUnread || areOrganisationsUnread ? null : guarantors + organisations,
    ),
    en: {
      names: ['guarantors'],
      example: '>=2',
      says: 'number of guarantors, organisations included',
    },
    fr: {
      names: ['garants'],
      example: '>=2',
      says: 'le nombre de garants, organismes compris',
      described: 'nombre de garants',
    },
  } satisfies NumberKey,
  'organisation-created': {
    ...datedBy(ofOrganisationTimes(({ created }) => created)),
    en: {
      names: ['organisation-created', 'organization-created'],
      example: '2026-11',
      says: 'when a guarantor organisation was created',
      described: 'guarantor organisation created',
    },
    fr: {
      names: ['organisme-créé'],
      example: '2026-11',
      says: 'quand un organisme garant a été créé',
      described: 'organisme garant créé',
    },
  } satisfies DateKey,
  'organisation-updated': {
    ...datedBy(ofOrganisationTimes(({ updated }) => updated)),
    en: {
      names: ['organisation-updated', 'organization-updated'],
      example: '2026-11',
      says: 'when a guarantor organisation was last updated',
      described: 'guarantor organisation updated',
    },
    fr: {
      names: ['organisme-modifié'],
      example: '2026-11',
      says: 'la dernière modification d’un organisme garant',
      described: 'organisme garant modifié',
    },
  } satisfies DateKey,
  has: {
    kind: 'part',
    isGiven: true,
    en: {
      names: ['has', 'with'],
      example: 'score,photo',
      says: 'what is provided',
      described: 'with',
    },
    fr: { names: ['avec'], example: 'note,photo', says: 'ce qui est renseigné' },
  } satisfies PartKey,
  no: {
    kind: 'part',
    isGiven: false,
    en: {
      names: ['no', 'without', 'missing'],
      example: 'guarantor',
      says: 'what is missing',
      described: 'without',
    },
    fr: { names: ['sans', 'manque', 'manquant'], example: 'garant', says: 'ce qui manque' },
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
    en: {
      names: ['taken', 'taken-by'],
      example: 'me',
      says: 'who has taken the file: me, nobody or @name',
      described: 'taken by',
    },
    fr: {
      names: ['pris', 'pris-par'],
      example: 'moi',
      says: 'qui s’occupe du dossier : moi, personne ou @nom',
      described: 'pris en charge par',
    },
  } satisfies PersonKey,
  watched: {
    kind: 'person',
    en: {
      names: ['watched', 'watched-by'],
      example: 'me',
      says: 'who watches the file: me, nobody or @name',
      described: 'watched by',
    },
    fr: {
      names: ['suivis', 'suivis-par'],
      example: 'moi',
      says: 'qui suit le dossier : moi, personne ou @nom',
      described: 'suivis par',
    },
  } satisfies PersonKey,
  snoozed: {
    kind: 'flag',
    en: {
      names: ['snoozed'],
      example: 'no',
      says: 'whether the file is snoozed',
      described: { yes: 'snoozed', no: 'not snoozed' },
    },
    fr: {
      names: ['reporté'],
      example: 'non',
      says: 'si le dossier est reporté',
      described: { yes: 'reportés', no: 'non reportés' },
    },
  } satisfies FlagKey,
} as const;
