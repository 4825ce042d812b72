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
  type PartKey,
  type PersonKey,
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
      example: 'applicant:dupont',
      says: 'words from an applicant’s name',
      described: 'applicant',
    },
    fr: {
      names: ['candidat', 'candidate', 'locataire', 'nom'],
      example: 'candidat:dupont',
      says: 'des mots du nom d’un candidat',
      described: 'candidat',
    },
  } satisfies TextKey,
  profile: {
    kind: 'text',
    names: null,
    en: {
      names: ['profile', 'occupation'],
      example: 'profile:student',
      says: 'words from an applicant’s profile, in English or French',
      described: 'profile',
    },
    fr: {
      names: ['profil', 'profession'],
      example: 'profil:étudiant',
      says: 'des mots du profil d’un candidat, en français ou en anglais',
      described: 'profil',
    },
  } satisfies TextKey,
  'applicant-status': {
    kind: 'choice',
    source: ofApplicants(({ status }) => status),
    values: {
      NEW,
      OPEN,
      COLLECT_STARTED: {
        words: {
          en: ['collecting', 'collection-started'],
          fr: ['collecte-en-cours', 'collecte-commencée'],
        },
        described: { en: 'collecting', fr: 'collecte en cours' },
      },
      COLLECT_COMPLETE: {
        words: {
          en: ['collection-complete', 'collection-completed'],
          fr: ['collecte-terminée', 'collecte-complète'],
        },
        described: { en: 'collection complete', fr: 'collecte terminée' },
      },
      COLLECTED,
      ANALYZED,
      CLOSED,
    },
    en: {
      names: ['applicant-status'],
      example: 'applicant-status:collecting',
      says: 'the status of an applicant',
      described: 'applicant status',
    },
    fr: {
      names: ['statut-candidat', 'statut-du-candidat'],
      example: 'statut-candidat:collecte-en-cours',
      says: 'le statut d’un candidat',
      described: 'statut d’un candidat',
    },
  } satisfies ChoiceKey<(typeof APPLICANT_STATUSES)[number]>,
  'applicant-score': {
    kind: 'number',
    min: -Infinity,
    max: Infinity,
    examples: ['>=70', '<50', '50..70'],
    source: ofApplicants(({ score }) => score),
    en: {
      names: ['applicant-score'],
      example: 'applicant-score:>=70',
      says: 'the score of an applicant',
      described: 'applicant score',
    },
    fr: {
      names: ['note-candidat', 'note-du-candidat'],
      example: 'note-candidat:>=70',
      says: 'la note d’un candidat',
      described: 'note d’un candidat',
    },
  } satisfies NumberKey,
  'applicant-completion': {
    kind: 'number',
    min: 0,
    max: 100,
    examples: ['>=80', '<100', '50..80'],
    source: ofApplicants(({ completion }) => completion),
    en: {
      names: ['applicant-completion'],
      example: 'applicant-completion:<100',
      says: 'completion of an applicant, in percent',
      described: 'applicant completion',
    },
    fr: {
      names: ['complétude-candidat', 'complétude-du-candidat'],
      example: 'complétude-candidat:<100',
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
    names: null,
    en: {
      names: ['applicant-id'],
      example: 'applicant-id:3f2a9c1e',
      says: 'the ID of an applicant, or of a guarantor among them',
      described: 'applicant ID',
    },
    fr: {
      names: ['id-candidat', 'identifiant-du-candidat'],
      example: 'id-candidat:3f2a9c1e',
      says: 'l’ID d’un candidat ou d’un garant parmi eux',
      described: 'identifiant du candidat',
    },
  } satisfies TextKey,
  'applicant-created': {
    ...datedBy(ofApplicantTimes('created')),
    en: {
      names: ['applicant-created'],
      example: 'applicant-created:2026-11',
      says: 'when an applicant was created',
      described: 'applicant created',
    },
    fr: {
      names: ['candidat-créé'],
      example: 'candidat-créé:2026-11',
      says: 'quand un candidat a été créé',
      described: 'candidat créé',
    },
  } satisfies DateKey,
  'applicant-updated': {
    ...datedBy(ofApplicantTimes('updated')),
    en: {
      names: ['applicant-updated'],
      example: 'applicant-updated:this-week',
      says: 'when an applicant was last updated',
      described: 'applicant updated',
    },
    fr: {
      names: ['candidat-modifié'],
      example: 'candidat-modifié:cette-semaine',
      says: 'la dernière modification d’un candidat',
      described: 'candidat modifié',
    },
  } satisfies DateKey,
  'form-submitted': {
    ...datedBy(ofApplicantTimes('submitted')),
    en: {
      names: ['form-submitted'],
      example: 'form-submitted:this-week',
      says: 'when an applicant handed in the form',
      described: 'form submitted',
    },
    fr: {
      names: ['formulaire-remis'],
      example: 'formulaire-remis:cette-semaine',
      says: 'quand un candidat a remis le formulaire',
      described: 'formulaire remis',
    },
  } satisfies DateKey,
  'applicant-pre-application': {
    kind: 'flag',
    source: PRE_APPLICANTS,
    en: {
      names: ['applicant-pre-application'],
      example: 'applicant-pre-application:yes',
      says: 'an applicant in pre-application',
      described: {
        yes: 'an applicant in pre-application',
        no: 'an applicant not in pre-application',
      },
    },
    fr: {
      names: ['pré-candidature-candidat'],
      example: 'pré-candidature-candidat:oui',
      says: 'un candidat en pré-candidature',
      described: { yes: 'un candidat en pré-candidature', no: 'un candidat hors pré-candidature' },
    },
  } satisfies FlagKey,
  'applicant-validated': {
    ...datedBy(ofApplicantTimes('validated')),
    en: {
      names: ['applicant-validated'],
      example: 'applicant-validated:2026-11',
      says: 'when the pre-application of an applicant was validated',
      described: 'applicant validated',
    },
    fr: {
      names: ['candidat-validé'],
      example: 'candidat-validé:2026-11',
      says: 'quand la pré-candidature d’un candidat a été validée',
      described: 'candidat validé',
    },
  } satisfies DateKey,
  guarantor: {
    kind: 'text',
    names: 'applicants',
    en: {
      names: ['guarantor'],
      example: 'guarantor:visale',
      says: 'a guarantor’s name or type of organisation; also yes or no',
      described: 'guarantor',
    },
    fr: {
      names: ['garant'],
      example: 'garant:visale',
      says: 'le nom d’un garant ou le type d’organisme ; aussi oui ou non',
      described: 'garant',
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
      example: 'guarantors:>=2',
      says: 'number of guarantors, organisations included',
      described: 'guarantors',
    },
    fr: {
      names: ['garants'],
      example: 'garants:>=2',
      says: 'le nombre de garants, organismes compris',
      described: 'nombre de garants',
    },
  } satisfies NumberKey,
  'organisation-created': {
    ...datedBy(ofOrganisationTimes(({ created }) => created)),
    en: {
      names: ['organisation-created', 'organization-created'],
      example: 'organisation-created:2026-11',
      says: 'when a guarantor organisation was created',
      described: 'guarantor organisation created',
    },
    fr: {
      names: ['organisme-créé'],
      example: 'organisme-créé:2026-11',
      says: 'quand un organisme garant a été créé',
      described: 'organisme garant créé',
    },
  } satisfies DateKey,
  'organisation-updated': {
    ...datedBy(ofOrganisationTimes(({ updated }) => updated)),
    en: {
      names: ['organisation-updated', 'organization-updated'],
      example: 'organisation-updated:2026-11',
      says: 'when a guarantor organisation was last updated',
      described: 'guarantor organisation updated',
    },
    fr: {
      names: ['organisme-modifié'],
      example: 'organisme-modifié:2026-11',
      says: 'la dernière modification d’un organisme garant',
      described: 'organisme garant modifié',
    },
  } satisfies DateKey,
  has: {
    kind: 'part',
    isGiven: true,
    en: {
      names: ['has', 'with'],
      example: 'has:score,photo',
      says: 'what is provided',
      described: 'with',
    },
    fr: {
      names: ['avec'],
      example: 'avec:note,photo',
      says: 'ce qui est renseigné',
      described: 'avec',
    },
  } satisfies PartKey,
  no: {
    kind: 'part',
    isGiven: false,
    en: {
      names: ['no', 'without', 'missing'],
      example: 'no:guarantor',
      says: 'what is missing',
      described: 'without',
    },
    fr: {
      names: ['sans', 'manque', 'manquant'],
      example: 'sans:garant',
      says: 'ce qui manque',
      described: 'sans',
    },
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
      example: 'taken:me',
      says: 'who has taken the file: me, nobody or @name',
      described: 'taken by',
    },
    fr: {
      names: ['pris', 'pris-par'],
      example: 'pris:moi',
      says: 'qui s’occupe du dossier : moi, personne ou @nom',
      described: 'pris en charge par',
    },
  } satisfies PersonKey,
  watched: {
    kind: 'person',
    en: {
      names: ['watched', 'watched-by'],
      example: 'watched:me',
      says: 'who watches the file: me, nobody or @name',
      described: 'watched by',
    },
    fr: {
      names: ['suivis', 'suivis-par'],
      example: 'suivis:moi',
      says: 'qui suit le dossier : moi, personne ou @nom',
      described: 'suivis par',
    },
  } satisfies PersonKey,
  snoozed: {
    kind: 'flag',
    source: null,
    en: {
      names: ['snoozed'],
      example: 'snoozed:no',
      says: 'whether the file is snoozed',
      described: { yes: 'snoozed', no: 'not snoozed' },
    },
    fr: {
      names: ['reporté'],
      example: 'reporté:non',
      says: 'si le dossier est reporté',
      described: { yes: 'reportés', no: 'non reportés' },
    },
  } satisfies FlagKey,
} as const;
