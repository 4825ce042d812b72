import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { onTestFinished } from 'vitest';

import { startBrowser } from './browser.ts';

/** So long a busy machine may take; a test that waits longer says for what. */
const PATIENCE_MS = 90_000;

let running: Promise<Browser> | null = null;

/**
 * A context in the browser of this worker, which knows nothing of other contexts and closes with the
 * test. The browser starts with the first one and ends with the worker.
 */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  running ??= start();
  const browser = await running;
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** The next context starts another browser when this one has crashed, or did not start. */
async function start(): Promise<Browser> {
  try {
    const browser = await startBrowser();
    browser.once('disconnected', () => {
      running = null;
    });
    return browser;
  } catch (error) {
    running = null;
    throw error;
  }
}
