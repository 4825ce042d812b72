import { ofProperty } from '../../search/sources.ts';
import {
  type DateKey,
  datedBy,
  type FlagKey,
  inflected,
  type NumberKey,
  type TextKey,
  words,
} from './row.ts';

/** What every amount of money has in common. */
const AMOUNT = { kind: 'number', min: 0, max: Infinity, isMoney: true } as const;

/** Other keys about the property. */
export const PROPERTY_KEYS = {
  property: {
    kind: 'text',
    en: words(
      ['property', 'product', 'listing', 'reference', 'ref'],
      'lyon',
      'words from its title, reference or description, such as a town',
    ),
    fr: words(
      ['bien', 'propriété', 'logement', 'annonce', 'référence', 'réf'],
      'lyon',
      'des mots du titre, de la référence ou de la description, comme une ville',
    ),
  } satisfies TextKey,
  'property-id': {
    kind: 'text',
    isOfIds: true,
    en: words(
      ['property-id', 'product-id'],
      '3f2a9c1e',
      'the property’s ID, or how it begins',
      'property ID',
    ),
    fr: words(
      ['id-bien', 'identifiant-du-bien'],
      '3f2a9c1e',
      'l’identifiant du bien, ou son début',
      'identifiant du bien',
    ),
  } satisfies TextKey,
  'service-tenant': {
    kind: 'text',
    isOfIds: true,
    en: words(['service-tenant'], 'agency', 'that of the property or of a tag'),
    fr: words(['compte-du-service'], 'agence', 'celui du bien ou d’une étiquette'),
  } satisfies TextKey,
  rent: {
    ...AMOUNT,
    examples: ['>=500', '<900', '500..900'],
    source: ofProperty(({ rent }) => rent),
    en: words(['rent'], '500..900', 'the monthly rent'),
    fr: words(['loyer'], '500..900', 'le loyer mensuel'),
  } satisfies NumberKey,
  charges: {
    ...AMOUNT,
    examples: ['>=50', '<120', '50..120'],
    source: ofProperty(({ charges }) => charges),
    en: words(['charges', 'monthly-charges'], '<120', 'the monthly charges'),
    fr: words(['charges', 'charges-mensuelles'], '<120', 'les charges mensuelles'),
  } satisfies NumberKey,
  deposit: {
    ...AMOUNT,
    examples: ['>=500', '<1800', '500..1800'],
    source: ofProperty(({ deposit }) => deposit),
    en: words(['deposit', 'warranty'], '<1800', 'the deposit'),
    fr: words(['dépôt', 'dépôt-de-garantie', 'caution'], '<1800', 'le dépôt de garantie'),
  } satisfies NumberKey,
  price: {
    ...AMOUNT,
    examples: ['>=100000', '<300000', '100000..300000'],
    source: ofProperty(({ price }) => price),
    en: words(['price'], '>=100000', 'the price'),
    fr: words(['prix'], '>=100000', 'le prix'),
  } satisfies NumberKey,
  fee: {
    kind: 'number',
    min: -Infinity,
    max: Infinity,
    examples: ['>=3', '<500', '3..500'],
    source: ofProperty(({ fee }) => fee),
    en: words(['fee', 'commission'], '>=3', 'the fee'),
    fr: words(['commission'], '>=3', 'la commission'),
  } satisfies NumberKey,
  'agency-fees': {
    ...AMOUNT,
    examples: ['>=200', '<900', '200..900'],
    source: ofProperty(({ agencyFees }) => agencyFees),
    en: words(['agency-fees'], '<900', 'agency fees'),
    fr: words(['honoraires', 'frais-d-agence'], '<900', 'les honoraires de l’agence'),
  } satisfies NumberKey,
  requests: {
    ...AMOUNT,
    examples: ['>=10', '<5', '5..10'],
    source: ofProperty(({ requests }) => requests),
    en: words(['requests', 'incoming-requests'], '>=10', 'number of requests for the property'),
    fr: words(['demandes', 'demandes-reçues'], '>=10', 'le nombre de demandes reçues'),
  } satisfies NumberKey,
  available: {
    kind: 'flag',
    source: ofProperty(({ isAvailable }) => isAvailable),
    en: words(['available'], 'yes', 'whether the property is available', {
      yes: 'available',
      no: 'not available',
      alone: { yes: ['available'] },
    }),
    fr: words(['disponible'], 'oui', 'si le bien est disponible', {
      yes: 'disponibles',
      no: 'non disponibles',
      alone: { yes: ['disponible', 'disponibles'], no: ['indisponible', 'indisponibles'] },
    }),
  } satisfies FlagKey,
  availability: {
    kind: 'date',
    source: ofProperty(({ availability }) => availability),
    side: 'coming',
    en: words(
      ['availability', 'available-from'],
      '>=2026-11',
      'the date the property becomes available',
      'available from a date',
    ),
    fr: words(['disponibilité', 'libre-le'], '>=2026-11', 'la date de disponibilité du bien'),
  } satisfies DateKey,
  furnished: {
    kind: 'flag',
    source: ofProperty(({ isFurnished }) => isFurnished),
    en: words(['furnished'], 'yes', 'furnished or not', {
      yes: 'furnished',
      no: 'unfurnished',
      alone: { yes: ['furnished'], no: ['unfurnished', 'not-furnished'] },
    }),
    fr: words(['meublé'], 'oui', 'meublé ou non', {
      yes: 'meublés',
      no: 'non meublés',
      alone: {
        yes: inflected('meublé'),
        no: ['non-meublé', 'non-meublés', 'non-meublée', 'vide', 'vides'],
      },
    }),
  } satisfies FlagKey,
  exclusive: {
    kind: 'flag',
    source: ofProperty(({ isExclusive }) => isExclusive),
    en: words(['exclusive', 'exclusivity'], 'yes', 'whether the mandate is exclusive', {
      yes: 'exclusive',
      no: 'not exclusive',
      alone: {
        yes: ['exclusive', 'exclusive-mandate', 'exclusive-mandates'],
        no: ['not-exclusive', 'non-exclusive', 'nonexclusive', 'non-exclusive-mandate'],
      },
    }),
    fr: words(['exclusif', 'exclusivité'], 'oui', 'si le mandat est exclusif', {
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
    }),
  } satisfies FlagKey,
  'rent-insurance': {
    kind: 'flag',
    source: ofProperty(({ hasRentInsurance }) => hasRentInsurance),
    en: words(
      ['rent-insurance', 'unpaid-rent-insurance'],
      'yes',
      'whether the property is insured against unpaid rent',
      { yes: 'insured against unpaid rent', no: 'not insured against unpaid rent' },
    ),
    fr: words(
      ['loyers-impayés', 'garantie-loyers-impayés', 'gli'],
      'oui',
      'si le bien est assuré contre les loyers impayés',
      {
        yes: 'assurés contre les loyers impayés',
        no: 'non assurés contre les loyers impayés',
      },
    ),
  } satisfies FlagKey,
  'property-insured': {
    kind: 'flag',
    source: ofProperty(({ isInsured }) => isInsured),
    en: words(['property-insured'], 'yes', 'whether the property is under insurance', {
      yes: 'property insured',
      no: 'property not insured',
    }),
    fr: words(['bien-assuré'], 'oui', 'si le bien est sous assurance', {
      yes: 'bien assuré',
      no: 'bien non assuré',
    }),
  } satisfies FlagKey,
  spontaneous: {
    kind: 'flag',
    source: ofProperty(({ isOpenToAll }) => isOpenToAll),
    en: words(
      ['spontaneous', 'spontaneous-applications'],
      'no',
      'whether the public link of the property takes applications',
      { yes: 'open to spontaneous applications', no: 'no spontaneous applications' },
    ),
    fr: words(
      ['spontané', 'candidatures-spontanées'],
      'non',
      'si le lien public du bien accepte des candidatures',
      { yes: 'candidatures spontanées ouvertes', no: 'candidatures spontanées fermées' },
    ),
  } satisfies FlagKey,
  'property-archived': {
    kind: 'flag',
    source: ofProperty(({ isDetailed, archivedMs, unreadable }) =>
      isDetailed && !unreadable.names.includes('achived_at') ? archivedMs !== null : null,
    ),
    en: words(['property-archived'], 'no', 'whether the property is archived', {
      yes: 'property archived',
      no: 'property not archived',
    }),
    fr: words(['bien-archivé'], 'non', 'si le bien est archivé', {
      yes: 'bien archivé',
      no: 'bien non archivé',
    }),
  } satisfies FlagKey,
  'property-pre-application': {
    kind: 'flag',
    isSeldomAsked: true,
    source: ofProperty(({ isPreApplication }) => isPreApplication),
    en: words(['property-pre-application'], 'yes', 'a property in pre-application', {
      yes: 'property in pre-application',
      no: 'property not in pre-application',
    }),
    fr: words(['pré-candidature-bien'], 'oui', 'le bien en pré-candidature', {
      yes: 'bien en pré-candidature',
      no: 'bien hors pré-candidature',
    }),
  } satisfies FlagKey,
  'property-validated': {
    ...datedBy(ofProperty(({ validatedMs }) => validatedMs)),
    en: words(
      ['property-validated'],
      '2026-11',
      'when the pre-application of the property was validated',
    ),
    fr: words(['bien-validé'], '2026-11', 'quand la pré-candidature du bien a été validée'),
  } satisfies DateKey,
  'property-created': {
    ...datedBy(ofProperty(({ createdMs }) => createdMs)),
    en: words(['property-created'], '2026-11', 'when the property was created'),
    fr: words(['bien-créé'], '2026-11', 'quand le bien a été créé'),
  } satisfies DateKey,
  'property-updated': {
    ...datedBy(ofProperty(({ updatedMs }) => updatedMs)),
    en: words(['property-updated'], 'this-week', 'when the property was last updated'),
    fr: words(['bien-modifié'], 'cette-semaine', 'la dernière modification du bien'),
  } satisfies DateKey,
  'property-archived-on': {
    ...datedBy(ofProperty(({ archivedMs }) => archivedMs)),
    en: words(
      ['property-archived-on'],
      '2026-11',
      'when the property was archived',
      'property archived',
    ),
    fr: words(['bien-archivé-le'], '2026-11', 'quand le bien a été archivé', 'bien archivé'),
  } satisfies DateKey,
} as const;
