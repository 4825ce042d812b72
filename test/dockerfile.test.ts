import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { execPath } from 'node:process';
import { parseEnv } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { portOf } from '../src/slack/receivers/http-receiver.ts';

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

const Package = z.object({
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const Lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })),
});

const { scripts, dependencies, devDependencies } = Package.parse(readJson('package.json'));
const { packages } = Lock.parse(readJson('package-lock.json'));
const instructions = readInstructions('Dockerfile');
const operations = readFileSync('src/doctor/README.md', 'utf8');
const example = readFileSync('.env.example', 'utf8');

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Lines that end in a backslash go on; comments are nobody’s. */
function readInstructions(path: string): Instruction[] {
  const text = readFileSync(path, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', ...words] = line.split(' ');
      return { name, rest: words.join(' ') };
    });
}

function all(name: string): string[] {
  return instructions.filter((one) => one.name === name).map(({ rest }) => rest);
}

/** What is taken into the image from this checkout. */
const copied = all('COPY').flatMap((rest) => rest.split(' ').slice(0, -1));

/** The last word of an instruction in JSON: what it runs. */
function commandOf(name: string): string[] {
  const [rest = ''] = all(name);
  return z.array(z.string()).parse(JSON.parse(rest.slice(rest.indexOf('['))));
}

test('the image stands on the Node that the tests run on', () => {
  expect(all('FROM')).toEqual([`node:${devDependencies['node']}-slim`]);
});

test('only what production needs is taken in, and nothing else is even sent', () => {
  expect(copied).toEqual(['package.json', 'package-lock.json', '.npmrc', 'src']);
  for (const path of copied) expect(existsSync(path)).toBe(true);
  const rules = readFileSync('.dockerignore', 'utf8').trim().split('\n');
  expect(rules.filter((rule) => !rule.startsWith('#'))).toEqual([
    '*',
    ...copied.map((path) => `!${path}`),
    'src/playground',
  ]);
});

test('it runs as a user without rights, and what it may write to is its own', () => {
  const names = instructions.map(({ name }) => name);
  expect(all('USER')).toEqual(['node']);
  expect(names.indexOf('USER')).toBeLessThan(names.indexOf('CMD'));
  expect(names.slice(names.indexOf('USER'))).not.toContain('RUN');
  expect(all('VOLUME')).toEqual(['/data']);
  expect(all('RUN').join('\n')).toContain('install -d -o node -g node -m 700 /data');
  expect(all('ENV').join(' ').split(' ')).toContain('DATA_DIR=/data');
});

test('no secret and no setting of an operator’s is built in', () => {
  expect(all('ARG')).toEqual([]);
  const set = all('ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('=')[0]));
  expect(set).toEqual(['NODE_ENV', 'DATA_DIR']);
});

test('it starts what npm start starts, and signals reach it', () => {
  const [runs, ...rest] = commandOf('CMD');
  const file = rest.at(-1) ?? '';
  expect(runs).toBe('node');
  expect(existsSync(file)).toBe(true);
  expect(scripts['start']?.split(' ').at(-1)).toBe(file);
  expect(scripts['doctor']?.split(' ').at(-1)).toBe('src/doctor/main.ts');
});

test('what is compiled in the image is compiled as it is run, where it is looked for', () => {
  const compiles = all('RUN').find((rest) => rest.includes('NODE_COMPILE_CACHE')) ?? '';
  const [, folder, user, flags, parts = ''] =
    /NODE_COMPILE_CACHE=(\S+) setpriv --reuid=(\w+) .* node (.+) --eval "for .* of \[(.+)\]\) import/.exec(
      compiles,
    ) ?? [];
  expect(readFileSync('src/main.ts', 'utf8')).toContain(`'../${folder}'`);
  expect(user).toBe(all('USER')[0]);
  expect(flags?.split(' ')).toEqual(commandOf('CMD').slice(1, -1));
  // What is loaded at once, and what is loaded once it is known to be needed.
  const [start = '', ...others] = ['src/start.ts', ...globSync('src/**/*.ts')].map((file) =>
    file.startsWith('src/playground/') || file === 'src/main.ts' ? '' : readFileSync(file, 'utf8'),
  );
  const first = Array.from(start.matchAll(/ from '\.\/(.+)';/g), ([, file]) => `./src/${file}`);
  const later = others.flatMap((source) =>
    Array.from(source.matchAll(/await import\('(?!node:)(?:\.\/)?(.+)'\)/g), ([, name = '']) =>
      name.endsWith('.ts') ? `./src/${name}` : name,
    ),
  );
  expect(later).toContain('pg');
  const compiled = Array.from(parts.matchAll(/'(.+?)'/g), ([, part]) => part);
  expect(new Set(compiled)).toEqual(new Set([...first, ...later]));
});

