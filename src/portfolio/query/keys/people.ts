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
      describe: (texts) => `applicant ${texts}`,
    },
    fr: {
      names: ['candidat', 'candidate', 'locataire', 'nom'],
      example: 'candidat:dupont',
      says: 'des mots du nom d’un candidat',
      describe: (texts) => `candidat ${texts}`,
    },
  } satisfies TextKey,
  profile: {
    kind: 'text',
    names: null,
    en: {
      names: ['profile', 'occupation'],
      example: 'profile:student',
      says: 'words from an applicant’s profile, in English or French',
      describe: (texts) => `profile ${texts}`,
    },
    fr: {
      names: ['profil', 'profession'],
      example: 'profil:étudiant',
      says: 'des mots du profil d’un candidat, en français ou en anglais',
      describe: (texts) => `profil ${texts}`,
    },
  } satisfies TextKey,
  guarantor: {
    kind: 'text',
    names: 'applicants',
    en: {
      names: ['guarantor'],
      example: 'guarantor:visale',
      says: 'a guarantor’s name or type of organisation; also yes or no',
      describe: (texts) => `guarantor ${texts}`,
    },
    fr: {
      names: ['garant'],
      example: 'garant:visale',
      says: 'le nom d’un garant ou le type d’organisme ; aussi oui ou non',
      describe: (texts) => `garant ${texts}`,
    },
  } satisfies TextKey,
  guarantors: {
    kind: 'number',
    min: 0,
    max: Infinity,
    examples: ['0', '>=1', '1..2'],
    source: ofFacts(({ hasGuarantors, guarantors, organisations }) =>
      hasGuarantors === null ? null : guarantors + organisations,
    ),
    en: {
      names: ['guarantors'],
      example: 'guarantors:>=2',
      says: 'number of guarantors, organisations included',
      describe: (compared) => `guarantors ${compared}`,
    },
    fr: {
      names: ['garants'],
      example: 'garants:>=2',
      says: 'le nombre de garants, organismes compris',
      describe: (compared) => `nombre de garants ${compared}`,
    },
  } satisfies NumberKey,
  has: {
    kind: 'part',
    isGiven: true,
    en: {
      names: ['has', 'with'],
      example: 'has:score,photo',
      says: 'what is provided',
      describe: (parts) => `with ${parts}`,
    },
    fr: {
      names: ['avec'],
      example: 'avec:note,photo',
      says: 'ce qui est renseigné',
      describe: (parts) => `avec ${parts}`,
    },
  } satisfies PartKey,
  no: {
    kind: 'part',
    isGiven: false,
    en: {
      names: ['no', 'without', 'missing'],
      example: 'no:guarantor',
      says: 'what is missing',
      describe: (parts) => `without ${parts}`,
    },
    fr: {
      names: ['sans', 'manque', 'manquant'],
      example: 'sans:garant',
      says: 'ce qui manque',
      describe: (parts) => `sans ${parts}`,
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
      describe: (people) => `taken by ${people}`,
    },
    fr: {
      names: ['pris', 'pris-par'],
      example: 'pris:moi',
      says: 'qui s’occupe du dossier : moi, personne ou @nom',
      describe: (people) => `pris en charge par ${people}`,
    },
  } satisfies PersonKey,
  watched: {
    kind: 'person',
    en: {
      names: ['watched', 'watched-by'],
      example: 'watched:me',
      says: 'who watches the file: me, nobody or @name',
      describe: (people) => `watched by ${people}`,
    },
    fr: {
      names: ['suivis', 'suivis-par'],
      example: 'suivis:moi',
      says: 'qui suit le dossier : moi, personne ou @nom',
      describe: (people) => `suivis par ${people}`,
    },
  } satisfies PersonKey,
  snoozed: {
    kind: 'flag',
    source: null,
    en: {
      names: ['snoozed'],
      example: 'snoozed:no',
      says: 'whether the file is snoozed',
      describe: { yes: 'snoozed', no: 'not snoozed' },
    },
    fr: {
      names: ['reporté'],
      example: 'reporté:non',
      says: 'si le dossier est reporté',
      describe: { yes: 'reportés', no: 'non reportés' },
    },
  } satisfies FlagKey,
} as const;
