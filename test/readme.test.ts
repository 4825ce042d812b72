import { existsSync, readFileSync, statSync } from 'node:fs';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { commands } from '../src/commands/index.ts';
import { createMetrics } from '../src/metrics.ts';

const readme = readFileSync('README.md', 'utf8');
const example = readFileSync('.env.example', 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const PICTURE_BYTES_MAX = 150_000;

/** The cells of the rows of the table whose first heading this is. */
function tableOf(heading: string): string[][] {
  const lines = readme.split('\n');
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

test('every file that the README names is there', () => {
  const paths = quoted(readme).filter((text) => /^(?:src|test)\/[^<>* ]*$/.test(text));
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  const linked = Array.from(
    readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g),
    ([, path = '']) => path,
  );
  expect(linked).toContain('manifest.yml');
  expect(linked.filter((path) => !existsSync(path))).toEqual([]);
});

test('each promise names a test that shows it', () => {
  const promises = tableOf('Promise');
  expect(promises.length).toBeGreaterThan(15);
  const unshown = promises.filter(
    ([, shown = '']) => !quoted(shown).some((path) => /^test\/.*\.test\.ts$/.test(path)),
  );
  expect(unshown).toEqual([]);
});

test('every script that the README speaks of is one', () => {
  const named = Array.from(readme.matchAll(/\bnpm run ([a-z]+)/g), ([, name = '']) => name);
  expect(named).toContain('doctor');
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('the table of variables has those of .env.example, in their order', () => {
  const told = tableOf('Variable').flatMap(([names = '']) => quoted(names));
  const offered = Array.from(example.matchAll(/^([A-Z_]+)=/gm), ([, name]) => name);
  expect(told).toEqual(offered);
});

test('every command is told in both languages', () => {
  const rows = tableOf('English');
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
    reading: () => null,
    isServiceResting: () => false,
    isDatabaseReached: () => true,
    queued: async () => 0,
  });
  const { text } = await metrics.page();
  const offered = Array.from(text.matchAll(/^# TYPE (rental_desk_\w+) /gm), ([, name]) => name);
  const told = tableOf('Metric')
    .flatMap(([names = '']) => quoted(names))
    .map((name) => name.replace(/\{.*\}$/, ''))
    .filter((name) => name.startsWith('rental_desk_'));
  expect(new Set(told)).toEqual(new Set(offered));
  expect(told).toHaveLength(offered.length);
});

test('the contents lead to headings, and the picture is light', () => {
  const anchors = Array.from(readme.matchAll(/\]\(#([^)]+)\)/g), ([, anchor]) => anchor);
  const headings = Array.from(readme.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  expect(anchors.length).toBeGreaterThan(5);
  expect(anchors.filter((anchor) => !headings.includes(anchor ?? ''))).toEqual([]);
  const [, picture = ''] = /!\[[^\]]+\]\(([^)]+)\)/.exec(readme) ?? [];
  expect(statSync(picture).size).toBeLessThan(PICTURE_BYTES_MAX);
});
