import { type PageServer, servePage } from '../../src/playground/page-server.ts';

let built: Promise<PageServer> | null = null;

/** The page of the playground, which takes a second to build: once for all files of a worker. */
export async function builtPage(): Promise<PageServer> {
  built ??= servePage();
  return built;
}
