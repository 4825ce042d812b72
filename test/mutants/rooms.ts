import { globSync } from 'node:fs';

/**
 * The strata of a sample, each with its sources: one room or several small ones. Catalogues of
 * sentences, the checks of the doctor and the playground are left out: none of them decides what
 * Rental Desk shows or stores.
 */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'rental-api': ['src/rental-api/**/*.ts'],
  portfolio: ['src/portfolio/**/*.ts'],
  'portfolio/query': ['src/portfolio/{query,search,phrases}/**/*.ts'],
  digests: ['src/digests/**/*.ts'],
  'alerts, delivery': ['src/{alerts,delivery}/**/*.ts'],
  'journal, triage, reports': ['src/{journal,triage,reports}/**/*.ts'],
  store: ['src/store/**/*.ts'],
  commands: ['src/commands/**/*.ts'],
  views: ['src/views/**/*.ts'],
  slack: ['src/slack/**/*.ts', 'src/slack-errors.ts'],
  jobs: ['src/jobs/**/*.ts'],
  config: ['src/{config,variables}.ts'],
  mcp: ['src/mcp/**/*.ts'],
  lib: ['src/lib/**/*.ts', 'src/i18n/*.ts', 'src/{log,metrics,shutdown}.ts'],
};

/** Sources that hold a table of SQL or of words in one language, which no fault is planted in. */
const LEFT_OUT = /^src\/(?:store\/migrations\/|portfolio\/query\/messages\/|.*\/types\.ts$)/;

/** The sources of a room below a folder, in a fixed order; those of a nearer room are not its own. */
export function sourcesOf(room: string, root: string): string[] {
  const nested = Object.keys(ROOMS).filter((other) => other.startsWith(`${room}/`));
  const taken = new Set(nested.flatMap((other) => sourcesOf(other, root)));
  return globSync([...(ROOMS[room] ?? [])], { cwd: root })
    .filter((file) => !taken.has(file) && !LEFT_OUT.test(file))
    .toSorted();
}
