import { expect, test } from 'vitest';

import {
  definitionOf,
  fieldsOf,
  optionKeys,
  optionSummary,
} from '../../src/digests/options/definitions.ts';
import { parseOptions } from '../../src/digests/options/parse.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import type { Language } from '../../src/i18n/types.ts';
import { DEFAULT_DIGEST_OPTIONS, type DigestChoice } from '../../src/store/digest.ts';

const CLAIRE = { userId: 'U0CLAIRE001', language: 'en' } as const;
const FIELDS = new Map([...fieldsOf('first'), ...fieldsOf('more')]);

/** A digest with the options of a line. */
function digestOf(line = ''): DigestChoice {
  const { name, channelId, schedule, options } = parseOptions(`9 ${line}`, CLAIRE);
  return {
    channelId: channelId ?? '',
    name: name ?? '',
    query: '',
    schedule: {
      times: ['09:00'],
      days: [1, 2],
      zone: 'Europe/Paris',
      holidays: 'FR',
      onHoliday: 'skip',
      ...schedule,
    },
    options: { ...DEFAULT_DIGEST_OPTIONS, ...options },
  };
}

/** A field of the form of a digest with the options of a line. */
function fieldIn(name: string, line = '', language: Language = 'en') {
  const field = FIELDS.get(name);
  if (field === undefined) throw new RangeError(`no field ${name}`);
  return field.input(digestOf(line), wordsIn(language));
}

/** The values of a menu, the one that is chosen in brackets. */
function menuOf(name: string, line = ''): string {
  const input = fieldIn(name, line);
  if (!('choices' in input) || Array.isArray(input.chosen)) return 'no menu';
  return input.choices
    .map(({ value }) => (value === input.chosen ? `[${value}]` : value))
    .join(' ');
}

test('the forms have their fields in an order that people know', () => {
  expect([...fieldsOf('first').keys()].join(' ')).toBe(
    'name channel times alsoAt days zone target empty',
  );
  expect([...fieldsOf('more').keys()].join(' ')).toBe(
    'group top style minAge minStale privacy language holidays onHoliday previous deleteAfter live catchUp report mentions escalateAfter escalate',
  );
  const optional = [...FIELDS].filter(([, { isRequired }]) => isRequired !== true);
  expect(optional.map(([name]) => name).join(' ')).toBe(
    'name alsoAt holidays deleteAfter mentions escalateAfter escalate',
  );
});

test.each([
  ['empty', '[skip] clear weekly', 'empty:weekly', 'skip clear [weekly]'],
  ['group', '[readiness] property manager', 'group:manager', 'readiness property [manager]'],
  ['style', '[compact] detailed', 'style:detailed', 'compact [detailed]'],
  [
    'privacy',
    '[channel] full initials reference',
    'privacy:reference',
    'channel full initials [reference]',
  ],
  ['language', '[channel] en fr', 'language:fr', 'channel en [fr]'],
  ['onHoliday', '[skip] next', 'on-holiday:next', 'skip [next]'],
  ['previous', '[keep] replace delete', 'previous:delete', 'keep replace [delete]'],
  ['live', '[on] off', 'live:off', 'on [off]'],
  ['report', '[none] weekly monthly', 'report:monthly', 'none weekly [monthly]'],
  ['top', '[5] 10 15 20', 'top:7', '[7] 5 10 15 20'],
  ['top', '[5] 10 15 20', 'top:15', '5 10 [15] 20'],
  ['target', '[none] 1 2 3 5 10 15 20 30', 'target:4', '[4] none 1 2 3 5 10 15 20 30'],
  ['minAge', '[none] 1bd 2bd 3bd 5bd 10bd 20bd', 'min-age:2bd', 'none 1bd [2bd] 3bd 5bd 10bd 20bd'],
  [
    'minStale',
    '[none] 1bd 2bd 3bd 5bd 10bd 20bd',
    'min-stale:1w',
    '[1w] none 1bd 2bd 3bd 5bd 10bd 20bd',
  ],
  [
    'catchUp',
    '0min 30min 60min [120min] 240min 480min 1440min',
    'catch-up:45min',
    '[45min] 0min 30min 60min 120min 240min 480min 1440min',
  ],
])('the menu of %s offers %s, and with %s %s', (name, usual, line, chosen) => {
  expect([menuOf(name), menuOf(name, line)]).toEqual([usual, chosen]);
});

/** The label of the first choice of a field. */
const labelOf = (name: string, line: string, language: Language) => {
  const input = fieldIn(name, line, language);
  const [first] = 'choices' in input ? input.choices : [];
  return first?.label.replaceAll('\u00a0', ' ');
};

test('a value that is no usual one has a label in the language of the form', () => {
  expect([labelOf('target', 'target:4', 'en'), labelOf('target', 'target:4', 'fr')]).toEqual([
    '4 working days',
    '4 jours ouvrés',
  ]);
  expect([labelOf('minAge', 'min-age:1w', 'en'), labelOf('minAge', 'min-age:1w', 'fr')]).toEqual([
    '1w',
    '1sem',
  ]);
  expect(labelOf('catchUp', 'catch-up:3h', 'fr')).toBe('3 h');
  expect(labelOf('catchUp', 'catch-up:45min', 'en')).toBe('45 min');
  expect([labelOf('top', 'top:7', 'en'), labelOf('minStale', '', 'fr')]).toEqual([
    '7',
    'Peu importe',
  ]);
});

