import { existsSync, globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { commands } from '../src/commands/index.ts';
import { LONG, WAITING } from './support/spread-long.ts';

interface Room {
  /** Rooms and packages that it may load. */
  readonly runs: readonly string[];
  /** Rooms and packages of which it may use the types, too. */
  readonly names?: readonly string[];
}

/**
 * The layers: a room runs rooms above it in this list, never below. `main.ts` and `app.ts` wire
 * everything; no room imports the playground.
 */
const ROOMS: Readonly<Record<string, Room>> = {
  lib: { runs: ['leven', 'lru-cache'] },
  'log.ts': { runs: ['pino'] },
  'shutdown.ts': { runs: ['lib'], names: ['log.ts'] },
  'slack-errors.ts': { runs: [] },
  'metrics.ts': { runs: ['prom-client'] },
  'rental-api': { runs: ['lib', 'jose', 'ky', 'undici', 'zod'] },
  portfolio: { runs: ['lib', 'rental-api', 'date-holidays', 'zod'] },
  'variables.ts': { runs: ['lib', 'portfolio', 'zod'] },
  'config.ts': { runs: ['variables.ts', 'zod'] },
  store: {
    runs: [
      'lib',
      'kysely',
      'pg',
      '@electric-sql/pglite',
      '@electric-sql/pglite-prepopulatedfs',
      'tar',
      'zod',
    ],
  },
  journal: { runs: ['lib', 'portfolio', 'store'] },
  replication: { runs: ['lib', 'portfolio', 'store', 'zod'] },
  triage: { runs: ['portfolio', 'store'] },
  reports: { runs: ['lib', 'portfolio'] },
  i18n: { runs: ['date-fns'], names: ['lib'] },
  views: {
    runs: ['lib', 'i18n', 'date-fns'],
    names: ['rental-api', 'portfolio', 'journal', 'reports', '@slack/types'],
  },
  delivery: {
    runs: ['lib', 'slack-errors.ts', 'portfolio', 'store'],
    names: ['i18n', 'views'],
  },
  digests: {
    runs: [
      'lib',
      'slack-errors.ts',
      'portfolio',
      'store',
      'reports',
      'i18n',
      'views',
      'delivery',
      'zod',
    ],
    names: ['rental-api'],
  },
  alerts: {
    runs: ['lib', 'portfolio', 'store', 'i18n', 'views', 'delivery', 'digests'],
  },
  commands: {
    runs: [
      'lib',
      'portfolio',
      'store',
      'journal',
      'triage',
      'reports',
      'i18n',
      'views',
      'digests',
      'alerts',
      'csv-stringify',
      'zod',
    ],
    names: ['rental-api'],
  },
  mcp: {
    runs: [
      'lib',
      'portfolio',
      'store',
      'journal',
      'reports',
      'views',
      'commands',
      '@modelcontextprotocol/server',
      'zod',
    ],
    names: ['rental-api', '@slack/types'],
  },
  slack: {
    runs: [
      'lib',
      'log.ts',
      'slack-errors.ts',
      'delivery',
      'commands',
      'digests',
      '@slack/bolt',
      '@slack/web-api',
      'zod',
    ],
    names: ['i18n', 'views', '@slack/types'],
  },
  doctor: {
    runs: [
      'config.ts',
      'log.ts',
      'slack-errors.ts',
      'rental-api',
      'store',
      'i18n',
      '@slack/web-api',
      'zod',
    ],
  },
  jobs: { runs: ['lib', 'pg-boss'], names: ['store', 'delivery', 'digests', 'log.ts'] },
};

const PLAYGROUND_RUNS = [
  'playground',
  'react',
  'react-dom',
  'slack-blocks-to-jsx',
  'hono',
  '@hono/node-server',
  'ws',
  'vite',
  'yaml',
  'zod',
  'jose',
  'open',
  '@faker-js/faker',
];

const LINES_MAX = 450;

const FOLDER_FILES_MAX = 16;
/** Beside each other for as many commands as there are. */
const UNBOUNDED_FOLDERS = ['src/commands'];

const files = globSync('src/**/*.{ts,tsx}').toSorted();
const sources = files.map((file) => ({ file, source: readFileSync(file, 'utf8') }));
const rooms = sources.filter(
  ({ file }) =>
    !['src/main.ts', 'src/start.ts', 'src/app.ts'].includes(file) &&
    !file.startsWith('src/app/') &&
    !isPlayground(file),
);
const manifest = parse(readFileSync('manifest.yml', 'utf8'));
const readme = readFileSync('README.md', 'utf8');

test('every room looks only where the plan allows', () => {
  const trespasses = rooms.flatMap(({ file, source }) => {
    const room = roomOf(file);
    const { runs, names = [] } = ROOMS[room] ?? { runs: [] };
    return [
      ...strangers(importsOf(file, stripTypeScriptTypes(source)), [room, ...runs], 'runs'),
      ...strangers(importsOf(file, source), [room, ...runs, ...names], 'names'),
    ].map((trespass) => `${file} ${trespass}`);
  });
  expect(trespasses).toEqual([]);
});

test('the table of rooms says which rooms each may run', () => {
  const table = readFileSync('src/README.md', 'utf8').matchAll(/^\| `([^`]+)` .*\|([^|]+)\|$/gm);
  const said = Array.from(table, ([, room = '', runs = '']) => {
    const named = Array.from(runs.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
    return [room.replace('/', ''), named.map((name) => name.replace('/', '')).toSorted()] as const;
  }).filter(([room]) => room in ROOMS);
  const expected = Object.entries(ROOMS).map(
    ([room, { runs }]) => [room, runs.filter((one) => one in ROOMS).toSorted()] as const,
  );
  expect(new Map(said)).toEqual(new Map(expected));
});

test('the plan itself has no circle', () => {
  const order = Object.keys(ROOMS);
  const uphill = Object.entries(ROOMS).flatMap(([room, { runs }]) =>
    runs
      .filter((other) => order.indexOf(other) >= order.indexOf(room))
      .map((other) => [room, other]),
  );
  expect(uphill).toEqual([]);
});

test('the playground keeps to itself and to its own packages', () => {
  const trespasses = sources
    .filter(({ file }) => isPlayground(file))
    .flatMap(({ file, source }) =>
      strangers(importsOf(file, source), PLAYGROUND_RUNS, 'runs').map((what) => `${file} ${what}`),
    );
  expect(trespasses).toEqual([]);
});

test('only the doors ask for the time and the environment', () => {
  const doors = [
    'src/start.ts',
    'src/doctor/main.ts',
    'src/playground/main.ts',
    'src/playground/clock/shift-clocks.ts',
    'src/playground/rental-service/main.ts',
  ];
  const asks = /new Date\(\)|Date\.now|performance\.now|Temporal\.Now|process\.env/;
  const askers = sources
    .filter(({ file }) => !doors.includes(file) && !file.startsWith('src/playground/page/'))
    .filter(({ source }) => asks.test(source));
  expect(askers.map(({ file }) => file)).toEqual([]);
});

test('every error has the name of its class, which logs show', () => {
  const names = sources.flatMap(({ source }) => [
    ...source.matchAll(/class (\w+) extends [^{]*\{\s*override readonly name = '(\w+)'/g),
  ]);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter(([, type, name]) => type !== name).map(([, type]) => type)).toEqual([]);
});

test('a file fits on a few screens', () => {
  const long = sources.filter(({ source }) => source.split('\n').length > LINES_MAX);
  expect(long.map(({ file }) => file)).toEqual([]);
});

test('a folder holds few enough files to be read at a glance', () => {
  const counts = Map.groupBy(files, (file) => dirname(file));
  const large = [...counts]
    .filter(
      ([folder, { length }]) => length > FOLDER_FILES_MAX && !UNBOUNDED_FOLDERS.includes(folder),
    )
    .map(([folder, { length }]) => `${folder}: ${length}`);
  expect(large).toEqual([]);
});

test('three files with one prefix are a folder', () => {
  const prefixed = files
    .map((file) => [dirname(file), /^([^-]+)-/.exec(basename(file))?.[1]])
    .filter(([folder, prefix]) => prefix !== undefined && !String(folder).includes('playground'))
    .map((parts) => parts.join('/'));
  const counts = Map.groupBy(prefixed, (prefix) => prefix);
  expect([...counts].filter(([, { length }]) => length > 2).map(([prefix]) => prefix)).toEqual([]);
});

test('the test files that a run spreads are there', () => {
  const names = [...WAITING, ...LONG];
  expect(names.filter((name) => !existsSync(`test/${name}.test.ts`))).toEqual([]);
});

test('the manifest offers exactly the commands there are', () => {
  const [rental, ...others] = manifest.features.slash_commands;
  expect(others).toEqual([]);
  expect(rental).toMatchObject({ command: '/rental', should_escape: true });
  expect(rental.usage_hint.split(' | ')).toEqual(
    commands.map(({ name, hint }) => [name, hint.en].filter(Boolean).join(' ')),
  );
});

test('the README tells of every command', () => {
  const untold = commands.filter(({ name }) => !readme.includes(`\`/rental ${name}\``));
  expect(untold.map(({ name }) => name)).toEqual([]);
});

