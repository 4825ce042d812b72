import type { Random } from './random.ts';

/** A quarter of a city, with the postal code that letters to it bear. */
interface District {
  readonly name: string;
  readonly postalCode: string;
}

/** A city with what rents, and the fees that the law allows, come to there. */
interface City {
  readonly name: string;
  /** Begins the references of the agency's properties there: `LY-0342`. */
  readonly code: string;
  /** Rent without charges of an ordinary flat of 60 m², euros per m² and month. */
  readonly rentPerSquareMetre: number;
  /** The most that a tenant may be charged for visits, file, lease and inventory, euros per m². */
  readonly feePerSquareMetre: 11 | 13 | 15;
  readonly districts: readonly [District, ...District[]];
}

/** An address of one property. */
export interface Place {
  readonly city: City;
  readonly district: District;
  /** `12 rue des Lilas` */
  readonly street: string;
  readonly streetName: string;
}

function cityOf(
  name: string,
  code: string,
  rentPerSquareMetre: number,
  feePerSquareMetre: City['feePerSquareMetre'],
  districts: Readonly<Record<string, string>>,
): City {
  const [first, ...others] = Object.entries(districts).map(([district, postalCode]) => ({
    name: district,
    postalCode,
  }));
  if (first === undefined) throw new Error(`${name} has no districts`);
  return { name, code, rentPerSquareMetre, feePerSquareMetre, districts: [first, ...others] };
}

export const CITIES: readonly [City, ...City[]] = [
  cityOf('Lyon', 'LY', 16.5, 13, {
    'Part-Dieu': '69003',
    'Croix-Rousse': '69004',
    Confluence: '69002',
    Monplaisir: '69008',
    Vaise: '69009',
  }),
  cityOf('Villeurbanne', 'VI', 14.5, 13, { 'Gratte-Ciel': '69100', Charpennes: '69100' }),
  cityOf('Paris', 'PA', 31, 15, {
    'Le Marais': '75004',
    Bastille: '75011',
    Montparnasse: '75014',
    Batignolles: '75017',
    Belleville: '75020',
  }),
  cityOf('Marseille', 'MA', 14.5, 13, {
    'Le Panier': '13002',
    Castellane: '13006',
    Endoume: '13007',
    'Le Prado': '13008',
  }),
  cityOf('Toulouse', 'TO', 14, 13, {
    Capitole: '31000',
    'Les Minimes': '31200',
    'Saint-Cyprien': '31300',
    Rangueil: '31400',
  }),
  cityOf('Nice', 'NI', 17.5, 13, { Cimiez: '06000', Magnan: '06200', 'Le Port': '06300' }),
  cityOf('Nantes', 'NA', 13.5, 13, { Graslin: '44000', Zola: '44100', 'Île de Nantes': '44200' }),
  cityOf('Montpellier', 'MO', 15.5, 13, { Antigone: '34000', Boutonnet: '34090' }),
  cityOf('Strasbourg', 'ST', 14, 13, {
    Krutenau: '67000',
    Neudorf: '67100',
    Koenigshoffen: '67200',
  }),
  cityOf('Bordeaux', 'BO', 16, 13, {
    'Saint-Michel': '33000',
    Bastide: '33100',
    Caudéran: '33200',
  }),
  cityOf('Lille', 'LI', 15.5, 13, { Wazemmes: '59000', Vauban: '59000', Fives: '59800' }),
  cityOf('Rennes', 'RE', 14, 11, { Thabor: '35000', 'Sainte-Thérèse': '35200' }),
  cityOf('Grenoble', 'GR', 13, 13, { Championnet: '38000', 'La Bajatière': '38100' }),
  cityOf('Dijon', 'DI', 12.5, 11, { 'Toison d’Or': '21000', Montchapet: '21000' }),
  cityOf('Angers', 'AN', 12.5, 11, { Lafayette: '49100', 'La Doutre': '49100' }),
  cityOf('Saint-Étienne', 'SE', 9, 11, { Châteaucreux: '42000', Bellevue: '42100' }),
  cityOf('Annecy', 'AY', 17, 13, { 'Vieille Ville': '74000', Seynod: '74600' }),
];

const STREETS = [
  'rue des Lilas',
  'rue Victor-Hugo',
  'avenue Jean-Jaurès',
  'rue de la République',
  'boulevard Gambetta',
  'rue Pasteur',
  'rue du Moulin',
  'place de l’Église',
  'rue des Écoles',
  'impasse des Tilleuls',
  'quai de la Gare',
  'rue Marie-Curie',
  'cours de la Liberté',
  'rue Saint-Jean',
  'allée des Acacias',
  'rue Émile-Zola',
  'rue du Faubourg-Saint-Antoine',
  'avenue du Général-de-Gaulle',
  'passage des Tisserands',
  'rue Louise-Michel',
] as const;

/** Some address; its street need not exist in its city. */
export function somewhere(random: Random): Place {
  const city = random.pick(CITIES);
  const streetName = random.pick(STREETS);
  const street = `${random.between(1, 140)} ${streetName}`;
  return { city, district: random.pick(city.districts), street, streetName };
}