test('the other times are chosen among all half hours and those that the digest has', () => {
  const input = fieldIn('alsoAt', '14:10 18:30');
  expect(fieldIn('times', '14:10 18:30')).toEqual({ kind: 'time', chosen: '09:00' });
  expect(input).toMatchObject({ kind: 'several', chosen: ['14:10', '18:30'], countMax: 11 });
  const times = 'choices' in input ? input.choices.map(({ value }) => value) : [];
  expect(times).toHaveLength(49);
  expect(times).toEqual(times.toSorted());
  expect(times).toEqual(expect.arrayContaining(['00:00', '00:30', '14:10', '23:30']));
});

test('days, zone, name and channel are filled in', () => {
  expect(fieldIn('days', 'sat-sun')).toMatchObject({ kind: 'checkboxes', chosen: ['6', '7'] });
  const days = fieldIn('days', '', 'fr');
  expect('choices' in days && days.choices.map(({ value }) => value)).toEqual(
    '1 2 3 4 5 6 7'.split(' '),
  );
  expect(fieldIn('zone')).toEqual({ kind: 'search', chosen: 'Europe/Paris' });
  expect(fieldIn('name', 'name:Morning')).toEqual({ kind: 'text', text: 'Morning', lengthMax: 60 });
  expect(fieldIn('channel')).toEqual({ kind: 'conversation', chosen: null });
  expect(fieldIn('channel', 'in:<#C0LEASING01>')).toEqual({
    kind: 'conversation',
    chosen: 'C0LEASING01',
  });
  expect(fieldIn('holidays', 'holidays:FR-67')).toEqual({
    kind: 'text',
    text: 'FR-67',
    lengthMax: 100,
  });
  expect([fieldIn('deleteAfter'), fieldIn('deleteAfter', 'delete-after:30')]).toMatchObject([
    { text: '' },
    { text: '30' },
  ]);
  const line = 'escalate:3bd,<#C0MANAGERS>';
  expect([fieldIn('escalateAfter'), fieldIn('escalateAfter', line)]).toMatchObject([
    { text: '' },
    { text: '3' },
  ]);
  expect([fieldIn('escalate'), fieldIn('escalate', line)]).toMatchObject([
    { chosen: null },
    { chosen: 'C0MANAGERS' },
  ]);
});

test('groups that are mentioned stay as they are, and leave room for as many people less', () => {
  expect(fieldIn('mentions')).toEqual({ kind: 'users', chosen: [], countMax: 5 });
  expect(fieldIn('mentions', 'mentions:<@U0BOB000001>,<!subteam^S0TEAM0001>,W0EVE000001')).toEqual({
    kind: 'users',
    chosen: ['U0BOB000001', 'W0EVE000001'],
    countMax: 4,
  });
  const groups = Array.from({ length: 5 }, (_, index) => `S0TEAM000${index}`).join();
  expect(fieldIn('mentions', `mentions:${groups}`)).toMatchObject({ chosen: [], countMax: 1 });
});

test('a field that is left empty chooses the default, where there is one', () => {
  const clearable = [...FIELDS.keys()].flatMap((name) => {
    const key = optionKeys().find((each) => each === name);
    const clear = key && definitionOf(key).clear;
    if (clear === undefined) return [];
    const draft = { schedule: {}, options: {} };
    clear(draft);
    return [`${name} ${JSON.stringify(draft.options)}`];
  });
  expect(clearable).toEqual([
    'target {"targetDays":null}',
    'top {"top":5}',
    'minAge {"minAge":null}',
    'minStale {"minStale":null}',
    'mentions {"mentions":[]}',
    'escalate {"escalate":null}',
  ]);
});

const told = (digest: DigestChoice, language: Language) =>
  optionSummary(digest, language).map((part) => part.replaceAll('\u00a0', ' '));

test('the confirmation tells all options in an order of its own, the usual ones not at all', () => {
  const line =
    'target:5 group:manager top:10 style:detailed mentions:me privacy:full ' +
    'language:fr empty:clear delete-after:30 live:off catch-up:1h escalate:3bd,<#C0MANAGERS>';
  expect(told(digestOf(line), 'en')).toEqual([
    'shows the first 10',
    'grouped by manager',
    'the rest goes into the thread',
    'overdue after 5 working days',
    'names in full where the channel allows them',
    'in French',
    'says so when nothing waits',
    'is deleted after 30 days',
    'stays as it was posted',
    'catch-up: 1 h',
    'mentions one person or group',
    'what is overdue by 3 working days also goes to another channel',
  ]);
  expect(told(digestOf(), 'fr')).toEqual([
    'montre les 5 premiers',
    'se tait quand rien n’attend',
    'barre ce qui est décidé jusqu’au suivant',
    'rattrapage : 2 h',
  ]);
  expect(told(digestOf('language:en empty:weekly previous:replace'), 'en')).toEqual(
    expect.arrayContaining([
      'in English',
      'speaks up once a week when nothing waits',
      'takes the place of the one before',
    ]),
  );
});

test('the confirmation of a report tells nothing that a digest of files alone does', () => {
  expect(told(digestOf('report:monthly target:5 mentions:me delete-after:30'), 'en')).toEqual([
    'overdue after 5 working days',
    'is deleted after 30 days',
    'catch-up: 2 h',
    'a report on the last month',
    'mentions one person or group',
  ]);
  expect(told(digestOf('report:week language:en top:10 group:manager'), 'en')).toEqual([
    'in English',
    'catch-up: 2 h',
    'a report on the last week',
  ]);
});
