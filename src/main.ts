import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Types are stripped and modules compiled at the first start, not at each: half of the time that it
// takes to load them. A folder that cannot be written to is left alone.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
await import('./start.ts');
