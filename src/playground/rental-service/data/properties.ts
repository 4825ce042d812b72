import type { WirePhoto, WireProduct } from '../files-api/schema.ts';
import { someManagers, TENANT } from './agency.ts';
import { calendarDate, dateTime, DAY_MS, HOUR_MS, type Spelling } from './dates.ts';
import { dwelling, type Dwelling } from './dwellings.ts';
import { exampleManagers, examplePlace, exampleTitle, referenceNumber } from './examples.ts';
import { type Place, somewhere } from './places.ts';
import { letting, selling } from './prices.ts';
import type { Random } from './random.ts';

/** When a property was listed, and what has become of it. */
export interface Listing {
  /** How many properties the agency listed before this one. */
  readonly index: number;
  readonly listedMs: number;
  readonly nowMs: number;
  readonly isLet: boolean;
  /** How many rental files it has drawn. */
  readonly files: number;
}

export interface Property {
  readonly product: WireProduct;
  readonly dwelling: Dwelling;
}

/** One property in 24 is for sale; its candidates' files are kept by the same service. */
const FOR_SALE = 7;

/** A property (section 2.6) that the agency lets or sells. */
export function property(listing: Listing, spelling: Spelling, random: Random): Property {
  const { index, listedMs, nowMs, isLet } = listing;
  const place = examplePlace(index, somewhere(random));
  const anyHome = dwelling(index, place, random);
  const home = { ...anyHome, title: exampleTitle(index, anyHome) };
  const money = index % 24 === FOR_SALE ? selling : letting;
  const touchedMs = listedMs + Math.floor((nowMs - listedMs) * random.fraction());
  const isWithdrawn = isLet && random.chance(0.5);
  const isPreApplication = random.chance(0.1);
  const product: WireProduct = {
    _id: random.uuid(),
    tenant: TENANT,
    created_at: dateTime(listedMs, spelling),
    updated_at: dateTime(touchedMs, spelling),
    achived_at: isWithdrawn ? dateTime(touchedMs, spelling) : null,
    category: home.category,
    title: home.title,
    description: describe(home, place, random),
    reference: `${place.city.code}-${String(referenceNumber(index)).padStart(4, '0')}`,
    available: !isLet,
    availability: calendarDate(listedMs + random.between(3, 60) * DAY_MS),
    exclusivity: random.chance(0.3),
    disable_spontaneous_applications: isLet,
    managers: exampleManagers(index, someManagers(random)),
    meta: { surface_m2: home.squareMetres, rooms: home.rooms, city: place.city.name },
    ...money(home, place, random),
    photo: random.chance(0.85) ? photo(random) : null,
    incoming_requests: listing.files + random.between(0, 25),
    furnished: home.furnished,
    unpaid_rent_insurance: random.chance(0.8) ? random.chance(0.5) : null,
    is_pre_application: isPreApplication,
    pre_application_validated_at:
      isPreApplication && nowMs - listedMs > HOUR_MS ? dateTime(touchedMs, spelling) : null,
    under_insurance: random.chance(0.7) ? random.chance(0.4) : null,
  };
  return { product, dwelling: home };
}

const CLOSINGS = [
  'Proche commerces et transports.',
  'Cuisine équipée, cave et local à vélos.',
  'Double vitrage, chauffage individuel au gaz.',
  'Résidence calme et arborée, gardien.',
  'Disponible après travaux de rafraîchissement.\nVisites le mardi et le jeudi.',
] as const;

const CLOSINGS_UNLIVED = ['Accès facile.', 'Libre de suite.', 'Bail à convenir.'] as const;

function describe(home: Dwelling, place: Place, random: Random): string {
  const { city, district, street } = place;
  const rooms = home.rooms === 0 ? '' : ` ${home.rooms} pièce${home.rooms === 1 ? '' : 's'},`;
  const where = `${street}, ${district.postalCode} ${city.name} (${district.name})`;
  const closing = random.pick(home.rooms === 0 ? CLOSINGS_UNLIVED : CLOSINGS);
  return `${home.title}.${rooms} ${home.squareMetres} m² au ${where}. ${closing}`;
}

/** Section 2.7. */
function photo(random: Random): WirePhoto {
  const id = random.hexadecimals(24);
  return {
    _id: id,
    size: random.between(80_000, 4_500_000),
    path: random.chance(0.9) ? `photos/${id}.jpg` : null,
    filename: random.pick(['salon.jpg', 'facade.jpg', 'cuisine.jpg', 'séjour 2.jpg']),
    content_type: 'image/jpeg',
    favorite: random.chance(0.5),
  };
}
