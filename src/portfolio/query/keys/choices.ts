import type {
  Category,
  Decision,
  FileStatus,
  Situation,
} from '../../../rental-api/schema/fields.ts';
import { ofFile, ofProperty } from '../../search/sources.ts';
import { type ChoiceKey, inflected, words } from './row.ts';

/** Keys about the file that take one of some values. */
export const FILE_CHOICES = {
  status: {
    kind: 'choice',
    source: ofFile('status'),
    values: {
      NEW: { en: ['new'], fr: ['nouveau', 'nouveaux', 'nouvelle', 'nouvelles'] },
      OPEN: { en: ['open', 'opened'], fr: inflected('ouvert') },
      PROCESSING: {
        en: ['processing', 'in-progress', 'in-process'],
        fr: ['en-traitement', 'traitement', 'en-cours'],
      },
      COLLECTED: {
        en: ['collected', 'documents-collected', 'documents-received'],
        fr: ['pièces-reçues', ...inflected('collecté')],
      },
      ANALYZED: {
        en: ['analysed', 'analyzed', 'reviewed'],
        fr: [...inflected('analysé'), ...inflected('étudié')],
      },
      CLOSED: {
        en: ['closed'],
        fr: ['clos', 'close', 'closes', ...inflected('fermé'), ...inflected('clôturé')],
      },
    },
    en: words(['status', 'state'], 'new,open', 'the file’s status'),
    fr: words(['statut', 'état', 'étape'], 'nouveau,ouvert', 'le statut du dossier'),
  } satisfies ChoiceKey<FileStatus>,
  decision: {
    kind: 'choice',
    source: ofFile('decision'),
    values: {
      PENDING: {
        en: ['pending'],
        fr: ['en-attente', 'attente'],
        described: { en: 'decision pending', fr: 'décision en attente' },
      },
      READY: {
        en: ['ready', 'ready-to-decide'],
        fr: [...inflected('prêt'), 'prêt-à-décider'],
        described: { en: 'ready to decide', fr: 'prêts à décider' },
      },
      ACCEPTED: {
        en: ['approved', 'accepted'],
        fr: [...inflected('accepté'), ...inflected('approuvé'), ...inflected('validé')],
        described: { fr: 'acceptés' },
      },
      REJECTED: {
        en: ['declined', 'rejected', 'refused', 'denied'],
        fr: [...inflected('refusé'), ...inflected('rejeté'), 'refus'],
        described: { fr: 'refusés' },
      },
    },
    groups: [
      {
        values: ['PENDING', 'READY'],
        en: ['awaiting', 'awaiting-decision', 'waiting', 'undecided'],
        fr: ['à-décider', 'en-attente-de-décision'],
      },
      { values: ['ACCEPTED', 'REJECTED'], en: ['decided'], fr: inflected('décidé') },
    ],
    en: words(['decision'], 'awaiting', 'pending, ready, approved or declined', null),
    fr: words(['décision'], 'à-décider', 'en-attente, prêt, accepté ou refusé', null),
  } satisfies ChoiceKey<Decision>,
  situation: {
    kind: 'choice',
    source: ofFile('situation'),
    values: {
      SINGLE: {
        en: ['single', 'alone'],
        fr: [...inflected('seul'), 'célibataire', 'célibataires', 'personne-seule'],
        described: { en: 'single applicant', fr: 'candidat seul' },
      },
      COUPLE: { en: ['couple', 'couples'], fr: ['couple', 'en-couple'] },
      ROOMATES: {
        en: ['roommates', 'roommate', 'flatmates', 'housemates'],
        fr: ['colocation', 'colocations', 'coloc', 'colocs', 'colocataire', 'colocataires'],
      },
      SOLID_ROOMATES: {
        en: ['solid-roommates', 'joint-roommates', 'jointly-liable'],
        fr: ['colocation-solidaire', 'coloc-solidaire', 'solidaire', 'solidaires'],
        described: { en: 'jointly liable roommates' },
      },
    },
    en: words(
      ['situation', 'household'],
      'couple,roommates',
      'single applicant, couple or roommates',
      null,
    ),
    fr: words(
      ['situation', 'foyer'],
      'couple,colocation',
      'candidat seul, couple ou colocation',
      null,
    ),
  } satisfies ChoiceKey<Situation>,
} as const;

/** Keys about the property that take one of some values. */
export const PROPERTY_CHOICES = {
  category: {
    kind: 'choice',
    source: ofProperty(({ category }) => category),
    values: {
      house: { en: ['house', 'houses'], fr: ['maison', 'maisons'] },
      apartment: {
        en: ['apartment', 'apartments', 'flat', 'flats'],
        fr: ['appartement', 'appartements', 'appart', 'apparts'],
      },
      land: { en: ['land', 'plot'], fr: ['terrain', 'terrains'] },
      commercial: {
        en: ['commercial', 'office', 'shop'],
        fr: ['local-commercial', 'local', 'locaux', 'commerce', 'bureau', 'bureaux'],
      },
      other: { en: ['other'], fr: ['autre', 'autres'] },
      prestige: { en: ['prestige', 'luxury'], fr: ['prestige', 'luxe'] },
    },
    en: words(['category', 'type'], 'house', 'the kind of property'),
    fr: words(['catégorie', 'type'], 'maison', 'le type de bien'),
  } satisfies ChoiceKey<Category>,
  mandate: {
    kind: 'choice',
    source: ofProperty(({ mandate }) => mandate),
    values: {
      management: {
        en: ['management', 'managed', 'under-management', 'management-mandate'],
        fr: ['gestion', 'en-gestion', 'sous-gestion', 'mandat-de-gestion', ...inflected('géré')],
      },
      sales: {
        en: ['sales', 'sale', 'for-sale', 'sales-mandate'],
        fr: ['vente', 'ventes', 'à-vendre', 'en-vente', 'mandat-de-vente'],
      },
    },
    en: words(['mandate', 'mandate-type'], 'sales', 'management or sales'),
    fr: words(['mandat', 'type-de-mandat'], 'vente', 'gestion ou vente'),
  } satisfies ChoiceKey<'management' | 'sales'>,
  'fee-type': {
    kind: 'choice',
    source: ofProperty(({ feeType }) => feeType),
    values: {
      direct: { en: ['direct'], fr: ['directe', 'direct', 'directs', 'directes'] },
      reverse: { en: ['reverse'], fr: ['inverse', 'inverses', ...inflected('inversé')] },
    },
    en: words(['fee-type'], 'direct', 'direct or reverse'),
    fr: words(['type-de-commission'], 'directe', 'directe ou inverse', 'commission'),
  } satisfies ChoiceKey<'direct' | 'reverse'>,
} as const;
