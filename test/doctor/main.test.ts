import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cwd, execPath } from 'node:process';
import { text } from 'node:stream/consumers';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { formatFinding, ok, problem, step } from '../../src/doctor/finding.ts';
import { COMPILED } from '../support/compiled.ts';
import { findingsIn, openDoctorSetup } from './run-doctor.ts';

/** Runs the doctor as an operator does, in a process of its own. */
async function run(environment: Readonly<Record<string, string>>, folder = cwd()) {
  const child = spawn(execPath, [resolve('src/doctor/main.ts')], {
    cwd: folder,
    env: { ...COMPILED, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { said, complaints, code };
}

test('the doctor ends well where all is well, and says so line by line', async () => {
  const { environment } = await openDoctorSetup();
  const { said, complaints, code } = await run(environment);
  expect({ complaints, code }).toEqual({ complaints: '', code: 0 });
  const lines = said.trimEnd().split('\n');
  expect(lines.filter((line) => !/^[✓–] [^:]+: .+\.$/.test(line))).toEqual(['', 'All is well.']);
});

test('the doctor names variables without effect, which are no problem', async () => {
  const { environment } = await openDoctorSetup();
  const { said, code } = await run({ ...environment, SHARED_SNAPSHOT: 'on', DATABASE_USER: 'me' });
  expect(code).toBe(0);
  expect(said).toMatch(/^– Configuration: SHARED_SNAPSHOT has no effect .+ to off\.$/m);
  expect(said).toMatch(/^– Configuration: DATABASE_USER is not read: .+ DATABASE_URL\.$/m);
  const broken = await run({ ...environment, SHARED_SNAPSHOT: 'on', DATABASE_URL: 'mysql://x' });
  expect(broken.said).not.toContain('SHARED_SNAPSHOT');
});

test('the doctor ends with 1 where something is to mend, and counts it', async () => {
  const { environment } = await openDoctorSetup();
  const { said, code } = await run({ ...environment, SLACK_BOT_TOKEN: 'xoxb-x', RENTAL_IDP: '' });
  expect(code).toBe(1);
  expect(said.match(/^✗ /gm)).toHaveLength(2);
  expect(said).toMatch(/\nTo correct: 2\.\n$/);
});

test.each([
  ['a folder', async (path: string) => mkdir(path), /^ {2}\.env is a folder, .+: remove it/m],
  [
    'a link to itself',
    async (path: string) => symlink(path, path),
    /^ {2}\.env cannot be read \(ELOOP\): .+ or remove it/m,
  ],
])('a .env that is %s is told with what to do', async (_what, make, sentence) => {
  const { environment, folder } = await openDoctorSetup();
  await make(join(folder, '.env'));
  const { complaints, code } = await run(environment, folder);
  expect(code).toBe(1);
  expect(complaints).toMatch(sentence);
  expect(complaints).toContain('(see .env.example)');
});

test('whatever the environment holds, every variable’s value is kept back', async () => {
  const names = [
    'SLACK_BOT_TOKEN',
    'SLACK_APP_TOKEN',
    'SLACK_SIGNING_SECRET',
    'RENTAL_KEY',
    'RENTAL_KEY_FILE',
    'DATABASE_URL',
    'RENTAL_AUTH_URL',
    'RENTAL_IDP',
  ];
  const value = fc
    .tuple(
      fc.constantFrom('', 'xoxb ', 'xapp ', '{"key":"', 'postgres:', '-----BEGIN'),
      fc.string(),
    )
    .map(([start, rest]) => `${start}canary-value${rest}`);
  const values = fc.tuple(...names.map(() => fc.option(value, { nil: '' })));
  await fc.assert(
    fc.asyncProperty(values, async (held) => {
      const environment = Object.fromEntries(names.map((name, index) => [name, held[index]]));
      const broken = { ...environment, RENTAL_AUTH_URL: 'canary-value', SLACK_API_URL: 'x' };
      const findings = await findingsIn({ ...broken, DATA_DIR: '/dev/null/nowhere' });
      expect(findings.map(formatFinding).join('\n')).not.toContain('canary-value');
    }),
    { numRuns: 30 },
  );
});

/** What moves a cursor, colours, ends a line or turns its direction. */
const NASTY = ['\n', '\r', '\t', '\0', '\u001B', '\u009B', '\u2028', '\u2029', '\u202E', '[', 'x'];

test('an example of what belongs into a variable is shown in full', async () => {
  const findings = await findingsIn({ DATABASE_URL: 'mysql://x', DATA_DIR: '/dev/null/nowhere' });
  const lines = findings.map(formatFinding).join('\n');
  expect(lines).toContain('on api.slack.com/apps, for example xoxb-1234.');
  expect(lines).toContain('an example is postgres://desk:password@db.example.com/desk');
});

test('one finding is one line, whatever a server has put into it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...NASTY) }), (said) => {
      const line = formatFinding(problem('It', `a${said}b`, 'mend it'));
      expect(line).toMatch(/^✗ It: a/);
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
  );
  expect(formatFinding(ok('It', 'Bearer abc and xoxb-1'))).toBe('✓ It: [secret] and [secret]');
});

test('a step that breaks is told by the kind of its error alone, and the next goes on', async () => {
  const findings = await Array.fromAsync(
    step('It', [], () => {
      throw new RangeError('xoxb-secret');
    }),
  );
  expect(findings.map(formatFinding)).toEqual([
    '✗ It: It could not be looked at (RangeError). Please report this as a defect.',
  ]);
});
