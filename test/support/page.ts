import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { buildPage, type PageServer, serveFiles } from '../../src/playground/page-server.ts';
import { madeOnce } from './made-once.ts';

const NAME = 'files.json';

let built: Promise<PageServer> | null = null;

/** The page of the playground, which takes a second to build: once in a run of the tests. */
export async function builtPage(): Promise<PageServer> {
  built ??= open();
  return built;
}

async function open(): Promise<PageServer> {
  const folder = await madeOnce('page', async (place) =>
    writeFile(join(place, NAME), JSON.stringify(await buildPage())),
  );
  if (folder === null) return serveFiles(await buildPage());
  const files: unknown = JSON.parse(await readFile(join(folder, NAME), 'utf8'));
  return serveFiles(z.record(z.string(), z.string()).parse(files));
}
