import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { COMPILED } from './compiled.ts';
import { madeOnce } from './made-once.ts';

/** What one process runs, and variables for it. */
export interface Program {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Programs of which a run of the tests starts many. */
const ENTRIES = {
  bot: new URL('../../src/main.ts', import.meta.url),
  digests: new URL('../jobs/digest-process-child.ts', import.meta.url),
  takes: new URL('../triage/taking-child.ts', import.meta.url),
};

/** The program as it stands in the sources. */
export function sources(name: keyof typeof ENTRIES): Program {
  return { path: fileURLToPath(ENTRIES[name]), environment: COMPILED };
}

/**
 * The program in a few large files, which are made once in a run: most of a start is finding and
 * linking 1,700 small ones. Outside of a run these are the sources.
 */
export async function bundle(name: keyof typeof ENTRIES): Promise<Program> {
  const folder = await madeOnce('programs', makeBundle);
  if (folder === null) return sources(name);
  // It goes with the run: a cache that stays would keep what nobody runs again.
  const compiled = await madeOnce('programs-compiled', async (cache) => compile(folder, cache));
  if (compiled === null) throw new Error('a run has a folder');
  return {
    path: join(folder, `${name}.mjs`),
    environment: { NODE_COMPILE_CACHE: compiled },
  };
}

/**
 * Code for the embedded database is compiled once and fast, not again for a long life: on its own,
 * the first flag would have that effect only on the command line. They are set before anything else
 * is loaded, since compiled code is found again under the same flags only.
 */
const FLAGS = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** What is started as the program of that name. */
const entryOf = (name: string) => `
import { setFlagsFromString } from 'node:v8';
for (const flag of ${JSON.stringify(FLAGS)}) setFlagsFromString(flag);
await import('./${name}-program.mjs');
`;

async function makeBundle(folder: string): Promise<void> {
  const { build } = await import('vite');
  const packages = ['@electric-sql/pglite', '@electric-sql/pglite-prepopulatedfs', 'pg-native'];
  await build({
    root: ROOT,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'own-url',
        // What lies beside a file of the sources is found there.
        transform: {
          filter: { code: 'import.meta.url' },
          handler: (code, id) =>
            code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
        },
      },
    ],
    // As Node finds them.
    resolve: { mainFields: ['main'] },
    ssr: { noExternal: true, external: packages, resolve: { conditions: ['node'] } },
    build: {
      ssr: true,
      minify: false,
      target: 'esnext',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: {
          bot: 'src/start.ts',
          digests: fileURLToPath(ENTRIES.digests),
          takes: fileURLToPath(ENTRIES.takes),
        },
        output: {
          entryFileNames: '[name]-program.mjs',
          chunkFileNames: '[name]-[hash].mjs',
          // Spaces and comments would only have to be read at each start.
          minify: { compress: false, mangle: false, codegen: true },
        },
      },
    },
  });
  for (const name of Object.keys(ENTRIES)) {
    await writeFile(join(folder, `${name}.mjs`), entryOf(name));
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** Starts the bot, which lacks all that it has to know, and leaves its code compiled. */
async function compile(folder: string, cache: string): Promise<void> {
  const env = { NODE_COMPILE_CACHE: cache };
  await promisify(execFile)(execPath, ['bot.mjs'], { cwd: folder, env }).catch(() => {});
}
