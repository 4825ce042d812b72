/** A word of the service in people’s words; what is not here is shown as it came. */
type Known = Readonly<Record<string, string>>;

/** What a card says of the property. */
export interface CardPropertyWords {
  readonly title: string;
  readonly none: string;
  readonly category: Known;
  readonly mandate: Known;
  readonly furnished: string;
  readonly unfurnished: string;
  readonly exclusive: string;
  readonly shared: string;
  readonly rent: string;
  readonly charges: (rent: string, charges: string, total: string) => string;
  readonly monthly: (amount: string) => string;
  readonly chargesAlone: string;
  readonly price: string;
  readonly deposit: string;
  readonly fees: string;
  readonly fee: string;
  readonly feeOf: (amount: string, type: string) => string;
  readonly feeType: Known;
  readonly availability: string;
  readonly availableNow: string;
  readonly availableFrom: (day: string) => string;
  readonly unavailable: string;
  readonly unavailableFrom: (day: string) => string;
  readonly withdrawn: string;
  readonly insurance: string;
  /** How many people have asked for the property. */
  readonly requests: string;
  readonly description: string;
  readonly photo: string;
  readonly photoOf: (title: string) => string;
}

export const propertyEn: CardPropertyWords = {
  title: 'Property',
  none: 'The file names no property.',
  category: {
    house: 'House',
    apartment: 'Flat',
    land: 'Land',
    commercial: 'Commercial premises',
    other: 'Other property',
    prestige: 'Prestige property',
  },
  mandate: { management: 'managed', sales: 'for sale' },
  furnished: 'furnished',
  unfurnished: 'unfurnished',
  exclusive: 'exclusive mandate',
  shared: 'non-exclusive mandate',
  rent: 'Rent',
  charges: (rent, charges, total) => `${rent} + ${charges} charges = ${total} a month`,
  monthly: (amount) => `${amount} a month`,
  chargesAlone: 'Charges',
  price: 'Price',
  deposit: 'Deposit',
  fees: 'Agency fees',
  fee: 'Fee',
  feeOf: (amount, type) => `${amount} (${type})`,
  feeType: { direct: 'direct', reverse: 'reverse' },
  availability: 'Available',
  availableNow: 'yes',
  availableFrom: (day) => `from ${day}`,
  unavailable: 'no',
  unavailableFrom: (day) => `no (date given: ${day})`,
  withdrawn: 'Withdrawn',
  insurance: 'Unpaid-rent insurance',
  requests: 'Requests received',
  description: 'Description',
  photo: 'Photo',
  photoOf: (title) => `Photo of ${title}`,
};

export const propertyFr: CardPropertyWords = {
  title: 'Bien',
  none: 'Le dossier n’indique aucun bien.',
  category: {
    house: 'Maison',
    apartment: 'Appartement',
    land: 'Terrain',
    commercial: 'Local commercial',
    other: 'Autre bien',
    prestige: 'Bien de prestige',
  },
  mandate: { management: 'en gestion', sales: 'à vendre' },
  furnished: 'meublé',
  unfurnished: 'non meublé',
  exclusive: 'mandat exclusif',
  shared: 'mandat simple',
  rent: 'Loyer',
  charges: (rent, charges, total) => `${rent} + ${charges} de charges = ${total} par mois`,
  monthly: (amount) => `${amount} par mois`,
  chargesAlone: 'Charges',
  price: 'Prix',
  deposit: 'Dépôt de garantie',
  fees: 'Honoraires',
  fee: 'Commission',
  feeOf: (amount, type) => `${amount} (${type})`,
  feeType: { direct: 'directe', reverse: 'inverse' },
  availability: 'Disponible',
  availableNow: 'oui',
  availableFrom: (day) => `à partir du ${day}`,
  unavailable: 'non',
  unavailableFrom: (day) => `non (date indiquée : ${day})`,
  withdrawn: 'Retiré le',
  insurance: 'Garantie loyers impayés',
  requests: 'Demandes reçues',
  description: 'Description',
  photo: 'Photo',
  photoOf: (title) => `Photo de ${title}`,
};
