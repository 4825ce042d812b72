import type { IncomingMessage, ServerResponse } from 'node:http';

/** A path for supervisors and monitoring. */
export interface HealthRoute {
  readonly path: string;
  readonly method: string[];
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
}

/** State of everything except the connection to Slack. */
export interface Health {
  /** Whether the last query reached the database. */
  readonly isDatabaseReached: () => boolean;
  /** Whether repeated requests are refused by all instances together. */
  readonly isReplayGuardShared: () => boolean;
  /** What else does not work as it should, by stable words. */
  readonly degradations?: () => readonly string[];
  /** `null` before the first snapshot. */
  readonly latestSnapshot: () => SnapshotState | null;
  /** Error code of the latest refresh; `null` when it succeeded. */
  readonly refreshFailure: () => string | null;
  /** All metrics in Prometheus' format. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

interface SnapshotState {
  readonly files: number;
  readonly ageMs: number;
}

/** State of the connection to Slack; the words are part of `/readyz`. */
export type Connectivity = 'heard' | 'not heard' | 'closing';

/**
 * `/healthz`: the process runs. `/readyz`: it is connected to Slack; 503 before that, and during
 * shutdown. Other failures are named there without a 503: people still get answers from the last
 * snapshot, and other instances have the same service and database. `/metrics`: for Prometheus.
 *
 * @param health without it there is only the state of Slack, and no `/metrics`
 * @param onChecked called with the address that asks `/readyz`
 */
export function healthRoutes(
  connectivity: () => Connectivity,
  health: Health | null = null,
  onChecked: (address: string) => void = () => {},
): HealthRoute[] {
  const method = ['GET', 'HEAD'];
  const routes: HealthRoute[] = [
    { path: '/healthz', method, handler: (_, response) => sendJson(response, 200, { ok: true }) },
    {
      path: '/readyz',
      method,
      handler(request, response) {
        onChecked(request.socket.remoteAddress ?? '');
        const slack = connectivity();
        const ok = slack === 'heard';
        sendJson(response, ok ? 200 : 503, { ok, ...(health && stateOf(slack, health)) });
      },
    },
  ];
  if (health === null) return routes;
  const handler: HealthRoute['handler'] = (_, response) => void sendMetrics(response, health);
  return [...routes, { path: '/metrics', method, handler }];
}

function stateOf(slack: Connectivity, health: Health) {
  const isReached = health.isDatabaseReached();
  const isShared = health.isReplayGuardShared();
  const snapshot = health.latestSnapshot();
  const failure = health.refreshFailure();
  const degraded = [
    ...(slack === 'heard' ? [] : ['slack']),
    ...(isReached ? [] : ['database']),
    ...(isShared ? [] : ['replay protection']),
    ...(snapshot !== null && failure === null ? [] : ['rental files']),
    ...(health.degradations?.() ?? []),
  ];
  return {
    degraded,
    slack,
    database: isReached ? 'reached' : 'not reached',
    replayProtection: isShared ? 'all instances' : 'this instance',
    rentalFiles: {
      read: snapshot?.files ?? null,
      ageSeconds: snapshot === null ? null : Math.round(snapshot.ageMs / 1_000),
      failure,
    },
  };
}

/** Never throws, as nobody awaits it. */
async function sendMetrics(response: ServerResponse, { metrics }: Health): Promise<void> {
  try {
    const { contentType, text } = await metrics();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' });
    response.end(text);
  } catch {
    sendJson(response, 500, { ok: false });
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
}
