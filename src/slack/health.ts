import type { IncomingMessage, ServerResponse } from 'node:http';

/** A path that tells a supervisor how the bot is. */
export interface HealthRoute {
  readonly path: string;
  readonly method: string[];
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
}

/** `/healthz`: the process runs. `/readyz`: it hears Slack; 503 until then. */
export function healthRoutes(isReady: () => boolean): HealthRoute[] {
  return [
    { path: '/healthz', method: ['GET', 'HEAD'], handler: (_, response) => say(response, true) },
    {
      path: '/readyz',
      method: ['GET', 'HEAD'],
      handler: (_, response) => say(response, isReady()),
    },
  ];
}

function say(response: ServerResponse, isWell: boolean): void {
  response.writeHead(isWell ? 200 : 503, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify({ ok: isWell }));
}
