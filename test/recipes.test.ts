import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const document = readFileSync('src/README.md', 'utf8');

/** The text below a heading. */
function sectionOf(heading: string): string {
  const [, after = ''] = document.split(`\n## ${heading}\n`);
  return after.split('\n## ')[0] ?? '';
}

/** The files of the steps of a recipe, in their order: those before the colon are to be edited. */
function stepsOf(heading: string): string[] {
  const steps = sectionOf(heading).matchAll(/^\d+\. (.*?)(?:: | and every )/gm);
  return Array.from(steps, ([, files = '']) => pathsIn(files)).flat();
}

test('no step of a recipe names a file twice', () => {
  const steps = [...document.matchAll(/^\d+\. (.*?): /gm)].map(([, files = '']) => pathsIn(files));
  expect(steps.length).toBeGreaterThan(30);
  expect(steps.filter((paths) => new Set(paths).size < paths.length)).toEqual([]);
});

function pathsIn(text: string): string[] {
  return Array.from(text.matchAll(/`([^`\n]+)`/g), ([, path = '']) => path);
}

/** Sources whose text says something, outside the playground. */
function sourcesWith(pattern: RegExp): string[] {
  return globSync('src/**/*.ts')
    .filter((file) => !file.startsWith('src/playground/'))
    .filter((file) => pattern.test(readFileSync(file, 'utf8')));
}

test.each([
  ['Add a command', 14],
  ['Add a query key', 14],
  ['Add a digest option', 6],
  ['Add a language', 16],
])('every file of “%s” is there', (heading, filesMin) => {
  const steps = stepsOf(heading);
  expect(steps.length).toBeGreaterThanOrEqual(filesMin);
  expect(steps.filter((path) => !existsSync(path))).toEqual([]);
  const named = pathsIn(sectionOf(heading)).filter((path) => /^(?:src|test)\//.test(path));
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test('the recipe for a command has every place that names one', () => {
  const steps = stepsOf('Add a command');
  expect(
    sourcesWith(/\bstatusFor\b.* from '\.\/status\.ts'/).filter((file) => !steps.includes(file)),
  ).toEqual([]);
  expect(sourcesWith(/^ {2}(?:me|pending): '/m).filter((file) => !steps.includes(file))).toEqual(
    [],
  );
  expect(steps).toContain('manifest.yml');
  expect(readFileSync('manifest.yml', 'utf8')).toContain(' | status | ');
  expect(steps).toContain('README.md');
});

test('the recipe for a digest option begins with its one definition', () => {
  const [first, ...others] = stepsOf('Add a digest option');
  expect(first).toBe('src/digests/options/definitions.ts');
  expect(others).toContain('src/digests/compose/live.ts');
});

test('the recipe for a language has every place that lists languages', () => {
  const steps = stepsOf('Add a language');
  const lists = sourcesWith(/'en' \| 'fr'|'en', 'fr'(?:,|\])/);
  const own = lists.filter((file) => !file.startsWith('src/i18n/'));
  expect(own.filter((file) => !steps.includes(file))).toEqual([]);
  // The check names none of these.
  const silent = sourcesWith(/language\w* [!=]== '(?:en|fr)'/);
  expect(silent.filter((file) => !steps.includes(file))).toEqual([]);
  const catalogues = globSync('src/**/fr.ts').filter((file) => !file.startsWith('src/i18n/'));
  expect(catalogues.length).toBeGreaterThan(0);
  expect(catalogues.filter((file) => !steps.includes(file))).toEqual([]);
});

test('the table of rooms has what is in src', () => {
  const rows = sectionOf('Rooms').matchAll(/^\| `([^`]+)` /gm);
  const listed = Array.from(rows, ([, room = '']) => `src/${room}`);
  expect(listed.filter((room) => !existsSync(room))).toEqual([]);
  const entries = readdirSync('src', { withFileTypes: true }).map(
    (entry) => `src/${entry.name}${entry.isDirectory() ? '/' : ''}`,
  );
  expect(entries.filter((path) => !['src/README.md', ...listed].includes(path))).toEqual([]);
});

test('the way of a request, of a tool and of a digest leads through files that are there', () => {
  const ways = ['A request', 'A tool of an assistant', 'A digest slot'].map(sectionOf).join('');
  const named = pathsIn(ways)
    .filter((path) => path.includes('/') && !path.includes(' '))
    .map((path) => (/^(?:src|test)\//.test(path) ? path : `src/${path}`));
  expect(named.length).toBeGreaterThan(24);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
