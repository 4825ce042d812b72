import { expect, test } from 'vitest';

import {
  EXAMPLE_MANAGERS,
  MANAGERS,
} from '../../../../src/playground/rental-service/data/agency.ts';
import { generateFiles } from '../../../../src/playground/rental-service/data/files.ts';
import { mailbox } from '../../../../src/playground/rental-service/data/names.ts';
import {
  PEOPLE as MEMBERS,
  seededPeople,
} from '../../../../src/playground/slack-workspace/store/people.ts';
import { NOW_MS } from '../operator.ts';

const FILES = generateFiles({ count: 600, seed: 1, nowMs: NOW_MS }).filter(
  ({ meta }) => !('oddity' in meta),
);
const APPLICANTS = FILES.flatMap(({ applicants }) => applicants);
const PEOPLE = APPLICANTS.flatMap((person) => [person, ...person.physical_guarantors]);

const YEAR_MS = 365.25 * 86_400_000;

test('everybody is of age, students young, the retired old', () => {
  const ages = { Étudiant: [18, 27], Retraité: [62, 85], Garant: [45, 76] };

  for (const { birth_date, profile } of PEOPLE) {
    if (birth_date === null) continue;
    const years = (NOW_MS - Date.parse(birth_date)) / YEAR_MS;
    const known = Object.entries(ages).find(([name]) => name === profile)?.[1];
    const [youngest = 18, oldest = 90] = known ?? [];
    expect(years).toBeGreaterThanOrEqual(youngest);
    expect(years).toBeLessThan(oldest);
  }
});

test('nobody can be reached: addresses and numbers are those kept for examples', () => {
  for (const { email, phone } of PEOPLE) {
    expect(email).toMatch(/^[a-z0-9.]+@[a-z0-9.]*example(?:\.(?:org|com|net))?$/);
    expect(phone ?? '+33639980000').toMatch(/^(?:\+3363998\d{4}|06 39 98 \d\d \d\d)$/);
  }
  for (const manager of MANAGERS) expect(manager).toMatch(/^[a-z]+\.[a-z]+@[a-z-]+\.example$/);
});

test('managers of files are people of the agency', () => {
  const managers = new Set(FILES.flatMap((file) => file.managers));

  expect(managers).toEqual(new Set([...MANAGERS, ...EXAMPLE_MANAGERS]));
});

test('guarantors come among the applicants, under one of them, and as institutions', () => {
  expect(APPLICANTS.some((person) => person.is_guarantor)).toBe(true);
  expect(APPLICANTS.some((person) => person.physical_guarantors.length === 2)).toBe(true);
  const kinds = APPLICANTS.flatMap((person) => person.moral_guarantor?.type ?? []);
  expect(new Set(kinds)).toEqual(new Set(['visale', 'employer', 'bank', 'insurance']));
});

test('companies rent premises: they have one name and no birthday', () => {
  const companies = APPLICANTS.filter(({ profile }) => profile === 'Société');

  expect(companies.length).toBeGreaterThan(0);
  for (const company of companies) {
    expect(company).toMatchObject({ first_name: null, birth_date: null });
    expect(company.last_name).not.toBeNull();
  }
});

test('an address is made of a name without its accents and apostrophes', () => {
  expect(mailbox("Maëlys D'Almeida")).toBe('maelys.d.almeida');
  expect(mailbox('Jean-Baptiste N’Diaye')).toBe('jean.baptiste.n.diaye');
});

test('Claire and Oliver of the playground’s Slack manage a good part of the files', () => {
  const people = seededPeople('Rental Desk');
  for (const id of [MEMBERS.claire, MEMBERS.oliver]) {
    const { email = '' } = people.find((one) => one.id === id) ?? {};
    const own = FILES.filter(({ managers }) => managers.includes(email));
    expect(own.length).toBeGreaterThan(FILES.length / 20);
  }
});
