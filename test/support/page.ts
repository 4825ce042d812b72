import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import { z } from 'zod';

import {
  buildPage,
  type PageFiles,
  type PageServer,
  serveFiles,
} from '../../src/playground/page-server.ts';
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
    writeFile(join(place, NAME), JSON.stringify(await buildForPeople())),
  );
  if (folder === null) return serveFiles(await buildForPeople());
  const files: unknown = JSON.parse(await readFile(join(folder, NAME), 'utf8'));
  return serveFiles(z.record(z.string(), z.string()).parse(files));
}

/** The page as people get it: Vitest’s `NODE_ENV` would put React’s checks for developers into it. */
async function buildForPeople(): Promise<PageFiles> {
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    return await buildPage();
  } finally {
    process.env['NODE_ENV'] = NODE_ENV;
  }
}
