import { ofFacts, ofNumber } from '../../search/sources.ts';
import {
  type AgeKey,
  type DateKey,
  type FlagKey,
  inflected,
  type NumberKey,
  type TextKey,
} from './row.ts';

/** Other keys about the rental file itself. */
export const FILE_KEYS = {
  file: {
    kind: 'text',
    names: null,
    en: {
      names: ['file', 'id'],
      example: 'file:3f2a9c1e',
      says: 'the file’s ID, or how it begins',
      describe: (texts) => `file ${texts}`,
    },
    fr: {
      names: ['dossier', 'identifiant'],
      example: 'dossier:3f2a9c1e',
      says: 'l’identifiant du dossier, ou son début',
      describe: (texts) => `dossier ${texts}`,
    },
  } satisfies TextKey,
  manager: {
    kind: 'text',
    names: 'managers',
    en: {
      names: ['manager', 'agent'],
      example: 'manager:anna',
      says: 'who manages the file or its property',
      describe: (texts) => `manager ${texts}`,
    },
    fr: {
      names: ['gestionnaire', 'responsable', 'agent'],
      example: 'gestionnaire:anna',
      says: 'qui gère le dossier ou son bien',
      describe: (texts) => `gestionnaire ${texts}`,
    },
  } satisfies TextKey,
  tag: {
    kind: 'text',
    names: null,
    en: {
      names: ['tag', 'label'],
      example: '-tag:urgent',
      says: 'a tag; with a hyphen, files without it',
      describe: (texts) => `tagged ${texts}`,
    },
    fr: {
      names: ['étiquette', 'libellé'],
      example: '-étiquette:urgent',
      says: 'une étiquette ; avec un tiret, sans elle',
      describe: (texts) => `étiquette ${texts}`,
    },
  } satisfies TextKey,
  age: {
    kind: 'age',
    en: {
      names: ['age'],
      example: 'age:>3bd',
      says: 'time since creation: h, d, bd (working days), w, mo',
      describe: {
        '>': (age) => `older than ${age}`,
        '>=': (age) => `at least ${age} old`,
        '<': (age) => `less than ${age} old`,
        '<=': (age) => `at most ${age} old`,
        '=': (age) => `${age} old`,
        '..': (from, to) => `${from} to ${to} old`,
      },
    },
    fr: {
      names: ['âge', 'ancienneté'],
      example: 'âge:>3jo',
      says: 'depuis la création : h, j, jo (jours ouvrés), sem, mois',
      describe: {
        '>': (age) => `de plus de ${age}`,
        '>=': (age) => `d’au moins ${age}`,
        '<': (age) => `de moins de ${age}`,
        '<=': (age) => `d’au plus ${age}`,
        '=': (age) => `de ${age}`,
        '..': (from, to) => `de ${from} à ${to}`,
      },
    },
  } satisfies AgeKey,
  stale: {
    kind: 'age',
    en: {
      names: ['stale', 'idle', 'inactive', 'unchanged'],
      example: 'stale:>2d',
      says: 'time since the last change',
      describe: {
        '>': (age) => `unchanged for more than ${age}`,
        '>=': (age) => `unchanged for at least ${age}`,
        '<': (age) => `changed less than ${age} ago`,
        '<=': (age) => `changed at most ${age} ago`,
        '=': (age) => `unchanged for ${age}`,
        '..': (from, to) => `unchanged for ${from} to ${to}`,
      },
    },
    fr: {
      names: ['inactif', 'inchangé', 'dormant', 'sans-changement'],
      example: 'inactif:>2j',
      says: 'depuis le dernier changement',
      describe: {
        '>': (age) => `inchangés depuis plus de ${age}`,
        '>=': (age) => `inchangés depuis au moins ${age}`,
        '<': (age) => `modifiés il y a moins de ${age}`,
        '<=': (age) => `modifiés il y a au plus ${age}`,
        '=': (age) => `inchangés depuis ${age}`,
        '..': (from, to) => `inchangés depuis ${from} à ${to}`,
      },
    },
  } satisfies AgeKey,
  score: {
    kind: 'number',
    min: -Infinity,
    max: Infinity,
    examples: ['>=70', '<50', '50..70'],
    source: null,
    en: {
      names: ['score', 'rating'],
      example: 'score:>=70',
      says: 'the score',
      describe: (compared) => `score ${compared}`,
    },
    fr: {
      names: ['note'],
      example: 'note:>=70',
      says: 'la note',
      describe: (compared) => `note ${compared}`,
    },
  } satisfies NumberKey,
  /** In percent, whether the service counts to 1 or to 100. */
  completion: {
    kind: 'number',
    min: 0,
    max: 100,
    examples: ['>=80', '<100', '50..80'],
    source: null,
    en: {
      names: ['completion', 'complete', 'completed'],
      example: 'completion:<100',
      says: 'completion, in percent',
      describe: (compared) => `completion ${compared}`,
    },
    fr: {
      names: ['complet', 'complétude', 'complétion', 'avancement', 'dossier-complet'],
      example: 'complet:<100',
      says: 'la complétude, en pour cent',
      describe: (compared) => `complétude ${compared}`,
    },
  } satisfies NumberKey,
  created: {
    kind: 'date',
    source: null,
    en: {
      names: ['created', 'received'],
      example: 'created:2026-11',
      says: 'year, month or day of creation',
      describe: (compared) => `created ${compared}`,
    },
    fr: {
      names: ['créé', 'création', 'reçu', 'réception'],
      example: 'créé:2026-11',
      says: 'l’année, le mois ou le jour de la création',
      describe: (compared) => `créés ${compared}`,
    },
  } satisfies DateKey,
  updated: {
    kind: 'date',
    source: null,
    en: {
      names: ['updated', 'changed', 'modified'],
      example: 'updated:>2026-11-01',
      says: 'date of the last update',
      describe: (compared) => `updated ${compared}`,
    },
    fr: {
      names: ['modifié', 'modification', 'maj', 'mis-à-jour'],
      example: 'modifié:>2026-11-01',
      says: 'la dernière modification',
      describe: (compared) => `modifiés ${compared}`,
    },
  } satisfies DateKey,
  archived: {
    kind: 'flag',
    // A time that could not be read is `Infinity`, and neither.
    source: (table, test) =>
      ofNumber('archived')(table, (time) => test(time === Infinity ? null : time !== null)),
    en: {
      names: ['archived'],
      example: 'archived:no',
      says: 'archived or not',
      describe: { yes: 'archived', no: 'not archived', alone: { yes: ['archived'] } },
    },
    fr: {
      names: ['archivé', 'archive'],
      example: 'archivé:non',
      says: 'archivé ou non',
      describe: { yes: 'archivés', no: 'non archivés', alone: { yes: inflected('archivé') } },
    },
  } satisfies FlagKey,
  insured: {
    kind: 'flag',
    source: ofFacts(({ isInsured }) => isInsured),
    en: {
      names: ['insured', 'under-insurance'],
      example: 'insured:yes',
      says: 'whether the file is insured',
      describe: { yes: 'insured', no: 'not insured', alone: { yes: ['insured'] } },
    },
    fr: {
      names: ['assuré', 'sous-assurance'],
      example: 'assuré:oui',
      says: 'si le dossier est assuré',
      describe: { yes: 'assurés', no: 'non assurés', alone: { yes: inflected('assuré') } },
    },
  } satisfies FlagKey,
  'pre-application': {
    kind: 'flag',
    source: ofFacts(({ isPreApplication }) => isPreApplication),
    en: {
      names: ['pre-application', 'preapplication'],
      example: 'pre-application:no',
      says: 'a pre-application or a full file',
      describe: {
        yes: 'pre-applications',
        no: 'not pre-applications',
        alone: { yes: ['pre-application', 'pre-applications'] },
      },
    },
    fr: {
      names: ['pré-candidature', 'précandidature'],
      example: 'pré-candidature:non',
      says: 'une pré-candidature ou un dossier de location',
      describe: {
        yes: 'pré-candidatures',
        no: 'hors pré-candidatures',
        alone: { yes: ['pré-candidature', 'pré-candidatures'] },
      },
    },
  } satisfies FlagKey,
  engagement: {
    kind: 'flag',
    source: ofFacts(({ mayEngage }) => mayEngage),
    en: {
      names: ['engagement'],
      example: 'engagement:yes',
      says: 'whether applicants can access their data and receive e-mail',
      describe: { yes: 'engagement allowed', no: 'engagement not allowed' },
    },
    fr: {
      names: ['échanges', 'accès-candidat'],
      example: 'échanges:oui',
      says: 'si les candidats accèdent à leurs données et reçoivent des e-mails',
      describe: { yes: 'échanges permis', no: 'échanges non permis' },
    },
  } satisfies FlagKey,
} as const;
