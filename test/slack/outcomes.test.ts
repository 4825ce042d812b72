import { expect, test } from 'vitest';

import { FormError, StaleActionError } from '../../src/commands/errors.ts';
import type { KnownSharing } from '../../src/i18n/index.ts';
import type { Authorization } from '../../src/slack/authorize.ts';
import { createRequestHandler } from '../../src/slack/request-handler.ts';
import type { Answer, Message } from '../../src/views/message.ts';
import { deskOver } from '../support/desk.ts';
import { pagesOf, rentalFiles, serviceDown } from '../support/rental-files.ts';

/** How a request ends: what the person gets, what metrics count, and what the log says. */

const PERSON = { userId: 'U0CLAIRE001', isAdmin: false, email: null };
const READER = { locale: 'en-GB', zone: 'Europe/Paris' };
const ALLOWED: Authorization = { isAllowed: true, person: PERSON, reader: READER };
const ORIGIN = {
  userId: 'U0CLAIRE001',
  teamId: 'T0TEAM00001',
  channelId: 'C0LEASING01',
  surface: 'command',
  audience: 'person',
} as const;

function refusedFor(
  reason: 'guest' | 'bot' | 'unknown',
  failure: unknown = null,
): Extract<Authorization, { isAllowed: false }> {
  return { isAllowed: false, person: PERSON, reader: READER, reason, failure };
}

function said(text: string, over: Partial<Message> = {}): Message {
  return { kind: 'message', text, blocks: [], ...over };
}

interface Setting {
  /** What the person may, each time it is asked; the last holds from then on. */
  readonly allowed?: readonly Authorization[];
  readonly sharing?: KnownSharing | Error;
  /** Whether nothing reaches the person as an answer to their request. */
  readonly isUnreachable?: boolean;
  /** Whether nothing reaches them by direct message either. */
  readonly isGone?: boolean;
  readonly corrects?: boolean;
  /** Whether a form can come back with what was filled in. */
  readonly isForm?: boolean;
  readonly answersMax?: number;
  readonly burst?: number;
  readonly monotonic?: () => number;
}

/** A request handler over ports that note what comes to them. */
function handlerWith(setting: Setting = {}) {
  const { allowed = [ALLOWED], sharing = 'internal', isUnreachable = false } = setting;
  const notes: string[] = [];
  const left = [...allowed];
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(1)));
  const note = (line: string) =>
    void notes.push(line.replaceAll(/Reference \w{6}/g, 'Reference …'));
  const write = (level: string) => (fields: object, text: string) => {
    const told = new Map(Object.entries(fields));
    const more = ['reason', 'slip', 'why', 'err'].flatMap((name) => {
      const value: unknown = told.get(name);
      if (value instanceof Error) return [value.name];
      return typeof value === 'string' ? [value] : [];
    });
    note([`log ${level}: ${text}`, ...more].join(' · '));
  };
  let clock = 0;
  const handler = createRequestHandler({
    dispatcher,
    access: {
      authorize: async (_, isFresh = false) => {
        if (isFresh) note('asked afresh who it is');
        return (left.length > 1 ? left.shift() : left[0]) ?? ALLOWED;
      },
      knownReader: () => READER,
      sharing: async () => 'internal',
      allows: async () => true,
      async freshSharing() {
        note('asked afresh who is there');
        if (sharing instanceof Error) throw sharing;
        return sharing;
      },
      lastSharing: () => 'internal',
      forget: () => {},
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only these are used.
    messenger: {
      post: async ({ text }: Message, channelId: string) => note(`posted in ${channelId}: ${text}`),
      async direct({ text }: Message) {
        if (setting.isGone === true) throw new Error('gone');
        note(`sent directly: ${text}`);
      },
      document: async () => note('sent a document'),
    } as unknown as Parameters<typeof createRequestHandler>[0]['messenger'],
    replayGuard: { settled: async () => null },
    log: {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      fatal: write('fatal'),
    },
    onAnswered: (what, outcome, ms) => note(`counted: ${what} ${outcome} in ${ms} ms`),
    monotonic: setting.monotonic ?? (() => (clock += 1_000)),
    throttle: { burst: setting.burst ?? 0, answersMax: setting.answersMax ?? 10, noticesMax: 1 },
  });
  const deliver = (what: string) => async (answer: { readonly text: string }) => {
    if (isUnreachable) throw new Error('unreachable');
    note(`${what}: ${answer.text}`);
  };
  const responder = {
    message: deliver('answered'),
    form: deliver('opened'),
    sendPrivately: deliver('sent privately'),
    async correct(fields: Readonly<Record<string, string>>) {
      note(`beside the field: ${JSON.stringify(fields)}`);
      return setting.corrects ?? true;
    },
    ...(setting.isForm && { returnForm: deliver('form returned') }),
  };
  return {
    notes,
    handler,
    async handle(answer: () => AsyncIterable<Answer>, over: object = {}) {
      const own = { responder, name: 'list', again: null, answer };
      await handler.handle({ ...ORIGIN, ...own, ...over });
      return notes;
    },
  };
}

