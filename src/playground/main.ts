import process from 'node:process';

import open from 'open';

import { PlaygroundError, readEnvironment } from './environment.ts';
import { servePage } from './page-server.ts';
import { type RunningPlayground, startPlayground } from './playground.ts';

const now = (): number => Date.now();

try {
  const environment = readEnvironment(process.env);
  const page = await servePage();
  const pageFiles = (request: Request) => page(request) ?? new Response(null, { status: 404 });
  if (environment.service === 'playground' && environment.slack === 'playground')
    console.log('The playground starts with 20 days of history: this takes some seconds.');
  const playground = await startPlayground({ ...environment, pageFiles, now, output: 'inherit' });
  welcome(playground);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void playground.stop().then(() => process.exit(0)));
  }
} catch (error) {
  process.stderr.write(`${reason(error)}\n`);
  process.exit(1);
}

function welcome({ url, service }: RunningPlayground): void {
  if (url === null) {
    const files = service === null ? 'your own rental files' : 'the playground’s rental files';
    console.log(`Rental Desk answers in your own Slack, with ${files}.`);
    return;
  }
  console.log(`Rental Desk’s playground is open: ${url}`);
  console.log(service === null ? 'It shows your own rental files.' : 'Type /rental list in it.');
  console.log('Ctrl+C closes it.');
  if (hasBrowser()) open(url).catch(() => console.log('Open that address in your browser.'));
}

/** A terminal with a person at it, on a machine that shows windows. */
function hasBrowser(): boolean {
  const showsWindows =
    process.platform !== 'linux' ||
    Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  return process.stdout.isTTY && showsWindows && !process.env['CI'];
}

function reason(error: unknown): string {
  if (error instanceof PlaygroundError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'The playground’s port is taken. Choose another: PLAYGROUND_PORT=4500 npm run playground';
  }
  return error instanceof Error ? (error.stack ?? error.message) : 'The playground cannot start.';
}
