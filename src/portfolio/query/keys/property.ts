import { ofProperty } from '../../search/sources.ts';
import {
  type DateKey,
  datedBy,
  type FlagKey,
  inflected,
  type NumberKey,
  type TextKey,
} from './row.ts';

/** What every amount of money has in common. */
const AMOUNT = { kind: 'number', min: 0, max: Infinity, isMoney: true } as const;

/** Other keys about the property. */
export const PROPERTY_KEYS = {
  property: {
    kind: 'text',
    en: {
      names: ['property', 'product', 'listing', 'reference', 'ref'],
      example: 'lyon',
      says: 'words from its title, reference or description, such as a town',
    },
    fr: {
      names: ['bien', 'propriété', 'logement', 'annonce', 'référence', 'réf'],
      example: 'lyon',
      says: 'des mots du titre, de la référence ou de la description, comme une ville',
    },
  } satisfies TextKey,
  'property-id': {
    kind: 'text',
    en: {
      names: ['property-id', 'product-id'],
      example: '3f2a9c1e',
      says: 'the property’s ID, or how it begins',
      described: 'property ID',
    },
    fr: {
      names: ['id-bien', 'identifiant-du-bien'],
      example: '3f2a9c1e',
      says: 'l’identifiant du bien, ou son début',
      described: 'identifiant du bien',
    },
  } satisfies TextKey,
  'service-tenant': {
    kind: 'text',
    en: { names: ['service-tenant'], example: 'agency', says: 'that of the property or of a tag' },
    fr: {
      names: ['compte-du-service'],
      example: 'agence',
      says: 'celui du bien ou d’une étiquette',
    },
  } satisfies TextKey,
  rent: {
    ...AMOUNT,
    examples: ['>=500', '<900', '500..900'],
    source: ofProperty(({ rent }) => rent),
    en: { names: ['rent'], example: '500..900', says: 'the monthly rent' },
    fr: { names: ['loyer'], example: '500..900', says: 'le loyer mensuel' },
  } satisfies NumberKey,
  charges: {
    ...AMOUNT,
    examples: ['>=50', '<120', '50..120'],
    source: ofProperty(({ charges }) => charges),
    en: { names: ['charges', 'monthly-charges'], example: '<120', says: 'the monthly charges' },
    fr: {
      names: ['charges', 'charges-mensuelles'],
      example: '<120',
      says: 'les charges mensuelles',
    },
  } satisfies NumberKey,
  deposit: {
    ...AMOUNT,
    examples: ['>=500', '<1800', '500..1800'],
    source: ofProperty(({ deposit }) => deposit),
    en: { names: ['deposit', 'warranty'], example: '<1800', says: 'the deposit' },
    fr: {
      names: ['dépôt', 'dépôt-de-garantie', 'caution'],
      example: '<1800',
      says: 'le dépôt de garantie',
    },
  } satisfies NumberKey,
  price: {
    ...AMOUNT,
    examples: ['>=100000', '<300000', '100000..300000'],
    source: ofProperty(({ price }) => price),
    en: { names: ['price'], example: '>=100000', says: 'the price' },
    fr: { names: ['prix'], example: '>=100000', says: 'le prix' },
  } satisfies NumberKey,
  fee: {
    kind: 'number',
    min: -Infinity,
    max: Infinity,
    examples: ['>=3', '<500', '3..500'],
    source: ofProperty(({ fee }) => fee),
    en: { names: ['fee', 'commission'], example: '>=3', says: 'the fee' },
    fr: { names: ['commission'], example: '>=3', says: 'la commission' },
  } satisfies NumberKey,
  'agency-fees': {
    ...AMOUNT,
    examples: ['>=200', '<900', '200..900'],
    source: ofProperty(({ agencyFees }) => agencyFees),
    en: { names: ['agency-fees'], example: '<900', says: 'agency fees' },
    fr: {
      names: ['honoraires', 'frais-d-agence'],
      example: '<900',
      says: 'les honoraires de l’agence',
    },
  } satisfies NumberKey,
  requests: {
    ...AMOUNT,
    examples: ['>=10', '<5', '5..10'],
    source: ofProperty(({ requests }) => requests),
    en: {
      names: ['requests', 'incoming-requests'],
      example: '>=10',
      says: 'number of requests for the property',
    },
    fr: {
      names: ['demandes', 'demandes-reçues'],
      example: '>=10',
      says: 'le nombre de demandes reçues',
    },
  } satisfies NumberKey,
  available: {
    kind: 'flag',
    source: ofProperty(({ isAvailable }) => isAvailable),
    en: {
      names: ['available'],
      example: 'yes',
      says: 'whether the property is available',
      described: { yes: 'available', no: 'not available', alone: { yes: ['available'] } },
    },
    fr: {
      names: ['disponible'],
      example: 'oui',
      says: 'si le bien est disponible',
      described: {
        yes: 'disponibles',
        no: 'non disponibles',
        alone: { yes: ['disponible', 'disponibles'], no: ['indisponible', 'indisponibles'] },
      },
    },
  } satisfies FlagKey,
  availability: {
    kind: 'date',
    source: ofProperty(({ availability }) => availability),
    en: {
      names: ['availability', 'available-from'],
      example: '>=2026-11',
      says: 'the date the property becomes available',
      described: 'available from a date',
    },
    fr: {
      names: ['disponibilité', 'libre-le'],
      example: '>=2026-11',
      says: 'la date de disponibilité du bien',
    },
  } satisfies DateKey,
  furnished: {
    kind: 'flag',
    source: ofProperty(({ isFurnished }) => isFurnished),
    en: {
      names: ['furnished'],
      example: 'yes',
      says: 'furnished or not',
      described: {
        yes: 'furnished',
        no: 'unfurnished',
        alone: { yes: ['furnished'], no: ['unfurnished', 'not-furnished'] },
      },
    },
    fr: {
      names: ['meublé'],
      example: 'oui',
      says: 'meublé ou non',
      described: {
        yes: 'meublés',
        no: 'non meublés',
        alone: {
          yes: inflected('meublé'),
          no: ['non-meublé', 'non-meublés', 'non-meublée', 'vide', 'vides'],
        },
      },
    },
  } satisfies FlagKey,
  exclusive: {
    kind: 'flag',
    source: ofProperty(({ isExclusive }) => isExclusive),
    en: {
      names: ['exclusive', 'exclusivity'],
      example: 'yes',
      says: 'whether the mandate is exclusive',
      described: {
        yes: 'exclusive',
        no: 'not exclusive',
        alone: {
          yes: ['exclusive', 'exclusive-mandate', 'exclusive-mandates'],
          no: ['not-exclusive', 'non-exclusive', 'nonexclusive', 'non-exclusive-mandate'],
        },
      },
    },
    fr: {
      names: ['exclusif', 'exclusivité'],
      example: 'oui',
      says: 'si le mandat est exclusif',
      described: {
        yes: 'en exclusivité',
        no: 'sans exclusivité',
        alone: {
          yes: [
            'exclusif',
            'exclusifs',
            'exclusive',
            'exclusives',
            'exclusivité',
            'en-exclusivité',
            'mandat-exclusif',
            'mandats-exclusifs',
          ],
          no: [
            'non-exclusif',
            'non-exclusifs',
            'non-exclusive',
            'non-exclusives',
            'sans-exclusivité',
            'mandat-simple',
            'mandats-simples',
          ],
        },
      },
    },
  } satisfies FlagKey,
  'rent-insurance': {
    kind: 'flag',
    source: ofProperty(({ hasRentInsurance }) => hasRentInsurance),
    en: {
      names: ['rent-insurance', 'unpaid-rent-insurance'],
      example: 'yes',
      says: 'whether the property is insured against unpaid rent',
      described: { yes: 'insured against unpaid rent', no: 'not insured against unpaid rent' },
    },
    fr: {
      names: ['loyers-impayés', 'garantie-loyers-impayés', 'gli'],
      example: 'oui',
      says: 'si le bien est assuré contre les loyers impayés',
      described: {
        yes: 'assurés contre les loyers impayés',
        no: 'non assurés contre les loyers impayés',
      },
    },
  } satisfies FlagKey,
  'property-insured': {
    kind: 'flag',
    source: ofProperty(({ isInsured }) => isInsured),
    en: {
      names: ['property-insured'],
      example: 'yes',
      says: 'whether the property is under insurance',
      described: { yes: 'property insured', no: 'property not insured' },
    },
    fr: {
      names: ['bien-assuré'],
      example: 'oui',
      says: 'si le bien est sous assurance',
      described: { yes: 'bien assuré', no: 'bien non assuré' },
    },
  } satisfies FlagKey,
  spontaneous: {
    kind: 'flag',
    source: ofProperty(({ isOpenToAll }) => isOpenToAll),
    en: {
      names: ['spontaneous', 'spontaneous-applications'],
      example: 'no',
      says: 'whether the public link of the property takes applications',
      described: { yes: 'open to spontaneous applications', no: 'no spontaneous applications' },
    },
    fr: {
      names: ['spontané', 'candidatures-spontanées'],
      example: 'non',
      says: 'si le lien public du bien accepte des candidatures',
      described: { yes: 'candidatures spontanées ouvertes', no: 'candidatures spontanées fermées' },
    },
  } satisfies FlagKey,
  'property-archived': {
    kind: 'flag',
    source: ofProperty(({ isDetailed, archivedMs, unreadable }) =>
      isDetailed && !unreadable.names.includes('achived_at') ? archivedMs !== null : null,
    ),
    en: {
      names: ['property-archived'],
      example: 'no',
      says: 'whether the property is archived',
      described: { yes: 'property archived', no: 'property not archived' },
    },
    fr: {
      names: ['bien-archivé'],
      example: 'non',
      says: 'si le bien est archivé',
      described: { yes: 'bien archivé', no: 'bien non archivé' },
    },
  } satisfies FlagKey,
  'property-pre-application': {
    kind: 'flag',
    source: ofProperty(({ isPreApplication }) => isPreApplication),
    en: {
      names: ['property-pre-application'],
      example: 'yes',
      says: 'a property in pre-application',
      described: { yes: 'property in pre-application', no: 'property not in pre-application' },
    },
    fr: {
      names: ['pré-candidature-bien'],
      example: 'oui',
      says: 'le bien en pré-candidature',
      described: { yes: 'bien en pré-candidature', no: 'bien hors pré-candidature' },
    },
  } satisfies FlagKey,
  'property-validated': {
    ...datedBy(ofProperty(({ validatedMs }) => validatedMs)),
    en: {
      names: ['property-validated'],
      example: '2026-11',
      says: 'when the pre-application of the property was validated',
    },
    fr: {
      names: ['bien-validé'],
      example: '2026-11',
      says: 'quand la pré-candidature du bien a été validée',
    },
  } satisfies DateKey,
  'property-created': {
    ...datedBy(ofProperty(({ createdMs }) => createdMs)),
    en: { names: ['property-created'], example: '2026-11', says: 'when the property was created' },
    fr: { names: ['bien-créé'], example: '2026-11', says: 'quand le bien a été créé' },
  } satisfies DateKey,
  'property-updated': {
    ...datedBy(ofProperty(({ updatedMs }) => updatedMs)),
    en: {
      names: ['property-updated'],
      example: 'this-week',
      says: 'when the property was last updated',
    },
    fr: {
      names: ['bien-modifié'],
      example: 'cette-semaine',
      says: 'la dernière modification du bien',
    },
  } satisfies DateKey,
  'property-archived-on': {
    ...datedBy(ofProperty(({ archivedMs }) => archivedMs)),
    en: {
      names: ['property-archived-on'],
      example: '2026-11',
      says: 'when the property was archived',
      described: 'property archived',
    },
    fr: {
      names: ['bien-archivé-le'],
      example: '2026-11',
      says: 'quand le bien a été archivé',
      described: 'bien archivé',
    },
  } satisfies DateKey,
} as const;
