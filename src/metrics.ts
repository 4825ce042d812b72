import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Outcome of a request: the values of a label, so their names stay. */
type Outcome =
  | 'answered'
  | 'troubled'
  | 'mended'
  | 'slip'
  | 'failed'
  | 'refused'
  | 'limited'
  | 'busy';

/** Outcome of one slot of a digest, of a manual run, or of a batch of an alert. */
interface DeliveryFigures {
  readonly kind: 'slot' | 'run' | 'alert';
  readonly state: string;
  readonly dueAt: number;
  /** `null` when nothing was posted. */
  readonly postedAt: number | null;
}

/**
 * Metrics for the operator. Rooms get its functions passed in, like the log, and do not import it. No
 * label holds an id, a text of the service or personal data.
 */
export interface Metrics {
  /** @param command a command's name, never its arguments */
  readonly answered: (command: string, outcome: Outcome, tookMs: number) => void;
  /** A request was acknowledged to Slack. */
  readonly acknowledged: (tookMs: number) => void;
  /** A refresh of the rental files failed. @param code of a `RentalError` */
  refreshFailed(code: string): void;
  /** A request to the port of Slack’s requests was refused. @param reason one of a short list */
  refused(reason: string): void;
  /** What another instance has published was not used. @param reason one of a short list */
  snapshotRefused(reason: string): void;
  delivered(delivery: DeliveryFigures): void;
  /** A `fetch` for the Rental File Service and its authorization server. */
  serviceFetch(send: typeof fetch): typeof fetch;
  /** A `fetch` for the Web API of Slack. */
  slackFetch(send: typeof fetch): typeof fetch;
  /**
   * All metrics in the Prometheus text format, made once for all who ask at the same time: many
   * requests of a stranger must not keep the process busy. A failing gauge does not make it reject.
   */
  page(): Promise<MetricsPage>;
}

interface MetricsPage {
  readonly contentType: string;
  readonly text: string;
}

interface MetricsOptions extends GaugeSources {
  readonly monotonic: () => number;
}

const ANSWER_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30];
/** Up to Slack's limit of 3 s. */
const ACKNOWLEDGEMENT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2, 3];
const SERVICE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
const LATENESS_SECONDS = [1, 2, 5, 10, 30, 60, 300, 900, 3_600, 14_400];

/** Max distinct values per label. */
const LABEL_VALUES_MAX = 60;
const METHOD_VALUES_MAX = 40;
const STATUS = /^(?:[1-5]\d\d|no_answer)$/;

