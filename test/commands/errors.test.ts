import { expect, test } from 'vitest';

import {
  AdminsOnlyError,
  AdminsUnknownError,
  ExpiredActionError,
  failureWords,
  FollowUpError,
  FormError,
  RepeatedFormError,
  SharingError,
  StaleActionError,
  StillReadingError,
  UndeliverableError,
  UnknownCommandError,
} from '../../src/commands/errors.ts';
import { list } from '../../src/commands/list.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import type { Messages, Language } from '../../src/i18n/types.ts';
import { BusyError } from '../../src/lib/concurrency.ts';
import type { FailureWords } from '../../src/lib/text.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import { RentalError, type RentalFailure } from '../../src/rental-api/errors.ts';
import { StoreError, type StoreErrorCode } from '../../src/store/errors.ts';
import { asking, buttonsOf, deskOver } from '../support/desk.ts';

const rental = (failure: RentalFailure) => new RentalError('GET x', 'status', failure);
const refused = (detail: string | null): RentalFailure => ({
  code: 'rental_refused',
  status: 422,
  detail,
  leadsTo: null,
});
const HOUR_MS = 3_600_000;
const NINE = Date.UTC(2026, 10, 23, 8);

/** Each error, and what it says. */
const SAID: readonly (readonly [unknown, (words: Messages) => FailureWords])[] = [
  [rental({ code: 'rental_account', problems: [] }), ({ failure }) => failure.keyUnusable],
  [
    rental({ code: 'rental_key_refused', status: 400, likely: 'clock', clockAheadSeconds: null }),
    ({ failure }) => failure.keyRefused('clock'),
  ],
  [rental({ code: 'rental_unauthorized' }), ({ failure }) => failure.serviceStatus(401, null)],
  [rental({ code: 'rental_forbidden' }), ({ failure }) => failure.serviceStatus(403, null)],
  [rental({ code: 'rental_busy', retryAfterSeconds: 7 }), ({ failure }) => failure.serviceBusy(7)],
  [
    rental({ code: 'rental_token_unavailable', status: 503 }),
    ({ failure }) => failure.noToken(503),
  ],
  [rental({ code: 'rental_down', status: null }), ({ failure }) => failure.serviceDown],
  [rental({ code: 'rental_down', status: 503 }), ({ failure }) => failure.serviceStatus(503, null)],
  [
    rental({ code: 'rental_not_found', status: 410 }),
    ({ failure }) => failure.serviceStatus(410, null),
  ],
  [rental(refused(null)), ({ failure }) => failure.serviceStatus(422, null)],
  [
    rental(refused(`too\nlarge ${'x'.repeat(300)}`)),
    ({ failure }) => failure.serviceStatus(422, `too large ${'x'.repeat(189)}…`),
  ],
  [rental({ code: 'rental_slow' }), ({ failure }) => failure.serviceSlow],
  [rental({ code: 'rental_unreadable' }), ({ failure }) => failure.unreadable],
  [rental({ code: 'rental_endless' }), ({ failure }) => failure.unreadable],
  [rental({ code: 'rental_incomplete' }), ({ failure }) => failure.incomplete],
  [
    rental({ code: 'rental_link', problem: 'another origin' }),
    ({ failure }) => failure.wrongAddress,
  ],
  [
    rental({ code: 'rental_resting', since: NINE, again: NINE + 14 * HOUR_MS }),
    ({ failure }) => failure.serviceResting('09:00', null, '23:00'),
  ],
  [
    rental({ code: 'rental_resting', since: NINE, again: NINE + 1 }),
    ({ failure }) => failure.serviceResting('09:00', null, '09:01'),
  ],
  [
    rental({ code: 'rental_resting', since: NINE, again: NINE + 15 * HOUR_MS }),
    ({ failure, card }) => failure.serviceResting('09:00', card.day(NINE, 'Europe/Paris'), '00:00'),
  ],
  [
    new UnknownCommandError('lits', list, ''),
    ({ failure, language }) => failure.unknownCommand('lits', list.called[language], true),
  ],
  [
    new UnknownCommandError('x'.repeat(50), null, ''),
    ({ failure }) => failure.unknownCommand(`${'x'.repeat(39)}…`, null, true),
  ],
  [
    new UnknownCommandError('income above 3000', null, '', false),
    ({ failure }) => failure.unknownCommand('income above 3000', null, false),
  ],
  ...(['none', 'unreadable', 'too_long', 'expired', 'unusable'] as const).map(
    (reason) =>
      [new FollowUpError(reason, ''), ({ refine }: Messages) => refine.refused[reason]] as const,
  ),
  [new AdminsOnlyError(), ({ errors }) => errors.adminsOnly],
  [new AdminsUnknownError(), ({ errors }) => errors.adminsUnknown],
  [
    new FormError({ a: 'One.', b: 'Two.' }),
    ({ errors }) => ({ happened: 'One. Two.', remedy: errors.correctForm }),
  ],
  ...(['unreachable', 'unknown_there', 'locked', 'newer', 'failed'] as const).map(
    (code: StoreErrorCode) =>
      [new StoreError(code, 'x'), ({ errors }: Messages) => errors.storeDown] as const,
  ),
  [new StoreError('late', 'x'), ({ errors }) => errors.storeLate],
  [new BusyError(), ({ errors }) => errors.busy],
  [new StillReadingError(1_200), ({ errors, number }) => errors.stillReading(number(1_200))],
  ...(['unknown', 'nothing', 'changed'] as const).map(
    (reason) =>
      [new SharingError(reason), ({ outside }: Messages) => outside.refused[reason]] as const,
  ),
  [new UndeliverableError('not_in_channel'), ({ errors }) => errors.undelivered.not_in_channel],
  [new UndeliverableError('archived'), ({ errors }) => errors.undelivered.archived],
  [new UndeliverableError('not_allowed'), ({ errors }) => errors.undelivered.not_allowed],
  [new UndeliverableError('token'), ({ errors }) => errors.undelivered.token],
  [new UndeliverableError('limited'), ({ errors }) => errors.undelivered.limited],
  [
    new UndeliverableError('limited', { container: 'modal' }),
    ({ errors }) => errors.undelivered.limited,
  ],
  [new UndeliverableError('too_long'), ({ errors }) => errors.undelivered.too_long],
  [new UndeliverableError('refused', { container: 'modal' }), ({ errors }) => errors.modal.refused],
  [new UndeliverableError('unclear', { container: 'modal' }), ({ errors }) => errors.modal.unclear],
  [new UndeliverableError('refused'), ({ errors }) => errors.undelivered.refused],
  [new UndeliverableError('unclear'), ({ errors }) => errors.undelivered.unclear],
  [new ExpiredActionError(), ({ errors }) => errors.expiredAction],
  [new RepeatedFormError(), ({ errors }) => errors.repeatedForm],
  [new StaleActionError('x'), ({ failure }) => failure.buttonExpired],
  [new TypeError('x'), ({ failure }) => failure.bug],
  ['no error', ({ failure }) => failure.bug],
];

