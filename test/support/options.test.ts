import { spawnSync } from 'node:child_process';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

test.each([
  ['bench', '--help', "Unknown option '--help'. Use it like this: npm run bench -- --only "],
  ['bench', '--only=sleeping', 'No measure is called “sleeping”. Use it like this: npm run bench'],
  ['drill', '--nonsense', "Unknown option '--nonsense'. Say it like this: npm run drill -- "],
  ['drill', '--seed', "Option '--seed <value>' argument missing. Say it like this: "],
  ['mutants', 'seven', "Unexpected argument 'seven'. Use it like this: npm run mutants -- "],
])(
  '%s %s is refused with how to call it',
  (program, argument, says) => {
    const path = fileURLToPath(new URL(`../${program}/main.ts`, import.meta.url));
    const { status, stdout, stderr } = spawnSync(execPath, [path, argument], { encoding: 'utf8' });

    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.slice(0, says.length)).toBe(says);
    // The other lines name what can be chosen.
    expect(stderr.trimEnd().split('\n').slice(1).join('')).toMatch(/^(?:\w+: [\w ·-]+)?$/u);
  },
  60_000,
);
