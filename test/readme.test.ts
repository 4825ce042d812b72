import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { alertOptionHelp } from '../src/commands/alert/parse.ts';
import { commands } from '../src/commands/index.ts';
import { wordsIn } from '../src/i18n/index.ts';
import { tools } from '../src/mcp/server.ts';
import { createMetrics, type Metrics } from '../src/metrics.ts';
import type { RefusedReason } from '../src/replication/publication.ts';
import type { RefusalReason } from '../src/slack/receivers/http-handler.ts';
import type { DeliveryState } from '../src/store/digest.ts';
import { TRIALS } from './drill/trials.ts';

const readme = readFileSync('README.md', 'utf8');
const operations = readFileSync('src/doctor/README.md', 'utf8');
const promised = readFileSync('test/README.md', 'utf8');
const documents = ['README.md', ...globSync('{src,test}/**/README.md')].map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));
const example = readFileSync('.env.example', 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const README_BYTES_MAX = 12_000;
const PICTURE_BYTES_MAX = 150_000;

/** The cells of the rows of the table whose first heading this is. */
function tableOf(document: string, heading: string): string[][] {
  const lines = document.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} `));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** What stands between backticks. */
function quoted(text: string): string[] {
  return Array.from(text.matchAll(/`([^`\n]+)`/g), ([, inside = '']) => inside);
}

/** What a document links to, outside the web: the file, and the heading in it if there is one. */
function linksIn(document: string): { readonly file: string; readonly anchor: string }[] {
  const links = document.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g);
  return Array.from(links, ([, file = '', anchor = '']) => ({ file, anchor }));
}

