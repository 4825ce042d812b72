import type { Message } from '../../src/playground/slack-workspace/page-protocol.ts';
import type { Delivery } from '../../src/store/digest.ts';
import type { Bot } from './bot.ts';
import { dumpOf, leaksIn, type Planted } from './canaries.ts';
import { digestVerdict } from './digest-verdict.ts';
import type { Disturbances } from './disturbances.ts';
import { fateOf, isReason, type Request, tookInCalmMs, tookMs } from './requests.ts';
import { wrongTotal } from './statements.ts';
import { atMost, none, type Row, told } from './table.ts';
import type { Truth } from './truth.ts';
import type { Watch } from './watch.ts';

/** Everything that a drill has left. */
export interface Remains {
  readonly requests: readonly Request[];
  readonly disturbances: Disturbances;
  readonly bot: Bot;
  readonly truth: Truth;
  readonly watch: Watch;
  /** What was said when all was well again; `null` when nothing was. */
  readonly last: string | null;
  readonly planted: Planted;
  readonly faults: number;
  /** Whether a slow answer breaks a promise: not on a machine that does other things too. */
  readonly isTimed: boolean;
  readonly digests: {
    readonly ids: readonly string[];
    readonly dueAt: readonly number[];
    readonly ledger: readonly Delivery[];
    /** When each digest went on that had been paused. */
    readonly resumed: ReadonlyMap<string, readonly number[]>;
    readonly stillPaused: readonly string[];
  };
  /** An alert on files that are decided. */
  readonly alert: {
    readonly ledger: readonly Delivery[];
    /** Ids of files, each as often as it was announced. */
    readonly announced: readonly string[];
    readonly expected: readonly string[];
  };
  /** How many access tokens the service has given out. */
  readonly tokens: number;
  readonly databaseUrl: string;
  readonly messages: readonly Message[];
}

/** From when its data could be had. */
const ANSWER_MS_MAX = 3_000;
const SILENCE_MS = 30_000;
const MEGABYTE = 1_048_576;
const SAID_MAX = 300;

/** What was promised, and whether it was kept. */
export async function verdict(remains: Remains): Promise<Row[]> {
  return [
    ...(await requestRows(remains)),
    ...digestRows(remains),
    ...alertRows(remains),
    ...processRows(remains),
    ...(await leakRows(remains)),
  ];
}

async function requestRows({
  requests,
  disturbances,
  bot,
  truth,
  watch,
  last,
  faults,
  tokens,
  isTimed,
}: Remains): Promise<Row[]> {
  const named = (request: Request) => nameOf(request, disturbances);
  const kills = bot.lives.flatMap(({ end, endedAt }) =>
    end === 'killed' && endedAt !== null ? [endedAt] : [],
  );
  const fates = Map.groupBy(requests, (request) => fateOf(request, kills));
  const of = (fate: ReturnType<typeof fateOf>) => fates.get(fate) ?? [];
  const answered = [...of('answered'), ...of('told why')];
  const took = answered.flatMap((one) => tookMs(one) ?? []).toSorted((a, b) => a - b);
  const calm = answered.flatMap((one) => tookInCalmMs(one, disturbances) ?? []);
  const slowest = answered.toSorted(
    (one, other) =>
      (tookInCalmMs(other, disturbances) ?? 0) - (tookInCalmMs(one, disturbances) ?? 0),
  );
  const rightLast = new RegExp(`\\b${truth.awaiting()}\\s(?:rental files|dossiers)`);
  const wrong = [
    ...watch.wrong,
    ...requests
      .filter(({ what }) => what === '/rental list')
      .flatMap(({ said }) => said.flatMap((text) => wrongTotal(text, truth) ?? [])),
    ...(last !== null && rightLast.test(last)
      ? []
      : [`in the end ${truth.awaiting()} wait, and it says: ${last?.slice(0, SAID_MAX)}`]),
  ];
  return [
    told('faults', faults),
    told('access tokens, each for some seconds', tokens),
    told('requests', requests.length),
    told('answered', of('answered').length),
    told('told why not', of('told why').length),
    told('cut off by a kill', of('cut off').length),
    told('not heard, and Slack said so', of('not heard').length),
    none(
      'not heard while all was well',
      of('not heard')
        .filter(({ askedAt, endedAt }) => isCalm(disturbances, askedAt, endedAt ?? askedAt))
        .map(named),
    ),
    none('lost', of('lost').map(named)),
    none('answered twice', requests.filter(isDoubled).map(named)),
    none('wrong statements', wrong),
    atMost('median time to an answer', took[Math.floor(took.length / 2)] ?? 0, null),
    atMost('worst time to an answer', took.at(-1) ?? 0, null),
    {
      ...atMost(
        'worst, once its data could be had',
        Math.max(0, ...calm),
        isTimed ? ANSWER_MS_MAX : null,
      ),
      because: slowest
        .filter((one) => (tookInCalmMs(one, disturbances) ?? 0) > ANSWER_MS_MAX)
        .map(named),
    },
  ];
}

