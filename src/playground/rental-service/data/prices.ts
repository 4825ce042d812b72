import type { WireProduct } from '../files-api/schema.ts';
import type { Dwelling } from './dwellings.ts';
import type { Place } from './places.ts';
import type { Random } from './random.ts';

type Money = Pick<
  WireProduct,
  | 'mandate_type'
  | 'price'
  | 'fee'
  | 'fee_type'
  | 'rent_amount'
  | 'monthly_charges'
  | 'warranty_amount'
  | 'agency_fees'
>;

/** Months of rent that the law allows as deposit, unfurnished and furnished. */
const DEPOSIT_MONTHS = 1;
const DEPOSIT_MONTHS_FURNISHED = 2;

/** A year's rent is about this share of what a flat sells for. */
const YIELD = 0.045;

/** Prices for a tenant, in euros: monthly rent and charges, one-time deposit and fees. */
export function letting(dwelling: Dwelling, place: Place, random: Random): Money {
  const { squareMetres, furnished } = dwelling;
  const rent = monthlyRent(dwelling, place, random);
  const charges = squareMetres * (1 + random.fraction() * 1.4) * Math.min(1, dwelling.rentFactor);
  return {
    mandate_type: 'management',
    price: null,
    fee: null,
    fee_type: 'direct',
    rent_amount: rent,
    monthly_charges: Math.round(charges / 5) * 5,
    warranty_amount: rent * (furnished ? DEPOSIT_MONTHS_FURNISHED : DEPOSIT_MONTHS),
    agency_fees: dwelling.rooms === 0 ? null : squareMetres * place.city.feePerSquareMetre,
  };
}

/** Prices for a buyer: the agency's fee is part of the price (`reverse`) or on top. */
export function selling(dwelling: Dwelling, place: Place, random: Random): Money {
  const price = Math.round((monthlyRent(dwelling, place, random) * 12) / YIELD / 1000) * 1000;
  return {
    mandate_type: 'sales',
    price,
    fee: Math.round(price * 0.04),
    fee_type: random.chance(0.5) ? 'direct' : 'reverse',
    rent_amount: null,
    monthly_charges: null,
    warranty_amount: null,
    agency_fees: null,
  };
}

/** Rent without charges, to five euros: a small flat costs more per m², furniture a tenth more. */
function monthlyRent(dwelling: Dwelling, place: Place, random: Random): number {
  const { squareMetres, furnished, rentFactor } = dwelling;
  const small = 0.85 + 9 / Math.max(squareMetres, 15);
  const mood = 0.92 + random.fraction() * 0.16;
  const perSquareMetre = place.city.rentPerSquareMetre * rentFactor * small * mood;
  return Math.round((perSquareMetre * squareMetres * (furnished ? 1.1 : 1)) / 5) * 5;
}