test.each([
  [200, 0],
  [503, 1],
  [null, 1],
])('the health check of a bot that answers %s ends with %i', async (status, code) => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(status ?? 500).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  onTestFinished(() => void server.close());
  if (status === null) server.close();

  const [, ...flags] = commandOf('HEALTHCHECK');
  const child = spawn(execPath, flags, { env: { PORT: String(port) }, stdio: 'ignore' });

  expect(await once(child, 'exit')).toEqual([code, null]);
  expect(asked).toEqual(status === null ? [] : ['/healthz']);
});

test('everything that the bot loads is there without what is only for its development', () => {
  const files = globSync('src/**/*.ts', { exclude: ['src/playground/**'] });
  expect(files).toContain('src/main.ts');
  const loaded = files.flatMap((file) =>
    packagesIn(stripTypeScriptTypes(readFileSync(file, 'utf8'))).map((name) => ({ file, name })),
  );
  expect(loaded.filter(({ name }) => !(name in dependencies))).toEqual([]);
  // What a lazy import names counts, too.
  expect(loaded.map(({ name }) => name)).toContain('pg');
  const forDevelopment = Object.keys(dependencies).filter(
    (name) => packages[`node_modules/${name}`]?.dev !== undefined,
  );
  expect(forDevelopment).toEqual([]);
});