function isCalm(disturbances: Disturbances, fromMs: number, untilMs: number): boolean {
  return disturbances.lastIn(fromMs, untilMs) === fromMs;
}

const SENT_FILE = /^(?:Report as CSV|Rapport en CSV)/u;

/** Windows and the Home tab are shown anew, not twice. */
function isDoubled({ what, said, wanted }: Request): boolean {
  // A reason after an answer of which nobody knows whether it came is no second answer.
  const messages = said.filter((text) => !/^[[{]/.test(text) && !isReason(text));
  // A file comes beside the answer that says so; either comes once.
  const files = messages.filter((text) => SENT_FILE.test(text)).length;
  const answers = messages.length - files;
  return what !== 'home' && what !== 'form' && (answers > wanted || files > wanted);
}

function nameOf(
  { who, what, askedAt, answeredAt, said, endedAt }: Request,
  disturbances: Disturbances,
): string {
  const at = new Date(askedAt).toISOString().slice(11, 23);
  const after = answeredAt.map((ms) => `${ms - askedAt} ms`).join(', ');
  const amiss = disturbances.namesIn(askedAt, answeredAt.at(-1) ?? endedAt ?? askedAt);
  return `${at} ${who} ${what} (${amiss.join(', ')}) after [${after}]: ${said.map((text) => text.slice(0, SAID_MAX)).join(' | ')}`;
}

function digestRows({ digests, messages }: Remains): Row[] {
  const result = digestVerdict(digests, messages);
  const pauses = [...digests.resumed.values()].flat().length;
  return [
    told('digests due or asked for', result.slots),
    told('posted once', result.postedOnce),
    told('over a minute late', result.late),
    told('missed, and said', result.missed),
    told('failed or unknown, and told', result.told),
    none('failed or unknown, and not told', result.untold),
    told('paused for their channel, and gone on', pauses),
    none('paused for good', digests.stillPaused),
    none('doubled', result.doubled),
    none('lost digests', result.lost),
  ];
}

function alertRows({ alert: { ledger, announced, expected }, messages }: Remains): Row[] {
  const result = digestVerdict({ ledger, ids: [], dueAt: [], resumed: new Map() }, messages);
  const times = Map.groupBy(announced, (id) => id);
  return [
    told('posts of the alert', result.postedOnce),
    told('files announced', times.size),
    none(
      'files announced twice',
      [...times].filter(([, { length }]) => length > 1).map(([id]) => id),
    ),
    none(
      'files not announced',
      expected.filter((id) => !times.has(id)),
    ),
    none('posts of the alert doubled', result.doubled),
    none('posts of the alert lost', [...result.lost, ...result.untold]),
  ];
}

/** A call that Slack never answers is waited for longer than closing may take. */
function isInSilence(disturbances: Disturbances, endedAt: number): boolean {
  return disturbances
    .namesIn(endedAt - SILENCE_MS, endedAt)
    .some((name) => /^(?:slack|start|reconnect)\b.*\bsilence\b/.test(name));
}

function processRows({ bot, watch, disturbances }: Remains): Row[] {
  const { lives, output } = bot;
  const log = output.stdout.join('').split('\n');
  const quarter = Math.ceil(watch.memory.length / 4);
  const first = meanMegabytes(watch.memory.slice(0, quarter));
  const last = meanMegabytes(watch.memory.slice(-quarter));
  return [
    told('processes', lives.length),
    none(
      'unhandled rejections and errors',
      log.filter((line) => line.includes('"level":60')),
    ),
    none(
      'written to stderr',
      output.stderr.filter((text) => text.trim() !== ''),
    ),
    none(
      'ended by themselves, or not cleanly',
      lives
        .filter(({ end, exitCode, endedAt }) => {
          const isUnclean = end === 'stopped' && exitCode !== 0;
          return end === null || (isUnclean && !isInSilence(disturbances, endedAt ?? 0));
        })
        .map(({ end, exitCode }) => `${end ?? 'by itself'} with exit code ${exitCode}`),
    ),
    told('memory, first and last quarter', `${first.toFixed(0)}, ${last.toFixed(0)} MB`),
  ];
}

function meanMegabytes(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length) / MEGABYTE;
}

async function leakRows({ bot, watch, truth, planted, databaseUrl }: Remains): Promise<Row[]> {
  const everything = { ...planted, 'a person’s data': truth.personal };
  const leaks = [
    ...leaksIn('standard output', bot.output.stdout.join(''), everything),
    ...leaksIn('standard error', bot.output.stderr.join(''), everything),
    ...leaksIn('/metrics', watch.metrics.join('\n'), everything),
    ...leaksIn('the database', await dumpOf(databaseUrl), everything),
    ...leaksIn('Slack', watch.shown.join('\n'), planted),
  ];
  return [
    none(
      'secrets and people’s data where they must not be',
      leaks.map(({ where, what }) => `${what} in ${where}`),
    ),
  ];
}
