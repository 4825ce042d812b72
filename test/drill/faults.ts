import { createRandom, type Random } from '../../src/playground/rental-service/data/random.ts';
import {
  type ServerFault as Trouble,
  SERVER_FAULTS as TROUBLES,
} from '../../src/playground/rental-service/http/faults.ts';
import {
  type Interruption,
  RESPONSE_URL,
} from '../../src/playground/slack-workspace/fault-injection.ts';

/** Something that goes wrong for a while. */
export type Fault =
  | {
      readonly kind: 'service';
      readonly server: 'files' | 'authorization';
      readonly trouble: Trouble;
    }
  | { readonly kind: 'tokens' | 'key' }
  | ({ readonly kind: 'slack' } & Interruption)
  /** Slack is in trouble when the bot comes back to it: with a new process, or a new socket. */
  | { readonly kind: 'start' | 'reconnect'; readonly trouble: Interruption['trouble'] }
  /** A channel of a digest is archived, or the app is no longer in it. */
  | { readonly kind: 'channel'; readonly how: 'archived' | 'left' }
  | { readonly kind: 'late' | 'twice' | 'sockets' | 'transport' }
  /** `failover`: another server with the same data takes the database's place. */
  | { readonly kind: 'database' | 'failover' | 'kill' | 'suspend' };

/** When it begins, after the start, and how long it lasts. */
export interface Planned {
  readonly atMs: number;
  readonly lastsMs: number;
  readonly fault: Fault;
}

const SERVICE: readonly Fault[] = [
  ...TROUBLES.map((trouble) => ({ kind: 'service', server: 'files', trouble }) as const),
  ...TROUBLES.map((trouble) => ({ kind: 'service', server: 'authorization', trouble }) as const),
  { kind: 'tokens' },
];

const slack = (
  method: string,
  moment: Interruption['moment'],
  trouble: Interruption['trouble'],
): Fault => ({ kind: 'slack', method, moment, trouble });

/** Slack says that it took nothing. */
const SLACK_REFUSES: readonly Fault[] = [
  slack(RESPONSE_URL, 'before', 'ratelimited'),
  slack(RESPONSE_URL, 'before', 'invalid_blocks'),
  slack('views.open', 'before', 'ratelimited'),
  slack('views.open', 'before', 'fatal_error'),
  slack('chat.postMessage', 'before', 'ratelimited'),
  slack('chat.postMessage', 'before', 'busy'),
  slack('chat.postMessage', 'before', 'invalid_blocks'),
  slack('views.open', 'before', 'busy'),
  slack(RESPONSE_URL, 'before', 'busy'),
  slack('chat.postEphemeral', 'before', 'ratelimited'),
  slack('chat.postEphemeral', 'before', 'channel_not_found'),
  slack('conversations.info', 'before', 'ratelimited'),
  slack('users.info', 'before', 'http_500'),
];

/** Nobody can tell whether Slack took it: what follows takes up to a minute. */
const SLACK_UNCLEAR: readonly Fault[] = [
  slack('chat.postMessage', 'before', 'hang_up'),
  slack('chat.postMessage', 'after', 'hang_up'),
  slack('chat.postMessage', 'after', 'http_500'),
  slack('chat.postMessage', 'after', 'silence'),
  slack('chat.postMessage', 'after', 'gateway_page'),
  slack('views.open', 'before', 'gateway_page'),
  slack('users.info', 'before', 'gateway_page'),
  slack('conversations.history', 'before', 'http_500'),
  slack(RESPONSE_URL, 'before', 'http_500'),
  slack(RESPONSE_URL, 'after', 'hang_up'),
  slack(RESPONSE_URL, 'after', 'silence'),
  slack('views.open', 'after', 'hang_up'),
  slack('views.update', 'before', 'http_500'),
  slack('views.publish', 'after', 'http_500'),
];

const ROAD: readonly Fault[] = [{ kind: 'late' }, { kind: 'twice' }];

/** What Slack says to a bot that comes back to it. */
const GREETINGS = [
  'http_500',
  'ratelimited',
  'busy',
  'gateway_page',
  'hang_up',
  'silence',
] as const;

const COMING_BACK: readonly Fault[] = GREETINGS.flatMap((trouble) => [
  { kind: 'start', trouble },
  { kind: 'reconnect', trouble },
]);

const CHANNELS_GONE: readonly Fault[] = [
  { kind: 'channel', how: 'archived' },
  { kind: 'channel', how: 'left' },
];

const HOUSE: readonly Fault[] = [
  { kind: 'database' },
  { kind: 'failover' },
  { kind: 'suspend' },
  { kind: 'kill' },
  { kind: 'kill' },
  { kind: 'transport' },
  { kind: 'sockets' },
  { kind: 'sockets' },
  { kind: 'key' },
];

/** What is dealt out, several a minute; the short drill leaves out what cannot be decided soon. */
const DECKS = {
  long: [
    ...SERVICE,
    ...SLACK_REFUSES,
    ...SLACK_UNCLEAR,
    ...COMING_BACK,
    ...CHANNELS_GONE,
    ...ROAD,
    ...HOUSE,
    ...HOUSE,
  ],
  short: [...SERVICE, ...SLACK_REFUSES, ...ROAD],
} as const;

/** Between two of them there is hardly time to breathe. */
const EVERY_MS = { long: { least: 2_000, most: 4_500 }, short: { least: 500, most: 1_000 } };
const LASTS_MS = { long: { least: 800, most: 5_000 }, short: { least: 300, most: 900 } };
/** A real silence lasts as long as this now and then. */
const SILENCE_MS = 30_000;
/** So long that a digest is due meanwhile. */
const CHANNEL_GONE_MS = 65_000;

/**
 * What goes wrong, and when. The same seed and length give the same plan.
 *
 * @param forMs how long things go wrong
 */
export function planFaults(seed: number, forMs: number, kind: 'long' | 'short'): Planned[] {
  const random = createRandom(seed);
  const planned: Planned[] = [];
  const [every, lasts] = [EVERY_MS[kind], LASTS_MS[kind]];
  let deck: Fault[] = [];
  for (let atMs = every.least; ; atMs += random.between(every.least, every.most)) {
    if (deck.length === 0) deck = shuffled(DECKS[kind], random);
    const fault = deck.pop();
    if (fault === undefined) return planned;
    const isLong = kind === 'long' && isLongSilence(fault);
    const shortMs = isLong ? SILENCE_MS : random.between(lasts.least, lasts.most);
    const lastsMs = fault.kind === 'channel' ? CHANNEL_GONE_MS : shortMs;
    if (atMs + lastsMs > forMs) return kind === 'long' ? planned : withHouse(planned, forMs);
    planned.push({ atMs, lastsMs, fault });
  }
}

/** The short drill has one of each at times of its own. */
function withHouse(planned: readonly Planned[], forMs: number): Planned[] {
  const house: readonly Fault[] = [{ kind: 'failover' }, { kind: 'suspend' }, { kind: 'kill' }];
  return [
    ...planned,
    ...house.map((fault, index) => ({
      atMs: (forMs * (index + 1)) / (house.length + 1),
      lastsMs: 500,
      fault,
    })),
  ].toSorted((one, other) => one.atMs - other.atMs);
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items];
  for (let at = left.length - 1; at > 0; at -= 1) {
    const other = random.between(0, at);
    const [one, two] = [left[at], left[other]];
    if (one !== undefined && two !== undefined) [left[at], left[other]] = [two, one];
  }
  return left;
}

function isLongSilence(fault: Fault): boolean {
  return fault.kind === 'service' && fault.server === 'files' && fault.trouble === 'silence';
}
