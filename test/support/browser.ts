import { existsSync } from 'node:fs';

import { chromium } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** What to tell somebody who has no browser that the tests could drive. */
export const NO_BROWSER =
  'No Chromium found: install one (apt install chromium, brew install --cask chromium, or ' +
  'npx playwright-core install chromium), or set CHROMIUM_PATH.';

/**
 * The path of a Chromium on this machine: what `CHROMIUM_PATH` says, else the usual places, else
 * the one that playwright downloaded; `null` when there is none.
 */
export function findBrowser(): string | null {
  const { CHROMIUM_PATH } = process.env;
  const places = [CHROMIUM_PATH ?? '', ...USUAL_PLACES, chromium.executablePath()];
  return places.find((place) => place !== '' && existsSync(place)) ?? null;
}

/** For a browser that starts quietly, without a sandbox, a graphics card or calls of its own. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
