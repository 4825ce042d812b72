import type { IncomingMessage, ServerResponse } from 'node:http';

/** A path that tells a supervisor how the bot is. */
export interface HealthRoute {
  readonly path: string;
  readonly method: string[];
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
}

/** What else there is to tell than whether Slack is heard. */
export interface Health {
  /** Whether the database answered when it was last asked. */
  readonly isDatabaseReached: () => boolean;
  /** The rental files as last read; `null` before the first reading. */
  readonly reading: () => HeldReading | null;
  /** The code of why the newest reading failed; `null` when it did not. */
  readonly readingFailure: () => string | null;
  /** Everything that is measured, as Prometheus reads it. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

interface HeldReading {
  readonly files: number;
  readonly ageMs: number;
}

/** Whether Slack is heard, and for how much longer. */
export type Connectivity = 'heard' | 'not heard' | 'closing';

/**
 * `/healthz`: the process runs. `/readyz`: it hears Slack; 503 until then, and from when it closes.
 * What else is amiss is named there, and people are still answered: with what was read last, and
 * without what the database holds. Another instance would have neither. `/metrics`: for Prometheus.
 *
 * @param health without it, only Slack is told of
 */
export function healthRoutes(
  hearing: () => Connectivity,
  health: Health | null = null,
): HealthRoute[] {
  const method = ['GET', 'HEAD'];
  const routes: HealthRoute[] = [
    { path: '/healthz', method, handler: (_, response) => say(response, 200, { ok: true }) },
    {
      path: '/readyz',
      method,
      handler(_, response) {
        const slack = hearing();
        const ok = slack === 'heard';
        say(response, ok ? 200 : 503, { ok, ...(health && stateOf(slack, health)) });
      },
    },
  ];
  if (health === null) return routes;
  const handler: HealthRoute['handler'] = (_, response) => void tellMetrics(response, health);
  return [...routes, { path: '/metrics', method, handler }];
}

function stateOf(slack: Connectivity, health: Health) {
  const isReached = health.isDatabaseReached();
  const reading = health.reading();
  const failure = health.readingFailure();
  const degraded = [
    ...(slack === 'heard' ? [] : ['slack']),
    ...(isReached ? [] : ['database']),
    ...(reading !== null && failure === null ? [] : ['rental files']),
  ];
  return {
    degraded,
    slack,
    database: isReached ? 'reached' : 'not reached',
    rentalFiles: {
      read: reading?.files ?? null,
      ageSeconds: reading === null ? null : Math.round(reading.ageMs / 1_000),
      failure,
    },
  };
}

/** Whoever runs a route does not wait for it: nothing may be thrown here. */
async function tellMetrics(response: ServerResponse, { metrics }: Health): Promise<void> {
  try {
    const { contentType, text } = await metrics();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' });
    response.end(text);
  } catch {
    say(response, 500, { ok: false });
  }
}

function say(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
}