function anchorsOf(document: string): string[] {
  return Array.from(document.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('the first page is for those who use and install it, and short', () => {
  expect(statSync('README.md').size).toBeLessThanOrEqual(README_BYTES_MAX);
  const leadsTo = linksIn(readme).map(({ file }) => file);
  for (const { path } of documents.slice(1)) expect(leadsTo).toContain(path);
});

test('every file that a document names is there', () => {
  // Those of recipes are checked in recipes.test.ts.
  const others = documents.filter(({ path }) => path !== 'src/README.md');
  const paths = others
    .flatMap(({ text }) => quoted(text))
    .filter((text) => /^(?:src|test)\/[^<>* ]*$/.test(text));
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test('every link leads to a file, and to a heading in it', () => {
  const broken = documents.flatMap(({ path, text }) =>
    linksIn(text)
      .filter(({ file, anchor }) => {
        const target = file === '' ? path : join(dirname(path), file);
        if (!existsSync(target)) return true;
        return anchor !== '' && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
      })
      .map(({ file, anchor }) => `${path} → ${file}#${anchor}`),
  );
  expect(broken).toEqual([]);
  expect(linksIn(readme)).toContainEqual({ file: 'manifest.yml', anchor: '' });
  for (const { path, text } of documents) {
    expect([path, linksIn(text).filter(({ anchor }) => anchor !== '').length]).toEqual([
      path,
      expect.toSatisfy((count: number) => count >= 5),
    ]);
  }
});

test('each promise names a test that shows it', () => {
  const promises = tableOf(promised, 'Promise');
  expect(promises.length).toBeGreaterThan(15);
  const unshown = promises.filter(
    ([, shown = '']) => !quoted(shown).some((path) => /^test\/.*\.test\.ts$/.test(path)),
  );
  expect(unshown).toEqual([]);
  const uncounted = promises.filter(([, , instances = '']) => !/\d/.test(instances));
  expect(uncounted).toEqual([]);
});

test('every script that a document speaks of is one', () => {
  const text = documents.map((document) => document.text).join('\n');
  const named = Array.from(text.matchAll(/\bnpm run ([a-z]+)/g), ([, name = '']) => name);
  expect(named).toContain('doctor');
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('the table of variables has those of .env.example, in their order', () => {
  const told = tableOf(operations, 'Variable').flatMap(([names = '']) => quoted(names));
  const offered = Array.from(example.matchAll(/^(?:# )?([A-Z_]+)=/gm), ([, name]) => name);
  expect(told).toEqual(offered);
});

test('every command is told in both languages', () => {
  const rows = tableOf(readme, 'English');
  const told = rows.map(([english = '', french = '']) => [quoted(english), quoted(french)]);
  const untold = commands.filter(
    ({ called }) =>
      !told.some(
        ([english, french]) =>
          english?.includes(`/rental ${called.en}`) && french?.includes(`/rental ${called.fr}`),
      ),
  );
  expect(untold.map(({ name }) => name)).toEqual([]);
  expect(rows).toHaveLength(commands.length);
});

test('the table of metrics has what the page has', async () => {
  const metrics = createMetrics({
    monotonic: () => 0,
    snapshot: () => null,
    isCircuitOpen: () => false,
    isDatabaseReached: () => true,
    queued: async () => 0,
  });
  const { text } = await metrics.page();
  const offered = Array.from(text.matchAll(/^# TYPE (rental_desk_\w+) /gm), ([, name]) => name);
  const told = tableOf(operations, 'Metric')
    .flatMap(([names = '']) => quoted(names))
    .map((name) => name.replace(/\{.*\}$/, ''))
    .filter((name) => name.startsWith('rental_desk_'));
  expect(new Set(told)).toEqual(new Set(offered));
  expect(told).toHaveLength(offered.length);
});

/** The type asks for each of them. */
const REFUSALS: Readonly<Record<RefusalReason, true>> = {
  method: true,
  starting: true,
  content_type: true,
  unsigned: true,
  too_old: true,
  from_the_future: true,
  too_large: true,
  signature: true,
  payload: true,
  repeated: true,
  crowded_out: true,
};
const SNAPSHOT_REFUSALS: Readonly<Record<RefusedReason, true>> = {
  unreadable: true,
  replayed: true,
  incomplete: true,
};

const OUTCOMES: Readonly<Record<Parameters<Metrics['answered']>[1], true>> = {
  answered: true,
  troubled: true,
  mended: true,
  slip: true,
  failed: true,
  refused: true,
  limited: true,
  busy: true,
};
const DELIVERIES: Readonly<Record<Exclude<DeliveryState, 'planned' | 'posting'>, true>> = {
  posted: true,
  skipped: true,
  missed: true,
  failed: true,
  unknown: true,
};
/** Words of these rows that are no value of the label. */
const OTHER_WORDS = /^(?:\/.*|ACCESS_BURST|wrong_file|show)$/;

test.each([
  ['rental_desk_refused_requests_total{reason}', REFUSALS],
  ['rental_desk_refused_snapshots_total{reason}', SNAPSHOT_REFUSALS],
  ['rental_desk_answer_seconds{command,outcome}', OUTCOMES],
  ['rental_desk_deliveries_total{kind,outcome}', DELIVERIES],
])('the row of %s has each value of its last label', (metric, values) => {
  const [, shows = ''] =
    tableOf(operations, 'Metric').find(([name]) => name === `\`${metric}\``) ?? [];
  const told = quoted(shows).filter((word) => !OTHER_WORDS.test(word));
  expect(told.toSorted()).toEqual(Object.keys(values).toSorted());
});

test('the row of /readyz has everything that it lists and that /rental status tells', () => {
  const [, answers = ''] = tableOf(operations, 'Path').find(([path]) => path === '`/readyz`') ?? [];
  const untold = Object.keys(wordsIn('en').status.degraded).filter(
    (what) => !quoted(answers).includes(what),
  );
  expect(untold).toEqual([]);
});

test.each([
  ['tools of assistants', operations, 'Tool', tools.map(({ name }) => name)],
  ['long trials', promised, 'Trial', Object.keys(TRIALS)],
] as const)('the table of %s has all of them', (_, document, heading, names) => {
  expect(tableOf(document, heading).flatMap(([name = '']) => quoted(name))).toEqual(names);
});

test('the options that alerts share with digests are those of their help', () => {
  const digests = readFileSync('src/digests/README.md', 'utf8');
  const [, shared = ''] = /^- \*\*As with digests:\*\* (.+)\.$/m.exec(digests) ?? [];
  const headings = Array.from(
    digests.matchAll(/^- \*\*(.+?):\*\* `([\w-]+):/gm),
    ([, heading = '', key]) => ({
      heading: heading.toLowerCase(),
      key,
    }),
  );
  const own = new Set(['when', 'to', 'every', 'quiet', 'days']);
  const offered = alertOptionHelp('en').map((option) => option.example.split(':', 1)[0] ?? '');
  expect(shared.split(', ')).toEqual(
    offered
      .filter((key) => !own.has(key))
      .map((key) => headings.find((one) => one.key === key)?.heading),
  );
});

test('the picture is light', () => {
  const [, picture = ''] = /!\[[^\]]+\]\(([^)]+)\)/.exec(readme) ?? [];
  expect(statSync(picture).size).toBeLessThan(PICTURE_BYTES_MAX);
});

test('no fact of a table stands in two documents', () => {
  const headings = documents.flatMap(({ text }) =>
    Array.from(text.matchAll(/^\| (Variable|Metric|Promise|Room|What) +\|/gm), ([, name]) => name),
  );
  expect(headings.filter((name, index) => headings.indexOf(name) !== index)).toEqual([]);
});