function packagesIn(source: string): string[] {
  const named = source.matchAll(/(?:\bfrom |\bimport\(|^import )'([^'.][^']*)'/gm);
  return Array.from(named, ([, specifier = '']) =>
    specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/'),
  ).filter((name) => !name.startsWith('node:'));
}

test('the compose file of the operations guide is one, and sets only variables that there are', () => {
  const [, yaml = ''] = /```yaml\n(services:[\s\S]*?)```/.exec(operations) ?? [];
  const { services, secrets, volumes } = parse(yaml);
  const { desk, database } = services;
  expect(desk).toMatchObject({ build: '.', read_only: true, env_file: '.env' });
  const unknown = Object.keys(desk.environment).filter((name) => !example.includes(`${name}=`));
  expect(unknown).toEqual([]);
  expect(desk.environment.RENTAL_KEY_FILE).toBe(`/run/secrets/${desk.secrets[0]}`);
  expect(Object.keys(secrets)).toEqual(desk.secrets);
  expect(database.volumes[0].split(':')[0]).toBe(Object.keys(volumes)[0]);
  expectDatabaseAwaited(desk, database);
  // What makes the file of use: its name, and what is typed.
  expect(operations).toContain('Save this as `compose.yaml`');
  expect(operations).toContain('\ndocker compose up --detach\n');
});

/** The doctor of a first start finds the database, over TCP, which its own set-up does not open. */
function expectDatabaseAwaited(desk: Service, database: Service) {
  expect(desk.depends_on).toEqual({ database: { condition: 'service_healthy' } });
  expect(database.healthcheck?.test).toMatch(/^pg_isready --host localhost /);
}

interface Service {
  readonly depends_on?: unknown;
  readonly healthcheck?: { readonly test: unknown };
}

const [, several = ''] = /```yaml\n(services:\n {2}desk-1:[\s\S]*?)```/.exec(operations) ?? [];
const fleet = parse(several);

test('the guide and the example say how docker compose leaves a $ as it is', () => {
  expect(operations).toContain("one that holds a `$` in single ones, `'a$b'`");
  expect(example).toContain("a # or a $ stands in single quotes: 'a#b'");
  expect(parseEnv("A='a$b#c'")).toEqual({ A: 'a$b#c' });
});

test('the compose file of several instances has two that are alike, and a proxy to both', () => {
  const { services, secrets, volumes } = fleet;
  const { 'desk-1': desk, 'desk-2': other, proxy, database } = services;
  expect(other).toEqual(desk);
  // The proxy alone is reached from outside, and no two instances want the same port.
  expect(Object.keys(services).filter((name) => 'ports' in services[name])).toEqual(['proxy']);
  const unknown = Object.keys(desk.environment).filter((name) => !example.includes(`${name}=`));
  expect(unknown).toEqual([]);
  expect(desk.environment.RENTAL_KEY_FILE).toBe(`/run/secrets/${desk.secrets[0]}`);
  expect(desk.environment.DATABASE_URL).toContain('@database/desk');
  expectDatabaseAwaited(desk, database);
  expect(Object.keys(secrets)).toEqual(desk.secrets);
  const mounted = [database, proxy].flatMap(({ volumes: paths }) => paths.map(nameOfVolume));
  expect(mounted).toEqual(['database', './Caddyfile', 'proxy']);
  expect(Object.keys(volumes)).toEqual(['database', 'proxy']);

  const caddyfile = operations.slice(operations.indexOf('reverse_proxy desk-1'));
  const [, upstreams = ''] =
    /^reverse_proxy (.+) \{\n +health_uri \/readyz\n/.exec(caddyfile) ?? [];
  expect(upstreams.split(' ')).toEqual(['desk-1:3000', 'desk-2:3000']);
});

function nameOfVolume(path: string): string {
  return path.split(':')[0] ?? '';
}

test.each([
  [200, 0],
  [503, 1],
])(
  'an instance behind the proxy whose /readyz answers %i ends its check with %i',
  async (status, code) => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const port = portOf(server);

    const [kind, program, flag, script] = fleet.services['desk-1'].healthcheck.test;
    expect([kind, program, flag]).toEqual(['CMD', 'node', '-e']);
    const child = spawn(execPath, [flag, script.replace(':3000/', `:${port}/`)], {
      stdio: 'ignore',
    });

    expect(await once(child, 'exit')).toEqual([code, null]);
    expect(asked).toEqual(['/readyz']);
  },
);

test('the systemd unit of the operations guide sets only variables that there are', () => {
  const [, unit = ''] = /```ini\n(\[Unit\][\s\S]*?)```/.exec(operations) ?? [];
  const names = Array.from(unit.matchAll(/^Environment=(\w+)=/gm), ([, name]) => name ?? '');
  expect(names).toContain('RENTAL_KEY_FILE');
  expect(names.filter((name) => !example.includes(`${name}=`) && name !== 'NODE_ENV')).toEqual([]);
  expect(unit).toContain('ExecStart=/usr/bin/node --max-semi-space-size=8 src/main.ts');
  // What stands in its file of variables wins over these, even when it is empty there.
  expect(operations).toContain(
    '`.env.example` without the lines of `DATA_DIR` and `RENTAL_KEY_FILE`',
  );

  const [, doctor = ''] = /```sh\n(sudo systemd-run [\s\S]*?)```/.exec(operations) ?? [];
  for (const name of [
    'EnvironmentFile',
    'LoadCredential',
    'StateDirectory',
    'StateDirectoryMode',
  ]) {
    const [line = ''] = new RegExp(`^${name}=.*$`, 'm').exec(unit) ?? [];
    expect(doctor).toContain(` --property=${line} `);
  }
  for (const [name, option] of Object.entries({
    User: 'uid',
    WorkingDirectory: 'working-directory',
  })) {
    const [, value = ''] = new RegExp(`^${name}=(.*)$`, 'm').exec(unit) ?? [];
    expect(doctor).toContain(` --${option}=${value} `);
  }
  expect(doctor).toContain(`--setenv=${/^Environment=(DATA_DIR=.*)$/m.exec(unit)?.[1]} `);
  expect(doctor).toContain(scripts['doctor']?.split(' ').at(-1));
});
