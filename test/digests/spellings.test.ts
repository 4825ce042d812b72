import { describe, expect, test } from 'vitest';

import {
  ageIn,
  parseAge,
  parseChannel,
  parseCount,
  parseMention,
  parseMinutes,
} from '../../src/digests/options/builders.ts';
import { definitionOf, optionKeys, optionNamed } from '../../src/digests/options/definitions.ts';
import { type ParsedOptions, parseOptions } from '../../src/digests/options/parse.ts';
import {
  nearestZone,
  parseDays,
  parseHolidays,
  parseTime,
  parseZone,
  zonesWith,
} from '../../src/digests/options/times.ts';

/** What people have learned to type: spellings are added, and none is taken away. */
const OPTIONS: Readonly<Record<string, string>> = {
  times: 'times time at heures heure a',
  days: 'days day jours jour',
  zone: 'zone timezone tz fuseau fuseau-horaire',
  holidays: 'holidays holiday fériés jours-fériés férié',
  onHoliday: 'on-holiday on-holidays si-férié jour-férié',
  report: 'report rapport bilan',
  name: 'name title nom titre',
  channel: 'channel in canal dans',
  view: 'view vue',
  minAge: 'min-age minimum-age âge-min âge-minimum',
  minStale: 'min-stale minimum-stale inactif-min inactif-minimum',
  target: 'target target-days objectif délai',
  group: 'group group-by grouper groupe grouper-par',
  top: 'top limit limite',
  style: 'style',
  mentions: 'mentions mention',
  privacy: 'privacy names confidentialité noms',
  language: 'language lang langue',
  empty: 'empty when-empty vide si-vide',
  previous: 'previous précédent',
  deleteAfter: 'delete-after supprimer-après',
  live: 'live live-updates en-direct direct suivi',
  catchUp: 'catch-up catchup rattrapage',
  escalate: 'escalate escalade escalader',
};

test('every option is read by each name that it ever had', () => {
  expect(optionKeys()).toEqual(Object.keys(OPTIONS));
  for (const [key, names] of Object.entries(OPTIONS)) {
    for (const name of names.split(' ')) {
      expect([name, optionNamed(name), optionNamed(name.toUpperCase())]).toEqual([name, key, key]);
    }
  }
});

const CLAIRE = { userId: 'U0CLAIRE001', language: 'en' } as const;
const read = (text: string): ParsedOptions => parseOptions(text, CLAIRE);

/** Values of each choice, and what they are read as. */
const CHOICES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['onHoliday', { skip: 'skip,sauter,passer', next: 'next,move,reporter,suivant,lendemain' }],
  [
    'report',
    {
      week: 'weekly,week,hebdomadaire,hebdo,semaine',
      month: 'monthly,month,mensuel,mois',
      null: 'none,no,off,aucun,non,sans',
    },
  ],
  [
    'group',
    {
      readiness: 'readiness,ready,decision,avancement',
      property: 'property,bien,logement',
      manager: 'manager,gestionnaire',
    },
  ],
  ['style', { compact: 'compact,short,court', detailed: 'detailed,thread,détaillé,fil' }],
  [
    'privacy',
    {
      full: 'full,complet,complets',
      initials: 'initials,initiales',
      reference: 'reference,ref,référence',
      null: 'channel,default,canal,défaut',
    },
  ],
  [
    'language',
    {
      en: 'en,english,anglais',
      fr: 'fr,french,français',
      null: 'channel,default,canal,défaut',
    },
  ],
  [
    'empty',
    {
      skip: 'skip,none,off,no,sauter,passer,rien,aucun,aucune,non,sans',
      clear: 'clear,"all clear",say,dire',
      weekly: 'weekly,heartbeat,hebdo,hebdomadaire',
    },
  ],
  [
    'previous',
    { keep: 'keep,garder', replace: 'replace,remplacer', delete: 'delete,supprimer,effacer' },
  ],
  ['live', { true: 'on,yes,oui,actif', false: 'off,no,none,non,aucun,aucune,sans' }],
];

