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
  words,
} from './row.ts';

const VALIDATED: Source<number | null> = ({ entries }, test) =>
  Uint8Array.from(entries, ({ validatedMs }) => (test(validatedMs) ? 1 : 0));

/** Other keys about the rental file itself. */
export const FILE_KEYS = {
  file: {
    kind: 'text',
    isOfIds: true,
    en: words(['file', 'id'], '3f2a9c1e', 'the file’s ID, or how it begins'),
    fr: words(['dossier', 'identifiant'], '3f2a9c1e', 'l’identifiant du dossier, ou son début'),
  } satisfies TextKey,
  manager: {
    kind: 'text',
    names: 'managers',
    en: words(['manager', 'agent'], 'anna', 'who manages the file or its property'),
    fr: words(
      ['gestionnaire', 'gérant', 'responsable', 'agent'],
      'anna',
      'qui gère le dossier ou son bien',
    ),
  } satisfies TextKey,
  tag: {
    kind: 'text',
    en: words(['tag', 'label'], '-urgent', 'a tag; with a hyphen, files without it', 'tagged'),
    fr: words(['étiquette', 'libellé'], '-urgent', 'une étiquette ; avec un tiret, sans elle'),
  } satisfies TextKey,
  age: {
    kind: 'age',
    times: ofNumber('created'),
    en: words(['age'], '>3bd', 'time since creation: h, d, bd (working days), w, mo', {
      '>': (age) => `older than ${age}`,
      '>=': (age) => `at least ${age} old`,
      '<': (age) => `less than ${age} old`,
      '<=': (age) => `at most ${age} old`,
      '=': (age) => `${age} old`,
      '..': (from, to) => `${from} to ${to} old`,
    }),
    fr: words(
      ['âge', 'ancienneté'],
      '>3jo',
      'depuis la création : h, j, jo (jours ouvrés), sem, mois',
      {
        '>': (age) => `de plus de ${age}`,
        '>=': (age) => `d’au moins ${age}`,
        '<': (age) => `de moins de ${age}`,
        '<=': (age) => `d’au plus ${age}`,
        '=': (age) => `de ${age}`,
        '..': (from, to) => `de ${from} à ${to}`,
      },
    ),
  } satisfies AgeKey,
  stale: {
    kind: 'age',
    times: ofNumber('touched'),
    en: words(['stale', 'idle', 'inactive', 'unchanged'], '>2d', 'time since the last change', {
      ...spanned('unchanged for'),
      '<': (age) => `changed less than ${age} ago`,
      '<=': (age) => `changed at most ${age} ago`,
    }),
    fr: words(
      ['inactif', 'inchangé', 'dormant', 'sans-changement'],
      '>2j',
      'depuis le dernier changement',
      {
        ...spannedInFrench('inchangés depuis'),
        '<': (age) => `modifiés il y a moins de ${age}`,
        '<=': (age) => `modifiés il y a au plus ${age}`,
      },
    ),
  } satisfies AgeKey,
  waiting: {
    kind: 'age',
    isOfAwaiting: true,
    times: ofNumber('created'),
    en: words(
      ['waiting', 'waiting-for'],
      '>5bd',
      'time since creation, of files that await a decision',
      spanned('waiting for'),
    ),
    fr: words(
      ['attente-depuis', 'attend-depuis'],
      '>5jo',
      'depuis la création, pour les dossiers à décider',
      spannedInFrench('en attente depuis'),
    ),
  } satisfies AgeKey,
  /** Where a file that awaits a decision stands, as the headers of lists and digests count it. */
  stage: {
    kind: 'choice',
    source: null,
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
    en: words(
      ['stage', 'progress'],
      'in-review',
      'of those awaiting decision: ready, in-review or waiting-for-documents',
      null,
    ),
    fr: words(
      ['phase', 'stade'],
      'à-l-étude',
      'de ceux à décider : prêts, à-l-étude ou en-attente-de-pièces',
      null,
    ),
  } satisfies ChoiceKey<Stage>,
  ready: {
    kind: 'age',
    past: 'ready',
    en: words(
      ['ready', 'ready-for'],
      '>2bd',
      'how long the file has been ready to decide',
      spanned('ready to decide for'),
    ),
    fr: words(
      [...inflected('prêt'), 'prêt-depuis'],
      '>2jo',
      'depuis quand le dossier est prêt à décider',
      spannedInFrench('prêts à décider depuis'),
    ),
  } satisfies AgeKey,
  'since-decision': {
    kind: 'age',
    past: 'decided',
    en: words(
      ['since-decision'],
      '<7d',
      'time since the file was approved or declined',
      spanned('decided', ' ago'),
    ),
    fr: words(
      ['depuis-décision'],
      '<7j',
      'depuis que le dossier est accepté ou refusé',
      spannedInFrench('décidés il y a'),
    ),
  } satisfies AgeKey,
  score: {
    ...SCORE,
    en: words(['score', 'rating'], '>=70', 'the score'),
    fr: words(['note'], '>=70', 'la note'),
  } satisfies NumberKey,
  /** In percent, whether the service counts to 1 or to 100. */
  completion: {
    ...PERCENT,
    en: words(['completion', 'complete', 'completed'], '<100', 'completion, in percent'),
    fr: words(
      ['complet', 'complétude', 'complétion', 'avancement', 'dossier-complet'],
      '<100',
      'la complétude, en pour cent',
      'complétude',
    ),
  } satisfies NumberKey,
  created: {
    kind: 'date',
    times: ofNumber('created'),
    en: words(['created', 'received'], '2026-11', 'year, month or day of creation'),
    fr: words(
      ['créé', 'création', 'reçu', 'réception'],
      '2026-11',
      'l’année, le mois ou le jour de la création',
      'créés',
    ),
  } satisfies DateKey,
  updated: {
    kind: 'date',
    times: ofNumber('updated'),
    en: words(['updated', 'changed', 'modified'], '>2026-11-01', 'date of the last update'),
    fr: words(
      ['modifié', 'modification', 'maj', 'mis-à-jour'],
      '>2026-11-01',
      'la dernière modification',
      'modifiés',
    ),
  } satisfies DateKey,
  decided: {
    kind: 'date',
    past: 'decided',
    en: words(['decided'], 'last-week', 'when the file was approved or declined'),
    fr: words(
      [...inflected('décidé'), 'tranché'],
      'semaine-dernière',
      'quand le dossier a été accepté ou refusé',
      'décidés',
    ),
  } satisfies DateKey,
  'ready-since': {
    kind: 'date',
    past: 'ready',
    en: words(
      ['ready-since'],
      'this-week',
      'when the file became ready to decide, as long as it is',
      'became ready',
    ),
    fr: words(
      ['prêt-depuis-le'],
      'cette-semaine',
      'quand le dossier est devenu prêt à décider',
      'devenus prêts',
    ),
  } satisfies DateKey,
  archived: {
    kind: 'flag',
    // A time that could not be read is `Infinity`, and neither.
    source: (table, test) =>
      ofNumber('archived')(table, (time) => test(time === Infinity ? null : time !== null)),
    en: words(['archived'], 'no', 'archived or not', {
      yes: 'archived',
      no: 'not archived',
      alone: { yes: ['archived'] },
    }),
    fr: words(['archivé', 'archive'], 'non', 'archivé ou non', {
      yes: 'archivés',
      no: 'non archivés',
      alone: { yes: inflected('archivé') },
    }),
  } satisfies FlagKey,
  'archived-on': {
    ...datedBy(ofNumber('archived')),
    en: words(['archived-on'], 'last-month', 'when the file was archived', 'archived'),
    fr: words(['archivé-le'], 'mois-dernier', 'quand le dossier a été archivé', 'archivés'),
  } satisfies DateKey,
  insured: {
    kind: 'flag',
    source: ofFacts(({ isInsured }) => isInsured),
    en: words(['insured', 'under-insurance'], 'yes', 'whether the file is insured', {
      yes: 'insured',
      no: 'not insured',
      alone: { yes: ['insured'] },
    }),
    fr: words(['assuré', 'sous-assurance'], 'oui', 'si le dossier est assuré', {
      yes: 'assurés',
      no: 'non assurés',
      alone: { yes: inflected('assuré') },
    }),
  } satisfies FlagKey,
  'pre-application': {
    kind: 'flag',
    source: ofFacts(({ isPreApplication }) => isPreApplication),
    en: words(['pre-application', 'preapplication'], 'no', 'a pre-application or a full file', {
      yes: 'pre-applications',
      no: 'not pre-applications',
      alone: { yes: ['pre-application', 'pre-applications'] },
    }),
    fr: words(['pré-candidature', 'précandidature'], 'non', 'une pré-candidature ou un dossier', {
      yes: 'pré-candidatures',
      no: 'hors pré-candidatures',
      alone: { yes: ['pré-candidature', 'pré-candidatures'] },
    }),
  } satisfies FlagKey,
  'pre-application-validated': {
    ...datedBy(VALIDATED),
    en: words(
      ['pre-application-validated'],
      '2026-11',
      'when the pre-application was validated',
      'pre-application validated',
    ),
    fr: words(
      ['pré-candidature-validée'],
      '2026-11',
      'quand la pré-candidature a été validée',
      'pré-candidature validée',
    ),
  } satisfies DateKey,
  engagement: {
    kind: 'flag',
    source: ofFacts(({ mayEngage }) => mayEngage),
    en: words(
      ['engagement'],
      'yes',
      'whether applicants can access their data and receive e-mail',
      { yes: 'engagement allowed', no: 'engagement not allowed' },
    ),
    fr: words(
      ['échanges', 'accès-candidat'],
      'oui',
      'si les candidats accèdent à leurs données et reçoivent des e-mails',
      { yes: 'échanges permis', no: 'échanges non permis' },
    ),
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
