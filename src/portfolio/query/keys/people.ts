import { ofFacts } from '../../search/sources.ts';
import type { FlagKey, NumberKey, PartKey, PersonKey, TextKey } from './row.ts';

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