const WHERE: Readonly<Record<string, (parsed: ParsedOptions) => unknown>> = {
  onHoliday: ({ schedule }) => schedule.onHoliday,
  report: ({ schedule }) => schedule.report,
  empty: ({ options }) => options.whenEmpty,
  group: ({ options }) => options.group,
  style: ({ options }) => options.style,
  privacy: ({ options }) => options.privacy,
  language: ({ options }) => options.language,
  previous: ({ options }) => options.previous,
  live: ({ options }) => options.live,
};

test.each(CHOICES)('every value of %s is read by each word that it ever had', (key, values) => {
  const [name = ''] = OPTIONS[key]?.split(' ') ?? [];
  for (const [value, words] of Object.entries(values)) {
    for (const word of words.split(',')) {
      expect([word, String(WHERE[key]?.(read(`9 ${name}:${word}`)))]).toEqual([word, value]);
    }
  }
  const named = definitionOf(optionNamed(name) ?? 'times').values ?? [];
  expect(Object.keys(values)).toHaveLength(named.length);
});

test.each(['none', 'off', 'no', 'aucun', 'aucune', 'non', 'sans'])('“%s” is none', (none) => {
  expect(parseHolidays(none)).toBe('none');
  expect(
    read(`9 min-age:${none} target:${none} catch-up:${none} escalate:${none}`).options,
  ).toEqual({
    minAge: null,
    targetDays: null,
    catchUpMinutes: 0,
    escalate: null,
  });
});

describe('days', () => {
  const NAMES = [
    'mon monday mondays lun lundi lundis',
    'tue tues tuesday tuesdays mar mardi mardis',
    'wed weds wednesday wednesdays mer mercredi mercredis',
    'thu thur thurs thursday thursdays jeu jeudi jeudis',
    'fri friday fridays ven vendredi vendredis',
    'sat saturday saturdays sam samedi samedis',
    'sun sunday sundays dim dimanche dimanches',
  ].map((names) => names.split(' '));
  const GROUPS: readonly (readonly [readonly number[], string])[] = [
    [
      [1, 2, 3, 4, 5, 6, 7],
      'daily|every day|everyday|each day|every morning|every evening|all|all days|7 days a week|tous|tous les jours|chaque jour|tous les matins|chaque matin|tous les soirs|chaque soir|quotidien|quotidiennement',
    ],
    [
      [1, 2, 3, 4, 5],
      'weekdays|weekday|week days|week day|working days|working day|workdays|workday|business days|business day|semaine|en semaine|ouvrés|ouvrables|jours ouvrés|jour ouvré|jours ouvrables|jour ouvrable',
    ],
    [[6, 7], 'weekend|weekends|week-end|week-ends|week end'],
  ];

  test('each has all its names, alone and at both ends of a range', () => {
    for (const [index, names] of NAMES.entries()) {
      for (const name of names) {
        expect([name, parseDays(name)]).toEqual([name, [index + 1]]);
        expect([name, parseDays(`mon-${name}`)]).toEqual([
          name,
          [1, 2, 3, 4, 5, 6, 7].slice(0, index + 1),
        ]);
        expect([name, parseDays(`${name.toUpperCase()}-sun`)]).toEqual([
          name,
          [1, 2, 3, 4, 5, 6, 7].slice(index),
        ]);
      }
    }
  });

  test('of any range all days are read, in the order of the week, also past Sunday', () => {
    for (let from = 0; from < 7; from += 1) {
      for (let length = 1; length <= 7; length += 1) {
        const days = Array.from({ length }, (_, more) => ((from + more) % 7) + 1);
        const last = ((days.at(-1) ?? 0) + 6) % 7;
        const written = `${NAMES[from]?.[0]}-${NAMES[last]?.[0]}`;
        expect([written, parseDays(written)]).toEqual([written, days.toSorted((a, b) => a - b)]);
      }
    }
  });

  test.each(['mon‐fri', 'mon–fri', 'mon—fri', 'mon−fri', 'mon..fri', 'mon...fri', 'mon…fri'])(
    'the range “%s” is one',
    (text) => expect(parseDays(text)).toEqual([1, 2, 3, 4, 5]),
  );

  test.each(['to', 'through', 'thru', 'till', 'until', 'au', 'a', 'à'])(
    'a range may be written with “%s”',
    (word) => expect(parseDays(`tue ${word} thu`)).toEqual([2, 3, 4]),
  );

  test.each(['mon-tue-wed', 'mon-', '-fri', 'mon to', 'mons', 'someday', ''])(
    '“%s” is no day',
    (text) => expect(parseDays(text)).toBeNull(),
  );

  test('groups of days have all their names', () => {
    for (const [days, names] of GROUPS) {
      for (const name of names.split('|')) expect([name, parseDays(name)]).toEqual([name, days]);
    }
  });
});

