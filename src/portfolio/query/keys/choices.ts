import type {
  Category,
  Decision,
  FileStatus,
  Situation,
} from '../../../rental-api/schema/fields.ts';
import { ofFile, ofProperty } from '../../search/sources.ts';
import { type ChoiceKey, inflected } from './row.ts';

/** Keys about the file that take one of some values. */
export const FILE_CHOICES = {
  status: {
    kind: 'choice',
    source: ofFile('status'),
    values: {
      NEW: {
        words: { en: ['new'], fr: ['nouveau', 'nouveaux', 'nouvelle', 'nouvelles'] },
        described: { en: 'new', fr: 'nouveau' },
      },
      OPEN: {
        words: { en: ['open', 'opened'], fr: inflected('ouvert') },
        described: { en: 'open', fr: 'ouvert' },
      },
      PROCESSING: {
        words: {
          en: ['processing', 'in-progress', 'in-process'],
          fr: ['en-traitement', 'traitement', 'en-cours'],
        },
        described: { en: 'processing', fr: 'en traitement' },
      },
      COLLECTED: {
        words: {
          en: ['collected', 'documents-collected', 'documents-received'],
          fr: ['pièces-reçues', ...inflected('collecté')],
        },
        described: { en: 'collected', fr: 'pièces reçues' },
      },
      ANALYZED: {
        words: {
          en: ['analysed', 'analyzed', 'reviewed'],
          fr: [...inflected('analysé'), ...inflected('étudié')],
        },
        described: { en: 'analysed', fr: 'analysé' },
      },
      CLOSED: {
        words: {
          en: ['closed'],
          fr: ['clos', 'close', 'closes', ...inflected('fermé'), ...inflected('clôturé')],
        },
        described: { en: 'closed', fr: 'clos' },
      },
    },
    en: {
      names: ['status', 'state'],
      example: 'status:new,open',
      says: 'the file’s status',
      described: 'status',
    },
    fr: {
      names: ['statut', 'état', 'étape'],
      example: 'statut:nouveau,ouvert',
      says: 'le statut du dossier',
      described: 'statut',
    },
  } satisfies ChoiceKey<FileStatus>,
  decision: {
    kind: 'choice',
    source: ofFile('decision'),
    values: {
      PENDING: {
        words: { en: ['pending'], fr: ['en-attente', 'attente'] },
        described: { en: 'decision pending', fr: 'décision en attente' },
      },
      READY: {
        words: {
          en: ['ready', 'ready-to-decide'],
          fr: [...inflected('prêt'), 'prêt-à-décider'],
        },
        described: { en: 'ready to decide', fr: 'prêts à décider' },
      },
      ACCEPTED: {
        words: {
          en: ['approved', 'accepted'],
          fr: [...inflected('accepté'), ...inflected('approuvé'), ...inflected('validé')],
        },
        described: { en: 'approved', fr: 'acceptés' },
      },
      REJECTED: {
        words: {
          en: ['declined', 'rejected', 'refused', 'denied'],
          fr: [...inflected('refusé'), ...inflected('rejeté'), 'refus'],
        },
        described: { en: 'declined', fr: 'refusés' },
      },
    },
    groups: [
      {
        values: ['PENDING', 'READY'],
        words: {
          en: ['awaiting', 'awaiting-decision', 'waiting', 'undecided'],
          fr: ['à-décider', 'en-attente-de-décision'],
        },
      },
      {
        values: ['ACCEPTED', 'REJECTED'],
        words: { en: ['decided'], fr: inflected('décidé') },
      },
    ],
    en: {
      names: ['decision'],
      example: 'decision:awaiting',
      says: 'pending, ready, approved or declined',
      described: null,
    },
    fr: {
      names: ['décision'],
      example: 'décision:à-décider',
      says: 'en-attente, prêt, accepté ou refusé',
      described: null,
    },
  } satisfies ChoiceKey<Decision>,
  situation: {
    kind: 'choice',
    source: ofFile('situation'),
    values: {
      SINGLE: {
        words: {
          en: ['single', 'alone'],
          fr: [...inflected('seul'), 'célibataire', 'célibataires', 'personne-seule'],
        },
        described: { en: 'single applicant', fr: 'candidat seul' },
      },
      COUPLE: {
        words: { en: ['couple', 'couples'], fr: ['couple', 'en-couple'] },
        described: { en: 'couple', fr: 'couple' },
      },
      ROOMATES: {
        words: {
          en: ['roommates', 'roommate', 'flatmates', 'housemates'],
          fr: ['colocation', 'colocations', 'coloc', 'colocs', 'colocataire', 'colocataires'],
        },
        described: { en: 'roommates', fr: 'colocation' },
      },
      SOLID_ROOMATES: {
        words: {
          en: ['solid-roommates', 'joint-roommates', 'jointly-liable'],
          fr: ['colocation-solidaire', 'coloc-solidaire', 'solidaire', 'solidaires'],
        },
        described: { en: 'jointly liable roommates', fr: 'colocation solidaire' },
      },
    },
    en: {
      names: ['situation', 'household'],
      example: 'situation:couple,roommates',
      says: 'single applicant, couple or roommates',
      described: null,
    },
    fr: {
      names: ['situation', 'foyer'],
      example: 'situation:couple,colocation',
      says: 'candidat seul, couple ou colocation',
      described: null,
    },
  } satisfies ChoiceKey<Situation>,
} as const;