/**
 * Metrics of one process, those of Node among them.
 *
 * @see https://prometheus.io/docs/practices/naming/
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const { monotonic } = options;
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];

  const answers = new Histogram({
    name: 'rental_desk_answer_seconds',
    help: 'From a request of a person to its last answer',
    labelNames: ['command', 'outcome'] as const,
    buckets: ANSWER_SECONDS,
    registers,
  });
  const acknowledgements = new Histogram({
    name: 'rental_desk_acknowledgement_seconds',
    help: 'Until Slack is told that a request has come',
    buckets: ACKNOWLEDGEMENT_SECONDS,
    registers,
  });
  const serviceCalls = new Histogram({
    name: 'rental_desk_service_call_seconds',
    help: 'Requests to the Rental File Service (page) and its authorization server (token)',
    labelNames: ['call', 'result'] as const,
    buckets: SERVICE_SECONDS,
    registers,
  });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `rental_desk_${name}`, help, labelNames, registers });
  const renewals = counter(
    'token_renewals_total',
    'Access tokens that the authorization server has given',
  );
  const notRead = counter(
    'reading_failures_total',
    'Readings of all rental files that failed, by cause',
    'code',
  );
  const slackCalls = counter(
    'slack_calls_total',
    'Calls of the Web API of Slack; the result is ok or why Slack refused',
    'method',
    'result',
  );
  const refusals = counter(
    'refused_requests_total',
    'Requests to /slack/events and /mcp that were refused, by reason',
    'reason',
  );
  const snapshotRefusals = counter(
    'refused_snapshots_total',
    'Snapshots that another instance has published and that could not be used, by reason',
    'reason',
  );
  const deliveries = counter(
    'deliveries_total',
    'Digests and alerts that came to an end, by what became of them',
    'kind',
    'outcome',
  );
  const lateness = new Histogram({
    name: 'rental_desk_digest_lateness_seconds',
    help: 'From the due time of a digest to its post',
    buckets: LATENESS_SECONDS,
    registers,
  });
  const gauges = createGauges(register, options);
  let beingMade: Promise<MetricsPage> | null = null;

  async function currentPage(): Promise<MetricsPage> {
    await gauges.refresh();
    return { contentType: register.contentType, text: await register.metrics() };
  }

  const labels = {
    command: boundedLabel(LABEL_VALUES_MAX),
    code: boundedLabel(LABEL_VALUES_MAX),
    method: boundedLabel(METHOD_VALUES_MAX, METHOD),
    result: boundedLabel(LABEL_VALUES_MAX),
    reason: boundedLabel(LABEL_VALUES_MAX),
    state: boundedLabel(LABEL_VALUES_MAX),
    status: boundedLabel(LABEL_VALUES_MAX, STATUS),
  };

  return {
    answered(command, outcome, tookMs) {
      answers.observe({ command: labels.command(command), outcome }, tookMs / 1_000);
    },
    acknowledged: (tookMs) => acknowledgements.observe(tookMs / 1_000),
    refused: (reason) => refusals.inc({ reason: labels.reason(reason) }),
    snapshotRefused: (reason) => snapshotRefusals.inc({ reason: labels.reason(reason) }),
    refreshFailed: (code) => notRead.inc({ code: labels.code(code) }),
    delivered({ kind, state, dueAt, postedAt }) {
      deliveries.inc({ kind, outcome: labels.state(state) });
      if (kind === 'slot' && postedAt !== null) lateness.observe((postedAt - dueAt) / 1_000);
    },
    serviceFetch: (send) =>
      instrumentServiceFetch(send, monotonic, ({ call, result, tookMs }) => {
        serviceCalls.observe({ call, result: labels.status(result) }, tookMs / 1_000);
        if (call === 'token' && result === '200') renewals.inc();
      }),
    slackFetch: (send) =>
      instrumentSlackFetch(send, ({ method, result }) =>
        slackCalls.inc({ method: labels.method(method), result: labels.result(result) }),
      ),
    async page() {
      beingMade ??= currentPage().finally(() => {
        beingMade = null;
      });
      return beingMade;
    },
  };
}

interface ServiceCall {
  readonly call: 'page' | 'token';
  /** A status, or `no_answer`. */
  readonly result: string;
  readonly tookMs: number;
}

interface SlackCall {
  readonly method: string;
  /** `ok`, an error code of Slack, a status, or `no_answer`. */
  readonly result: string;
}

const NO_ANSWER = 'no_answer';

/**
 * A `fetch` for the Rental File Service that records each request and its time: up to the whole body
 * for a page, up to the headers for a token.
 *
 * @param monotonic monotonic milliseconds
 */
function instrumentServiceFetch(
  send: typeof fetch,
  monotonic: () => number,
  record: (call: ServiceCall) => void,
): typeof fetch {
  return async (input, init) => {
    const call = urlOf(input).pathname.endsWith('/oauth/v2/token') ? 'token' : 'page';
    const startedAt = monotonic();
    let result = NO_ANSWER;
    try {
      const response = await send(input, init);
      result = String(response.status);
      return response;
    } finally {
      record({ call, result, tookMs: monotonic() - startedAt });
    }
  };
}

/**
 * A `fetch` for Slack’s Web API that records each call. Slack reports errors with status 200 and a
 * code in the body, so a call is recorded when the caller reads that.
 *
 * @see https://docs.slack.dev/apis/web-api/#responses
 */