test('every minute of a day is read in each way of writing it', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const at = `${String(hour).padStart(2, '0')}:`;
    const [twelve, half] = [hour % 12 || 12, hour < 12 ? 'am' : 'pm'];
    const whole = [hour, `${hour}h`, `${hour} h`, `${hour} heures`, `${hour}:`, `${twelve}${half}`];
    for (const text of [...whole, `${twelve} ${half[0]}.m.`, `${twelve} ${half}.`]) {
      expect([text, parseTime(String(text))]).toEqual([text, `${at}00`]);
    }
    for (const minute of ['00', '01', '30', '59']) {
      const parts = [`${hour}:${minute}`, `${hour}h${minute}`, `${hour}.${minute}`];
      for (const text of [...parts, `${hour} h ${minute}`, `${twelve}:${minute}${half}`]) {
        expect([text, parseTime(text)]).toEqual([text, `${at}${minute}`]);
      }
    }
  }
  for (const [text, time] of [
    ['noon', '12:00'],
    ['Midi', '12:00'],
    ['midnight', '00:00'],
    ['minuit.', '00:00'],
    ["9 o'clock", '09:00'],
    ['9 o’clock!', '09:00'],
    ['nine o’clock', '09:00'],
    ['huit heures', '08:00'],
    ['une heure', '01:00'],
    ['some heures', null],
  ] as const) {
    expect([text, parseTime(text)]).toEqual([text, time]);
  }
  for (const text of [
    '24',
    '24:00',
    '9:60',
    '13pm',
    '0am',
    '9:5',
    '9:000',
    '123',
    'pm',
    'x9',
    '9x',
    '',
  ]) {
    expect([text, parseTime(text)]).toEqual([text, null]);
  }
});