async function* giving(...answers: readonly Answer[]): AsyncGenerator<Answer> {
  yield* answers;
}

/** Tells Oliver something, and then what became of that. */
async function* telling(): AsyncGenerator<Answer> {
  let outcome = 'nobody has sent it';
  yield {
    kind: 'direct',
    to: 'U0OLIVER001',
    key: 'told once',
    messageFor: (locale) => said(`for a reader of ${locale}`),
    onOutcome: (became) => (outcome = became),
  };
  yield said(outcome);
}

function failing(error: unknown) {
  return async function* fails(): AsyncGenerator<Answer> {
    yield said('one moment', { isProgress: true });
    throw error;
  };
}

const CASES: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'an answer': async () => handlerWith().handle(() => giving(said('three files'))),
  'an answer with trouble': async () =>
    handlerWith().handle(() => giving(said('old files', { warning: serviceDown() }))),
  'a confidential answer': async () =>
    handlerWith().handle(() => giving(said('a number', { isConfidential: true }))),
  'an answer to a mention': async () =>
    handlerWith().handle(() => giving(said('three files')), { surface: 'mention' }),
  'an answer for a channel': async () =>
    handlerWith().handle(() => giving(said('three files')), { audience: 'channel' }),
  'a post': async () =>
    handlerWith().handle(() => giving({ kind: 'post', message: said('shared') })),
  'a post without a channel': async () =>
    handlerWith().handle(() => giving({ kind: 'post', message: said('shared') }), {
      channelId: null,
    }),
  'a post in a channel that is shared with others by now': async () =>
    handlerWith({ sharing: 'external' }).handle(() =>
      giving({ kind: 'post', message: said('shared') }),
    ),
  'a post for outside': async () =>
    handlerWith({ sharing: 'external' }).handle(() =>
      giving({ kind: 'post', message: said('shared', { isForOutside: true }) }),
    ),
  'a post where nobody knows who is there': async () =>
    handlerWith({ sharing: new Error('no answer') }).handle(() =>
      giving({ kind: 'post', message: said('shared') }),
    ),
  'a document': async () =>
    handlerWith().handle(() =>
      giving({ kind: 'document', fileName: 'a.csv', content: '', text: 'a' }),
    ),
  'a document for one who is no admin any more': async () => {
    const admin = { ...ALLOWED, person: { ...PERSON, isAdmin: true } };
    return handlerWith({ allowed: [admin, ALLOWED] }).handle(() =>
      giving({ kind: 'document', fileName: 'a.csv', content: '', text: 'a' }),
    );
  },
  'a message for another person': async () => handlerWith().handle(telling),
  'a message for another person who may not ask': async () =>
    handlerWith({ allowed: [ALLOWED, refusedFor('guest'), ALLOWED] }).handle(telling),
  'a message for another person of whom Slack does not tell': async () =>
    handlerWith({
      allowed: [ALLOWED, refusedFor('unknown', new Error('no answer')), ALLOWED],
    }).handle(telling),
  'a message for another person whom nothing reaches': async () =>
    handlerWith({ isGone: true }).handle(telling),
  'a message for another person, though its sender lost access meanwhile': async () =>
    handlerWith({ allowed: [ALLOWED, ALLOWED, refusedFor('guest')] }).handle(telling),
  'a failure': async () => handlerWith().handle(failing(serviceDown())),
  'a user error': async () => handlerWith().handle(failing(new StaleActionError('form'))),
  'a form to correct': async () =>
    handlerWith().handle(failing(new FormError({ name: 'is taken' }))),
  'a form to correct that is closed': async () =>
    handlerWith({ corrects: false }).handle(failing(new FormError({ name: 'is taken' }))),
  'a refusal': async () =>
    handlerWith({ allowed: [refusedFor('guest')] }).handle(() => giving(said('never'))),
  'a refusal since nobody knows who asks': async () =>
    handlerWith({ allowed: [refusedFor('unknown', new Error('no answer'))] }).handle(() =>
      giving(said('never')),
    ),
  'a form of somebody whom Slack does not tell of': async () =>
    handlerWith({
      isForm: true,
      allowed: [refusedFor('unknown', new Error('no answer'))],
    }).handle(() => giving(said('never'))),
  'a form of somebody who may not ask': async () =>
    handlerWith({ isForm: true, allowed: [refusedFor('guest')] }).handle(() =>
      giving(said('never')),
    ),
  'a form that may be taken when Slack does not tell of its sender': async () =>
    handlerWith({
      isForm: true,
      allowed: [ALLOWED, refusedFor('unknown', new Error('no answer'))],
    }).handle(() => giving(said('never'))),
  'a form that was processed when Slack does not tell of its sender': async () =>
    handlerWith({
      isForm: true,
      allowed: [ALLOWED, refusedFor('unknown', new Error('no answer'))],
    }).handle(() => giving(said('never')), { surface: 'form' }),
  'a post that is not sent when Slack does not tell of its sender': async () =>
    handlerWith({
      isForm: true,
      allowed: [ALLOWED, refusedFor('unknown', new Error('no answer'))],
    }).handle(() => giving({ kind: 'post', message: said('never') }), { surface: 'form' }),
  'a bot': async () =>
    handlerWith({ allowed: [refusedFor('bot')] }).handle(() => giving(said('never'))),
  'access that is lost meanwhile': async () =>
    handlerWith({ allowed: [ALLOWED, refusedFor('guest')] }).handle(() => giving(said('never'))),
  'a response that does not get through': async () =>
    handlerWith({ isUnreachable: true }).handle(() => giving(said('never'))),
  'a person who cannot be told': async () =>
    handlerWith({ isUnreachable: true, isGone: true }).handle(() => giving(said('never'))),
  'too many requests of a person': async () => {
    const person = handlerWith({ burst: 1 });
    await person.handle(() => giving(said('once')));
    await person.handle(() => giving(said('never')));
    await person.handle(() => giving(said('again')), { surface: 'form' });
    return person.handle(() => giving(said('never')));
  },
  'more than can be answered': async () =>
    handlerWith({ answersMax: 0 }).handle(() => giving(said('never'))),
};