test.each<Language>(['en', 'fr'])(
  'each error says in %s what happened and what to do',
  (language) => {
    const words = wordsIn(language);
    for (const [error, said] of SAID) {
      const found = failureWords(error, words, 'Europe/Paris');
      expect(found).toEqual(said(words));
      expect([found.happened, found.remedy]).not.toContain('');
    }
  },
);

test.each([
  ['en', /^For your administrator: /],
  ['fr', /^Pour votre administrateur\u00a0: /],
] as const)(
  'in %s, a person is told whose part it is to correct the settings',
  (language, whose) => {
    const remedyOf = (failure: RentalFailure) =>
      failureWords(rental(failure), wordsIn(language), 'UTC').remedy;
    expect(remedyOf({ code: 'rental_unauthorized' })).toMatch(whose);
    expect(remedyOf({ code: 'rental_forbidden' })).toMatch(whose);
    expect(remedyOf({ code: 'rental_forbidden' })).not.toMatch(/\u00a0: \p{Lu}/u);
    expect(remedyOf({ code: 'rental_not_found', status: 404 })).toMatch(whose);
    expect(remedyOf({ code: 'rental_down', status: 500 })).not.toMatch(whose);
  },
);

function errorOf(text: string): unknown {
  try {
    return parseQuery(text);
  } catch (error) {
    return error;
  }
}

const copied = (text: string, language: Language) =>
  failureWords(errorOf(text), wordsIn(language), 'UTC').copy;

test('a wrong query is said with the line to copy, mended where that is possible', () => {
  expect(copied('decision:redy', 'en')).toBe('/rental list decision:ready');
  expect(copied('"open', 'fr')).toMatch(/^\/rental liste "open/);
});

test.each([
  ['command', [['/rental overview']]],
  // A panel shows one file, and no overview.
  ['panel', [[]]],
] as const)(
  'under a button that is too old stands where to begin again: %s',
  async (surface, buttons) => {
    const { dispatcher } = deskOver(() => []);
    const errors = [
      new ExpiredActionError(),
      new StaleActionError('x'),
      new StaleActionError('y', true),
    ];
    for (const error of errors) {
      const answer = await dispatcher.failed(error, null, asking({ place: { surface } }));
      expect(answer.text).toContain('/rental');
      expect([buttonsOf(answer)]).toEqual(buttons);
    }
  },
);
