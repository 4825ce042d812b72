import { ofFacts } from '../../search/sources.ts';
import type { NumberKey, PartKey, TextKey } from './row.ts';

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
      says: 'le nom d’un garant ou le type d’organisme ; aussi oui ou non',
      describe: (texts) => `garant ${texts}`,
    },
  } satisfies TextKey,
  guarantors: {
    kind: 'number',
    min: 0,
    max: Infinity,
    examples: ['0', '>=1', '1..2'],
    source: ofFacts(({ guarantors, organisations }) => guarantors + organisations),
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
      describe: (compared) => `garants ${compared}`,
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
  ['apprentice', 'apprentices', 'apprenti', 'apprentie', 'apprentis', 'apprenties', 'alternant'],
  ['employee', 'employees', 'employed', 'salarié', 'salariée', 'salariés', 'salariées'],
  ['permanent', 'permanent contract', 'cdi'],
  ['fixed-term', 'fixed-term contract', 'temporary', 'cdd'],
  ['civil servant', 'civil servants', 'fonctionnaire', 'fonctionnaires'],
  ['self-employed', 'freelance', 'independent', 'indépendant', 'indépendante', 'indépendants'],
  ['retired', 'pensioner', 'pensioners', 'retraité', 'retraitée', 'retraités', 'retraitées'],
  ['unemployed', 'jobseeker', 'chômeur', 'chômeuse', 'sans emploi'],
  ['company', 'companies', 'société', 'sociétés', 'entreprise', 'entreprises'],
  ['employer', 'employeur'],
  ['bank', 'banque'],
  ['insurance', 'insurer', 'assurance', 'assureur'],
  ['guarantor', 'guarantors', 'garant', 'garante', 'garants', 'garantes'],
];