test.each(Object.entries(CASES))('%s', async (_, ending) => {
  expect((await ending()).join('\n')).toMatchSnapshot();
});

const CALLS: Readonly<Record<string, readonly [Setting, () => Promise<{ warning?: unknown }>]>> = {
  'is answered': [{}, async () => ({})],
  'is answered with trouble': [{}, async () => ({ warning: serviceDown() })],
  'is a user error': [
    {},
    async () => {
      throw new StaleActionError('form');
    },
  ],
  fails: [
    {},
    async () => {
      throw serviceDown();
    },
  ],
  'is refused': [{ allowed: [refusedFor('guest')] }, async () => ({})],
  'is refused when it was answered': [
    { allowed: [ALLOWED, refusedFor('guest')] },
    async () => ({}),
  ],
  'is one too many': [{ answersMax: 0 }, async () => ({})],
};

test.each(Object.entries(CALLS))('a call of an assistant %s', async (_, [setting, work]) => {
  const { handler, notes } = handlerWith(setting);
  const answer = await handler.handleCall({ ...ORIGIN, surface: 'mcp' }, 'mcp_count', work);
  const told =
    'value' in answer
      ? Object.keys(answer.value)
      : answer.refusal.text.replaceAll(/Reference \w{6}/g, 'Reference …');
  const error = 'error' in answer && answer.error instanceof Error ? answer.error.name : null;
  const reference = 'reference' in answer ? answer.reference.length : null;
  expect({ told, error, reference, notes }).toMatchSnapshot();
});

test.each(Object.entries(CALLS))('a silent request %s', async (_, [setting, work]) => {
  const { handler, notes } = handlerWith(setting);
  const value = await handler.handleSilently(ORIGIN, 'preview', work);
  expect({ isNull: value === null, notes }).toMatchSnapshot();
});

test('what a silent request shows to a channel is confirmed afresh before', async () => {
  const outcomes = [];
  for (const setting of [
    {},
    { sharing: 'external' as const },
    { allowed: [ALLOWED, refusedFor('guest')] },
    { allowed: [ALLOWED, ALLOWED, refusedFor('guest')] },
  ]) {
    const { handler, notes } = handlerWith(setting);
    const value = await handler.handleSilently(ORIGIN, 'preview', async (_, confirm) => {
      await confirm({});
      return 'shown';
    });
    outcomes.push({ value, notes });
  }
  expect(outcomes).toMatchSnapshot();
});

test('a person who types on and on is heard sixty times at once, then five times a second', async () => {
  let ms = 0;
  const { handler, notes } = handlerWith({ burst: 1, monotonic: () => ms });
  const type = async () => handler.handleSilently(ORIGIN, 'suggest', async () => 'offered');
  const heard = async (times: number) => {
    const answers: unknown[] = [];
    for (let typed = 0; typed < times; typed += 1) answers.push(await type());
    return answers.filter((answer) => answer === 'offered').length;
  };
  expect(await heard(70)).toBe(60);
  expect(notes.at(-1)).toBe('counted: suggest limited in 0 ms');
  ms = 1_000;
  expect(await heard(10)).toBe(5);
});
