import { vi } from 'vitest';

import { RUNS_FACTOR } from './property-settings.ts';

const TIMEOUT_MS = 180_000;

if (RUNS_FACTOR > 1) vi.setConfig({ testTimeout: TIMEOUT_MS * RUNS_FACTOR });