function instrumentSlackFetch(send: typeof fetch, record: (call: SlackCall) => void): typeof fetch {
  return async (input, init) => {
    const method = urlOf(input).pathname.split('/').at(-1) ?? '';
    let response: Response;
    try {
      response = await send(input, init);
    } catch (error) {
      record({ method, result: NO_ANSWER });
      throw error;
    }
    if (!response.ok) {
      record({ method, result: `status_${response.status}` });
      return response;
    }
    const text = response.text.bind(response);
    return Object.assign(response, {
      async text() {
        const body = await text();
        record({ method, result: slackResult(body) });
        return body;
      },
    });
  };
}

function urlOf(input: Parameters<typeof fetch>[0]): URL {
  return new URL(input instanceof Request ? input.url : input);
}

/** Without parsing the body, since the caller does that. */
function slackResult(body: string): string {
  if (!/"ok":\s*false/.test(body.slice(0, RESULT_CHARACTERS))) return 'ok';
  return /"error":\s*"([^"]{1,60})"/.exec(body.slice(0, RESULT_CHARACTERS))?.[1] ?? 'unknown';
}

/** The start of the body, where Slack puts `ok` and `error`. */
const RESULT_CHARACTERS = 500;

interface SnapshotFigures {
  readonly ageMs: number;
  readonly tookMs: number;
  readonly files: number;
  /** Unreadable files. */
  readonly skipped: number;
  /** Whether it may lack a file. */
  readonly isInconsistent: boolean;
}

/** Sources of the gauges, read for each scrape. */
export interface GaugeSources {
  readonly snapshot: () => SnapshotFigures | null;
  readonly isCircuitOpen: () => boolean;
  readonly isDatabaseReached: () => boolean;
  /** Waiting and active deliveries; called only while the database is reachable. */
  readonly queued: () => Promise<number | null>;
}

interface Gauges {
  /** Reads all sources; never rejects. */
  refresh(): Promise<void>;
}

/** Gauges that are read for each scrape. */
function createGauges(register: Registry, options: GaugeSources): Gauges {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `rental_desk_${name}`, help, registers: [register] });
  const age = gauge('reading_age_seconds', 'Since the rental files were last read');
  const took = gauge('reading_duration_seconds', 'How long that reading took');
  const files = gauge('reading_files', 'Rental files in it');
  const skipped = gauge('reading_skipped_files', 'Rental files in it that could not be read');
  const doubtful = gauge('reading_doubtful', '1 when that reading may have missed a file');
  const resting = gauge('service_resting', '1 while the service is left alone, for it is silent');
  const reached = gauge('database_reached', '1 when the database answered last');
  const queued = gauge('queued_deliveries', 'Digests and alerts that wait or are on their way');

  return {
    async refresh() {
      const snapshot = options.snapshot();
      // An unknown value is left out, since 0 would be a statement.
      setOrRemove(age, snapshot && snapshot.ageMs / 1_000);
      setOrRemove(took, snapshot && snapshot.tookMs / 1_000);
      setOrRemove(files, snapshot && snapshot.files);
      setOrRemove(skipped, snapshot && snapshot.skipped);
      setOrRemove(doubtful, snapshot && Number(snapshot.isInconsistent));
      setOrRemove(resting, Number(options.isCircuitOpen()));
      const isReached = options.isDatabaseReached();
      setOrRemove(reached, Number(isReached));
      setOrRemove(queued, isReached ? await options.queued().catch(() => null) : null);
    },
  };
}

function setOrRemove(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove();
  else gauge.set(value);
}

/** Replaces values that a label must not hold. */
const OTHER = 'other';

/** A code, a state or a command, not an id, a name or a sentence. */
const WORD = /^[a-z][a-z0-9_]{0,39}$/;
/** A method of Slack’s Web API, such as `chat.postMessage`. */
const METHOD = /^[a-z]{1,20}(?:\.[a-zA-Z]{1,30}){1,3}$/;

/**
 * Bounds the values of a label, since each adds time series for the life of the process. Values that
 * do not match, or exceed `max`, become `other`.
 */
function boundedLabel(max: number, pattern = WORD): (text: string) => string {
  const known = new Set<string>();
  return (text) => {
    if (known.has(text)) return text;
    if (!pattern.test(text) || known.size === max) return OTHER;
    known.add(text);
    return text;
  };
}