test('every command has a section of help, and its French name can be typed', () => {
  const faulty = commands.filter(
    ({ name, called, aliases, group }) => group === null || ![name, ...aliases].includes(called.fr),
  );
  expect(faulty.map(({ name }) => name)).toEqual([]);
});

test('no two commands go by the same word', () => {
  const words = commands.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(words).toEqual([...new Set(words)]);
});

function strangers(seen: string[], known: readonly string[], verb: string): string[] {
  return seen.filter((name) => !known.includes(name)).map((name) => `${verb} ${name}`);
}

/** The rooms and packages named in a source’s `from` clauses; Node’s own are nobody’s. */
function importsOf(file: string, source: string): string[] {
  const specifiers = source.matchAll(/^(?:import|export|\}) .*?from '(.+?)';$/gm);
  return Array.from(specifiers, ([, specifier = '']) =>
    specifier.startsWith('.') ? roomOf(join(dirname(file), specifier)) : packageOf(specifier),
  ).filter((name) => !name.startsWith('node:'));
}

function packageOf(specifier: string): string {
  const depth = specifier.startsWith('@') ? 2 : 1;
  return specifier.split('/').slice(0, depth).join('/');
}

function roomOf(file: string): string {
  return relative('src', file).split('/')[0] ?? '';
}

function isPlayground(file: string): boolean {
  return roomOf(file) === 'playground';
}
