import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { generateFiles } from '../../../../src/playground/rental-service/data/files.ts';
import { CITIES } from '../../../../src/playground/rental-service/data/places.ts';
import type { WireProduct } from '../../../../src/playground/rental-service/files-api/schema.ts';
import { NOW_MS } from '../operator.ts';

/** The properties of ordinary files, of several seeds. */
function ofEveryProperty(check: (product: WireProduct) => void): void {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const files = generateFiles({ count: 400, seed, nowMs: NOW_MS });
      const ordinary = files.filter(({ meta }) => !('oddity' in meta));
      const products = new Set(ordinary.flatMap(({ product }) => product ?? []));
      expect(products.size).toBeGreaterThan(40);
      products.forEach(check);
    }),
    { numRuns: 8 },
  );
}

/** Surface, postal code and city as the description has them. */
function facts({ description }: WireProduct) {
  const [, surface, postalCode, city] =
    /(\d+) m² au .*, (\d{5}) (.+?) \(/.exec(description ?? '') ?? [];
  return { squareMetres: Number(surface), postalCode, city };
}

test('the deposit is one month of rent, two when furnished', () => {
  ofEveryProperty(({ mandate_type, rent_amount, warranty_amount, furnished }) => {
    if (mandate_type === 'sales') return;
    expect(warranty_amount).toBe((rent_amount ?? 0) * (furnished ? 2 : 1));
  });
});

test('a property is let for a rent or sold for a price, never both', () => {
  ofEveryProperty((product) => {
    const isSale = product.mandate_type === 'sales';
    expect(product.rent_amount === null).toBe(isSale);
    expect(product.price === null).toBe(!isSale);
    expect(product.fee === null).toBe(!isSale);
  });
});

test('rents of flats are what the city and the surface lead to expect', () => {
  ofEveryProperty((product) => {
    if (product.category !== 'apartment' || product.rent_amount === null) return;
    const { squareMetres, city } = facts(product);
    const usual = CITIES.find(({ name }) => name === city)?.rentPerSquareMetre ?? 0;
    const perSquareMetre = product.rent_amount / squareMetres;

    expect(perSquareMetre / usual).toBeGreaterThan(0.75);
    expect(perSquareMetre / usual).toBeLessThan(1.8);
    expect(product.monthly_charges ?? 0).toBeLessThan(product.rent_amount / 2);
  });
});

test('agency fees keep within what the law allows for a square metre', () => {
  ofEveryProperty((product) => {
    if (product.agency_fees === null) return;
    expect([11, 13, 15]).toContain(product.agency_fees / facts(product).squareMetres);
  });
});

test('every address has a postal code of its city', () => {
  ofEveryProperty((product) => {
    const { city, postalCode } = facts(product);
    const districts = CITIES.find(({ name }) => name === city)?.districts ?? [];
    expect(districts.map((district) => district.postalCode)).toContain(postalCode);
  });
});

test('a title says furnished only of furnished flats, and the surface of the description', () => {
  ofEveryProperty((product) => {
    const title = product.title ?? '';
    const { squareMetres } = facts(product);
    const [, surface = squareMetres] = /(\d+) m²/.exec(title) ?? [];

    expect(Number(surface)).toBe(squareMetres);
    expect(product.furnished || !title.includes('meublé')).toBe(true);
  });
});

test('references are city and number, and no two properties share one', () => {
  const files = generateFiles({ count: 400, seed: 1, nowMs: NOW_MS });
  const references = new Map(files.map(({ product }) => [product?.reference, product?._id]));
  references.delete(undefined);
  references.delete(null);

  for (const reference of references.keys()) expect(reference).toMatch(/^[A-Z]{2}-\d{4}$/);
  expect(new Set(references.values()).size).toBe(references.size);
});

test('a property that is let takes no more applications', () => {
  ofEveryProperty(({ available, disable_spontaneous_applications, achived_at }) => {
    expect(disable_spontaneous_applications).toBe(!available);
    expect(achived_at === null || !available).toBe(true);
  });
});
