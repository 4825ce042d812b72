import type { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import { rentalFile } from '../support/rental-files.ts';

/** Whoever manages every hostile file. */
export const MANAGER_EMAIL = 'claire@example.com';

/** Text as bad as it comes: mentions, links, markup, what is not seen, and a great deal. */
export const BAD = [
  '<!channel> <!here|here> <@U0HANNAH001>',
  '<https://evil.example|Anne> & <#C0GENERAL01>',
  '*bold* _it_ ~no~ `code` ```fence``` :smile:',
  '\u202eright to left\u2066',
  '\u200b\u200d\ufeff',
  '&'.repeat(5_000),
  'é'.repeat(5_000),
  '👩‍👩‍👧'.repeat(1_000),
  'e' + '\u0301'.repeat(5_000),
  '> quoted\n• line\u2028</text>"}]\\',
  '__proto__',
];

/** Numbers as large, small and fine as they come. */
const FAR = [1e308, 5e-324, -1e21, 1e15 + 0.3, 0, -0, '999999999999999.999999999999999'];

/** Times and days at both ends of those that are read, and some that are none. */
const TIMES = ['-271821-04-22T00:00:00Z', '+275760-09-10T23:59:59Z', '0000-01-01', 'yesterday'];
const DAYS = ['0000-01-01', '9999-12-31', '2024-02-30'];

/** Every text of them is bad, in all ways; only a reference starts with something to find again. */
export const FILES: readonly RentalFile[] = BAD.map((_, turn) => {
  let place = turn;
  const bad = () => BAD[(place += 1) % BAD.length];
  const far = (...keys: string[]) =>
    Object.fromEntries(keys.map((key, at) => [key, FAR[(turn + at) % FAR.length]]));
  const times = (...keys: string[]) =>
    Object.fromEntries(keys.map((key, at) => [key, TIMES[(turn + at) % TIMES.length]]));
  const day = DAYS[turn % DAYS.length];
  const texts = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, bad()]));
  const person = () => ({
    ...texts('first_name', 'last_name', 'email', 'phone', 'status', 'profile'),
    ...far('score', 'completion_rate'),
    ...times('form_submitted', 'created_at', 'updated_at', 'pre_application_validated_at'),
    birth_date: day,
    moral_guarantor: texts('file_path', 'type'),
  });
  return rentalFile({
    ...texts('status', 'applicants_situation'),
    ...far('score', 'completion_rate'),
    ...times('updated_at', 'pre_application_validated_at'),
    // As bad as an id may be.
    id: `${turn}${bad()}`
      .slice(0, 100)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' '),
    // Some wait for a decision, or nothing would be told of them.
    decision: ['PENDING', 'READY', bad()][turn % 3],
    created_at: TIMES[turn % 9] ?? new Date(Date.UTC(2026, 10, 1 + turn)).toISOString(),
    managers: [bad(), bad(), MANAGER_EMAIL],
    tags: [texts('tenant', 'name'), texts('tenant', 'name')],
    applicants: [1, 2, 3].map(() => ({ ...person(), physical_guarantors: [person(), person()] })),
    product: {
      ...texts('title', 'category', 'description', 'mandate_type', 'fee_type', 'tenant'),
      reference: `Q${turn} ${bad()}`,
      ...far('price', 'fee', 'rent_amount', 'monthly_charges', 'warranty_amount', 'agency_fees'),
      ...far('incoming_requests'),
      ...times('created_at', 'updated_at'),
      availability: day,
      photo: texts('path', 'filename', 'content_type'),
    },
  });
});
