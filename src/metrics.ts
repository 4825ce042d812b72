import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

import { toldServiceFetch, toldSlackFetch } from './metrics-fetch.ts';
import { createGauges, type LookedUp } from './metrics-gauges.ts';
import { fewWords, isMethod } from './metrics-words.ts';

/** What became of somebody's request. */
type Outcome =
  | 'answered'
  | 'troubled'
  | 'mended'
  | 'slip'
  | 'failed'
  | 'refused'
  | 'limited'
  | 'busy';

/** What became of one slot of a digest, or of a run that somebody asked for. */
interface DeliveryFigures {
  readonly kind: 'slot' | 'run';
  readonly state: string;
  readonly dueAt: number;
  /** `null` when nothing was posted. */
  readonly postedAt: number | null;
}

/**
 * Counts and times for the operator. Rooms are handed its functions, as they are handed the log,
 * and none loads it. No label ever holds an id, a text of the service, or anything of a person.
 */
export interface Metrics {
  /** @param command a command's name, never its arguments */
  answered(command: string, outcome: Outcome, tookMs: number): void;
  /** Slack was told “got it”. */
  acknowledged(tookMs: number): void;
  /** The rental files were not read. @param code of a `RentalError` */
  notRead(code: string): void;
  delivered(delivery: DeliveryFigures): void;
  /** A `fetch` for the Rental File Service and its authorization server. */
  serviceFetch(send: typeof fetch): typeof fetch;
  /** A `fetch` for the Web API of Slack. */
  slackFetch(send: typeof fetch): typeof fetch;
  /** Everything, as Prometheus reads it; never rejects for what is only asked at that moment. */
  page(): Promise<MetricsPage>;
}

interface MetricsPage {
  readonly contentType: string;
  readonly text: string;
}

interface MetricsOptions extends LookedUp {
  /** Milliseconds that only ever grow. */
  readonly monotonic: () => number;
}

const ANSWER_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30];
/** Slack waits for 3 s. */
const ACKNOWLEDGEMENT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2, 3];
const SERVICE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
const LATENESS_SECONDS = [1, 2, 5, 10, 30, 60, 300, 900, 3_600, 14_400];

/** So many different ones a label may say. */
const WORDS_MAX = 60;
const METHODS_MAX = 40;
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
  const renewals = new Counter({
    name: 'rental_desk_token_renewals_total',
    help: 'Access tokens that the authorization server has given',
    registers,
  });
  const notRead = new Counter({
    name: 'rental_desk_reading_failures_total',
    help: 'Readings of all rental files that failed, by cause',
    labelNames: ['code'] as const,
    registers,
  });
  const slackCalls = new Counter({
    name: 'rental_desk_slack_calls_total',
    help: 'Calls of the Web API of Slack; the result is ok or why Slack refused',
    labelNames: ['method', 'result'] as const,
    registers,
  });
  const deliveries = new Counter({
    name: 'rental_desk_deliveries_total',
    help: 'Digests that came to an end, by what became of them',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  });
  const lateness = new Histogram({
    name: 'rental_desk_digest_lateness_seconds',
    help: 'From the due time of a digest to its post',
    buckets: LATENESS_SECONDS,
    registers,
  });
  const gauges = createGauges(register, options);

  const words = {
    command: fewWords(WORDS_MAX),
    outcome: fewWords(WORDS_MAX),
    code: fewWords(WORDS_MAX),
    method: fewWords(METHODS_MAX, isMethod),
    refusal: fewWords(WORDS_MAX),
    state: fewWords(WORDS_MAX),
    status: fewWords(WORDS_MAX, (text) => STATUS.test(text)),
  };

  return {
    answered(command, outcome, tookMs) {
      answers.observe({ command: words.command(command), outcome }, tookMs / 1_000);
    },
    acknowledged: (tookMs) => acknowledgements.observe(tookMs / 1_000),
    notRead: (code) => notRead.inc({ code: words.code(code) }),
    delivered({ kind, state, dueAt, postedAt }) {
      deliveries.inc({ kind, outcome: words.state(state) });
      if (kind === 'slot' && postedAt !== null) lateness.observe((postedAt - dueAt) / 1_000);
    },
    serviceFetch: (send) =>
      toldServiceFetch(send, monotonic, ({ call, result, tookMs }) => {
        serviceCalls.observe({ call, result: words.status(result) }, tookMs / 1_000);
        if (call === 'token' && result === '200') renewals.inc();
      }),
    slackFetch: (send) =>
      toldSlackFetch(send, ({ method, result }) =>
        slackCalls.inc({ method: words.method(method), result: words.refusal(result) }),
      ),
    async page() {
      await gauges.renew();
      return { contentType: register.contentType, text: await register.metrics() };
    },
  };
}