/** Keys about the property that take one of some values. */
export const PROPERTY_CHOICES = {
  category: {
    kind: 'choice',
    source: ofProperty(({ category }) => category),
    values: {
      house: {
        words: { en: ['house', 'houses'], fr: ['maison', 'maisons'] },
        described: { en: 'house', fr: 'maison' },
      },
      apartment: {
        words: {
          en: ['apartment', 'apartments', 'flat', 'flats'],
          fr: ['appartement', 'appartements', 'appart', 'apparts'],
        },
        described: { en: 'apartment', fr: 'appartement' },
      },
      land: {
        words: { en: ['land', 'plot'], fr: ['terrain', 'terrains'] },
        described: { en: 'land', fr: 'terrain' },
      },
      commercial: {
        words: {
          en: ['commercial', 'office', 'shop'],
          fr: ['local-commercial', 'local', 'locaux', 'commerce', 'bureau', 'bureaux'],
        },
        described: { en: 'commercial', fr: 'local commercial' },
      },
      other: {
        words: { en: ['other'], fr: ['autre', 'autres'] },
        described: { en: 'other', fr: 'autre' },
      },
      prestige: {
        words: { en: ['prestige', 'luxury'], fr: ['prestige', 'luxe'] },
        described: { en: 'prestige', fr: 'prestige' },
      },
    },
    en: {
      names: ['category', 'type'],
      example: 'category:house',
      says: 'the kind of property',
      described: 'category',
    },
    fr: {
      names: ['catégorie', 'type'],
      example: 'catégorie:maison',
      says: 'le type de bien',
      described: 'catégorie',
    },
  } satisfies ChoiceKey<Category>,
  mandate: {
    kind: 'choice',
    source: ofProperty(({ mandate }) => mandate),
    values: {
      management: {
        words: {
          en: ['management', 'managed', 'under-management', 'management-mandate'],
          fr: ['gestion', 'en-gestion', 'sous-gestion', 'mandat-de-gestion', ...inflected('géré')],
        },
        described: { en: 'management', fr: 'gestion' },
      },
      sales: {
        words: {
          en: ['sales', 'sale', 'for-sale', 'sales-mandate'],
          fr: ['vente', 'ventes', 'à-vendre', 'en-vente', 'mandat-de-vente'],
        },
        described: { en: 'sales', fr: 'vente' },
      },
    },
    en: {
      names: ['mandate', 'mandate-type'],
      example: 'mandate:sales',
      says: 'management or sales',
      described: 'mandate',
    },
    fr: {
      names: ['mandat', 'type-de-mandat'],
      example: 'mandat:vente',
      says: 'gestion ou vente',
      described: 'mandat',
    },
  } satisfies ChoiceKey<'management' | 'sales'>,
  'fee-type': {
    kind: 'choice',
    source: ofProperty(({ feeType }) => feeType),
    values: {
      direct: {
        words: { en: ['direct'], fr: ['directe', 'direct', 'directs', 'directes'] },
        described: { en: 'direct', fr: 'directe' },
      },
      reverse: {
        words: { en: ['reverse'], fr: ['inverse', 'inverses', ...inflected('inversé')] },
        described: { en: 'reverse', fr: 'inverse' },
      },
    },
    en: {
      names: ['fee-type'],
      example: 'fee-type:direct',
      says: 'direct or reverse',
      described: 'fee type',
    },
    fr: {
      names: ['type-de-commission'],
      example: 'type-de-commission:directe',
      says: 'directe ou inverse',
      described: 'commission',
    },
  } satisfies ChoiceKey<'direct' | 'reverse'>,
} as const;