test('a zone is read by its name or its city, if there is one of that name only', () => {
  expect(
    ['europe/paris', 'PARIS', 'new york', 'utc', 'America/Argentina/Salta'].map(parseZone),
  ).toEqual(['Europe/Paris', 'Europe/Paris', 'America/New_York', 'UTC', 'America/Argentina/Salta']);
  // A name of before, which no list has any more.
  expect(parseZone('US/Pacific')).toBe('US/Pacific');
  expect(['+02:00', 'Nowhere', 'Europe/Nowhere', '', 'CET/'].map(parseZone)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

test('the most similar zone is found by name and by city', () => {
  expect(['Europe/Pari', 'Parris', 'Tokio', 'zzzzzzzz'].map(nearestZone)).toEqual([
    'Europe/Paris',
    'Europe/Paris',
    'Asia/Tokyo',
    null,
  ]);
});

test('zones are looked up by all words that are typed, at most so many', () => {
  expect(zonesWith('new york', 5)).toEqual(['America/New_York']);
  expect(zonesWith('america new_york', 5)).toEqual(['America/New_York']);
  expect(zonesWith('utc', 5)).toEqual(['UTC']);
  expect(zonesWith('', 3)).toEqual(['UTC', ...Intl.supportedValuesOf('timeZone').slice(0, 2)]);
  expect(zonesWith('nowhere', 3)).toEqual([]);
});

test('holidays are those of a country or a part of one', () => {
  expect(['fr', 'FR-67', 'de', 'XX', 'France', ''].map(parseHolidays)).toEqual([
    'FR',
    'FR-67',
    'DE',
    null,
    null,
    null,
  ]);
});

const mention = (text: string) => parseMention(text, 'U0ME0000001');

test('channels, people and groups are read as Slack writes them, and as bare ids', () => {
  expect(
    ['<#C0LEASING01|leasing>', '<#C0LEASING01>', 'C0LEASING01', 'G0LEASING01', 'D0CLAIRE001'].map(
      parseChannel,
    ),
  ).toEqual(['C0LEASING01', 'C0LEASING01', 'C0LEASING01', 'G0LEASING01', 'D0CLAIRE001']);
  expect(
    ['U0CLAIRE001', '<@U0CLAIRE001>', 'leasing', 'C1', 'XC0LEASING01', ''].map(parseChannel),
  ).toEqual(Array.from({ length: 6 }, () => null));
  expect(
    [
      'me',
      'Moi',
      '<@U0BOB000001|bob>',
      '@U0BOB000001',
      'W0BOB000001',
      '<!subteam^S0TEAM0001|@t>',
    ].map(mention),
  ).toEqual([
    'U0ME0000001',
    'U0ME0000001',
    'U0BOB000001',
    'U0BOB000001',
    'W0BOB000001',
    'S0TEAM0001',
  ]);
  expect(mention('S0TEAM0001')).toBe('S0TEAM0001');
  expect(['bob', '<!channel>', '<!here>', 'C0LEASING01', ''].map(mention)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

test('counts are of days, with any unit of them', () => {
  for (const unit of ['', 'd', 'bd', 'wd', 'j', 'jo', ' day', ' days', ' jour', ' jours', 'BD']) {
    expect([unit, parseCount(`5${unit}`, 5)]).toEqual([unit, 5]);
  }
  expect(
    ['0', '1', '9', '10', '5h', 'five', '', '-1', '1.5'].map((text) => parseCount(text, 9)),
  ).toEqual([null, 1, 9, null, null, null, null, null, null]);
});

test('durations are in minutes or in hours', () => {
  for (const unit of ['', 'm', 'min', 'mins', ' minute', ' minutes', 'MIN']) {
    expect([unit, parseMinutes(`90${unit}`, 90)]).toEqual([unit, 90]);
  }
  for (const unit of ['h', ' hour', ' hours', ' heure', ' heures', 'H']) {
    expect([unit, parseMinutes(`2${unit}`, 120)]).toEqual([unit, 120]);
  }
  expect(['0', '120', '121', '3h', '2d', ''].map((text) => parseMinutes(text, 120))).toEqual([
    0,
    120,
    null,
    null,
    null,
    null,
  ]);
});

test('an age is one of the query language, stored in English and shown in each', () => {
  const french = { language: 'fr' } as const;
  expect(['1jo', '2sem', '3j', '4h', '1mois'].map((text) => parseAge(text, french))).toEqual([
    '1bd',
    '2w',
    '3d',
    '4h',
    '1mo',
  ]);
  for (const text of ['1bd,2bd', '1bd rent:3', '>3d', '1d..2d', 'long', '']) {
    expect([text, parseAge(text, CLAIRE)]).toEqual([text, null]);
  }
  expect([ageIn('2w', 'fr'), ageIn('2w', 'en'), ageIn(null, 'en'), ageIn('broken', 'fr')]).toEqual([
    '2sem',
    '2w',
    '',
    'broken',
  ]);
});

test('one half of an escalation keeps the other', () => {
  const { escalate } = read('9 escalate:<#C0MANAGERS>,3bd,<#C0OTHER001>').options;
  expect(escalate).toEqual({ afterDays: 3, channelId: 'C0OTHER001' });
  expect(() => read('9 escalate:<#C0MANAGERS>')).toThrow('missing_value');
  expect(() => read('9 escalate:<#C0MANAGERS>,soon')).toThrow('unknown_value');
});
