import { ofFacts, ofNumber, type Source } from '../../search/sources.ts';
import type { Compared } from '../describe.ts';
import {
  type AgeKey,
  type ChoiceKey,
  type DateKey,
  datedBy,
  type FlagKey,
  inflected,
  type NumberKey,
  PERCENT,
  SCORE,
  type Stage,
  type TextKey,
} from './row.ts';

const VALIDATED: Source<number | null> = ({ entries }, test) =>
  Uint8Array.from(entries, ({ validatedMs }) => (test(validatedMs) ? 1 : 0));

/** Other keys about the rental file itself. */
export const FILE_KEYS = {
  file: {
    kind: 'text',
    en: { names: ['file', 'id'], example: '3f2a9c1e', says: 'the file’s ID, or how it begins' },
    fr: {
      names: ['dossier', 'identifiant'],
      example: '3f2a9c1e',
      says: 'l’identifiant du dossier, ou son début',
    },
  } satisfies TextKey,
  manager: {
    kind: 'text',
    names: 'managers',
    en: {
      names: ['manager', 'agent'],
      example: 'anna',
      says: 'who manages the file or its property',
    },
    fr: {
      names: ['gestionnaire', 'gérant', 'responsable', 'agent'],
      example: 'anna',
      says: 'qui gère le dossier ou son bien',
    },
  } satisfies TextKey,
  tag: {
    kind: 'text',
    en: {
      names: ['tag', 'label'],
      example: '-urgent',
      says: 'a tag; with a hyphen, files without it',
      described: 'tagged',
    },
    fr: {
      names: ['étiquette', 'libellé'],
      example: '-urgent',
      says: 'une étiquette ; avec un tiret, sans elle',
    },
  } satisfies TextKey,
  age: {
    kind: 'age',
    en: {
      names: ['age'],
      example: '>3bd',
      says: 'time since creation: h, d, bd (working days), w, mo',
      described: {
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
      example: '>3jo',
      says: 'depuis la création : h, j, jo (jours ouvrés), sem, mois',
      described: {
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
      example: '>2d',
      says: 'time since the last change',
      described: {
        ...spanned('unchanged for'),
        '<': (age) => `changed less than ${age} ago`,
        '<=': (age) => `changed at most ${age} ago`,
      },
    },
    fr: {
      names: ['inactif', 'inchangé', 'dormant', 'sans-changement'],
      example: '>2j',
      says: 'depuis le dernier changement',
      described: {
        ...spannedInFrench('inchangés depuis'),
        '<': (age) => `modifiés il y a moins de ${age}`,
        '<=': (age) => `modifiés il y a au plus ${age}`,
      },
    },
  } satisfies AgeKey,
  waiting: {
    kind: 'age',
    en: {
      names: ['waiting', 'waiting-for'],
      example: '>5bd',
      says: 'time since creation, of files that await a decision',
      described: spanned('waiting for'),
    },
    fr: {
      names: ['attente-depuis', 'attend-depuis'],
      example: '>5jo',
      says: 'depuis la création, pour les dossiers à décider',
      described: spannedInFrench('en attente depuis'),
    },
  } satisfies AgeKey,
  /** Where a file that awaits a decision stands, as the headers of lists and digests count it. */
  stage: {
    kind: 'choice',
    values: {
      READY: {
        en: ['ready', 'ready-to-decide'],
        fr: ['prêts', 'prêt', 'prêt-à-décider'],
        described: { en: 'ready, awaiting decision', fr: 'prêts, à décider' },
      },
      IN_REVIEW: {
        en: ['in-review', 'under-review', 'being-reviewed'],
        fr: ['à-l-étude', 'en-cours-d-examen', 'en-cours-d-étude', 'en-examen'],
        described: { fr: 'à l’étude' },
      },
      WAITING_FOR_DOCUMENTS: {
        en: ['waiting-for-documents', 'awaiting-documents', 'waiting'],
        fr: ['en-attente-de-pièces', 'en-attente-de-documents', 'en-attente'],
      },
    },
    en: {
      names: ['stage', 'progress'],
      example: 'in-review',
      says: 'of those awaiting decision: ready, in-review or waiting-for-documents',
      described: null,
    },
    fr: {
      names: ['phase', 'stade'],
      example: 'à-l-étude',
      says: 'de ceux à décider : prêts, à-l-étude ou en-attente-de-pièces',
      described: null,
    },
  } satisfies ChoiceKey<Stage>,
  ready: {
    kind: 'age',
    en: {
      names: ['ready', 'ready-for'],
      example: '>2bd',
      says: 'how long the file has been ready to decide',
      described: spanned('ready to decide for'),
    },
    fr: {
      names: [...inflected('prêt'), 'prêt-depuis'],
      example: '>2jo',
      says: 'depuis quand le dossier est prêt à décider',
      described: spannedInFrench('prêts à décider depuis'),
    },
  } satisfies AgeKey,
  'since-decision': {
    kind: 'age',
    en: {
      names: ['since-decision'],
      example: '<7d',
      says: 'time since the file was approved or declined',
      described: spanned('decided', ' ago'),
    },
    fr: {
      names: ['depuis-décision'],
      example: '<7j',
      says: 'depuis que le dossier est accepté ou refusé',
      described: spannedInFrench('décidés il y a'),
    },
  } satisfies AgeKey,
  score: {
    ...SCORE,
    en: { names: ['score', 'rating'], example: '>=70', says: 'the score' },
    fr: { names: ['note'], example: '>=70', says: 'la note' },
  } satisfies NumberKey,
  /** In percent, whether the service counts to 1 or to 100. */
  completion: {
    ...PERCENT,
    en: {
      names: ['completion', 'complete', 'completed'],
      example: '<100',
      says: 'completion, in percent',
    },
    fr: {
      names: ['complet', 'complétude', 'complétion', 'avancement', 'dossier-complet'],
      example: '<100',
      says: 'la complétude, en pour cent',
      described: 'complétude',
    },
  } satisfies NumberKey,
  created: {
    kind: 'date',
    en: {
      names: ['created', 'received'],
      example: '2026-11',
      says: 'year, month or day of creation',
    },
    fr: {
      names: ['créé', 'création', 'reçu', 'réception'],
      example: '2026-11',
      says: 'l’année, le mois ou le jour de la création',
      described: 'créés',
    },
  } satisfies DateKey,
  updated: {
    kind: 'date',
    en: {
      names: ['updated', 'changed', 'modified'],
      example: '>2026-11-01',
      says: 'date of the last update',
    },
    fr: {
      names: ['modifié', 'modification', 'maj', 'mis-à-jour'],
      example: '>2026-11-01',
      says: 'la dernière modification',
      described: 'modifiés',
    },
  } satisfies DateKey,
  decided: {
    kind: 'date',
    en: {
      names: ['decided'],
      example: 'last-week',
      says: 'when the file was approved or declined',
    },
    fr: {
      names: [...inflected('décidé'), 'tranché'],
      example: 'semaine-dernière',
      says: 'quand le dossier a été accepté ou refusé',
      described: 'décidés',
    },
  } satisfies DateKey,
  'ready-since': {
    kind: 'date',
    en: {
      names: ['ready-since'],
      example: 'this-week',
      says: 'when the file became ready to decide, as long as it is',
      described: 'became ready',
    },
    fr: {
      names: ['prêt-depuis-le'],
      example: 'cette-semaine',
      says: 'quand le dossier est devenu prêt à décider',
      described: 'devenus prêts',
    },
  } satisfies DateKey,
  archived: {
    kind: 'flag',
    // A time that could not be read is `Infinity`, and neither.
    source: (table, test) =>
      ofNumber('archived')(table, (time) => test(time === Infinity ? null : time !== null)),
    en: {
      names: ['archived'],
      example: 'no',
      says: 'archived or not',
      described: { yes: 'archived', no: 'not archived', alone: { yes: ['archived'] } },
    },
    fr: {
      names: ['archivé', 'archive'],
      example: 'non',
      says: 'archivé ou non',
      described: { yes: 'archivés', no: 'non archivés', alone: { yes: inflected('archivé') } },
    },
  } satisfies FlagKey,
  'archived-on': {
    ...datedBy(ofNumber('archived')),
    en: {
      names: ['archived-on'],
      example: 'last-month',
      says: 'when the file was archived',
      described: 'archived',
    },
    fr: {
      names: ['archivé-le'],
      example: 'mois-dernier',
      says: 'quand le dossier a été archivé',
      described: 'archivés',
    },
  } satisfies DateKey,
  insured: {
    kind: 'flag',
    source: ofFacts(({ isInsured }) => isInsured),
    en: {
      names: ['insured', 'under-insurance'],
      example: 'yes',
      says: 'whether the file is insured',
      described: { yes: 'insured', no: 'not insured', alone: { yes: ['insured'] } },
    },
    fr: {
      names: ['assuré', 'sous-assurance'],
      example: 'oui',
      says: 'si le dossier est assuré',
      described: { yes: 'assurés', no: 'non assurés', alone: { yes: inflected('assuré') } },
    },
  } satisfies FlagKey,
  'pre-application': {
    kind: 'flag',
    source: ofFacts(({ isPreApplication }) => isPreApplication),
    en: {
      names: ['pre-application', 'preapplication'],
      example: 'no',
      says: 'a pre-application or a full file',
      described: {
        yes: 'pre-applications',
        no: 'not pre-applications',
        alone: { yes: ['pre-application', 'pre-applications'] },
      },
    },
    fr: {
      names: ['pré-candidature', 'précandidature'],
      example: 'non',
      says: 'une pré-candidature ou un dossier',
      described: {
        yes: 'pré-candidatures',
        no: 'hors pré-candidatures',
        alone: { yes: ['pré-candidature', 'pré-candidatures'] },
      },
    },
  } satisfies FlagKey,
  'pre-application-validated': {
    ...datedBy(VALIDATED),
    en: {
      names: ['pre-application-validated'],
      example: '2026-11',
      says: 'when the pre-application was validated',
      described: 'pre-application validated',
    },
    fr: {
      names: ['pré-candidature-validée'],
      example: '2026-11',
      says: 'quand la pré-candidature a été validée',
      described: 'pré-candidature validée',
    },
  } satisfies DateKey,
  engagement: {
    kind: 'flag',
    source: ofFacts(({ mayEngage }) => mayEngage),
    en: {
      names: ['engagement'],
      example: 'yes',
      says: 'whether applicants can access their data and receive e-mail',
      described: { yes: 'engagement allowed', no: 'engagement not allowed' },
    },
    fr: {
      names: ['échanges', 'accès-candidat'],
      example: 'oui',
      says: 'si les candidats accèdent à leurs données et reçoivent des e-mails',
      described: { yes: 'échanges permis', no: 'échanges non permis' },
    },
  } satisfies FlagKey,
} as const;

/** Spans of time in English, between `before` and `behind`. */
function spanned(before: string, behind = ''): Compared<string> {
  return {
    '>': (age) => `${before} more than ${age}${behind}`,
    '>=': (age) => `${before} at least ${age}${behind}`,
    '<': (age) => `${before} less than ${age}${behind}`,
    '<=': (age) => `${before} at most ${age}${behind}`,
    '=': (age) => `${before} ${age}${behind}`,
    '..': (from, to) => `${before} ${from} to ${to}${behind}`,
  };
}

/** The same in French. */
function spannedInFrench(before: string): Compared<string> {
  return {
    '>': (age) => `${before} plus de ${age}`,
    '>=': (age) => `${before} au moins ${age}`,
    '<': (age) => `${before} moins de ${age}`,
    '<=': (age) => `${before} au plus ${age}`,
    '=': (age) => `${before} ${age}`,
    '..': (from, to) => `${before} ${from} à ${to}`,
  };
}
