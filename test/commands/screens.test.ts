import { afterAll, beforeAll, expect, test } from 'vitest';

import type { RequestInfo } from '../../src/commands/dispatcher.ts';
import type { Sharing } from '../../src/i18n/privacy.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { createTriage } from '../../src/triage/triage.ts';
import type { Action, Answer, Form, Message } from '../../src/views/message.ts';
import { runSql } from '../store/run-sql.ts';
import { eventsOf, FILES, HISTORY } from '../support/agency.ts';
import { OPEN_CHANNELS } from '../support/channels.ts';
import { asking, deskOver, shownButtons } from '../support/desk.ts';
import { storeIn } from '../support/open-store.ts';
import { actionLine, changesBetween, outlineOf } from '../support/outline.ts';
import { folderPlace } from '../support/places.ts';
import { pagesOf } from '../support/rental-files.ts';
import { digestDeskOver, formValues } from './digest-desk.ts';

/**
 * Everything that Rental Desk shows over the files of one agency, as approved: what is typed is
 * answered, then each button that comes into sight is pressed once, and each form is handed in as
 * it came. Whoever changes what people see renews the outlines with `-u`, and reads the difference.
 */

/** An admin who manages files. */
const CLAIRE = { isAdmin: true, email: 'claire@agency.example' };
const TAKEN_MS = Date.UTC(2026, 10, 18, 8, 30);

let store: DigestStore;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ store, close } = await storeIn(folderPlace));
});

afterAll(async () => close());

/** A desk that can do everything, over a store that is as good as new. */
async function desk() {
  for (const table of ['taken_files', 'watched_files', 'snoozed_files']) {
    await runSql(store, `delete from rental_desk.${table}`);
  }
  const triage = createTriage({
    store: {
      ...store.triage,
      async all() {
        const rows = await store.triage.all();
        return { ...rows, taken: rows.taken.map((taken) => ({ ...taken, atMs: TAKEN_MS })) };
      },
      take: async (...given) => ({ ...(await store.triage.take(...given)), atMs: TAKEN_MS }),
    },
    onFailure(error) {
      throw error;
    },
  });
  await triage.catchUp();
  const { digests } = digestDeskOver(store);
  return deskOver(() => pagesOf(FILES), {
    triage,
    digests,
    journal: { history: () => HISTORY, eventsOf },
    fileNow: async (id) => FILES.find((file) => file.id === id) ?? null,
    channels: OPEN_CHANNELS,
    currency: 'EUR',
  });
}

type Dispatcher = Awaited<ReturnType<typeof desk>>['dispatcher'];

/** An answer that was read already. */
interface Shown {
  readonly title: string;
  readonly outline: readonly string[];
}

/** The answer to each text, and to every button and form that follows from it. */
async function walk(
  dispatcher: Dispatcher,
  texts: readonly string[],
  asked: RequestInfo,
  follows: (action: Action) => boolean = () => true,
): Promise<string> {
  const lines: string[] = [];
  const steady = steadied();
  const pressed = new Set<string>();
  const shown: Shown[] = [];

  async function take(title: string, answers: AsyncIterable<Answer>): Promise<void> {
    lines.push('', `## ${steady(title)}`);
    const given = await Array.fromAsync(answers).catch(async (error: unknown) => [
      await dispatcher.failed(error, null, asked),
    ]);
    for (const answer of given) {
      const outline = outlineOf(answer).map(steady);
      lines.push(...briefly(outline, shown));
      shown.push({ title: steady(title), outline });
    }
    for (const answer of given) {
      if (answer.kind === 'message') await press(answer);
      if (answer.kind === 'form') await fill(answer);
    }
  }

  async function press(message: Message): Promise<void> {
    for (const button of shownButtons(message.blocks)) {
      if (!('action' in button)) continue;
      const { label, action } = button;
      const key = keyOf(label, action);
      if (pressed.has(key) || !follows(action)) continue;
      pressed.add(key);
      await take(`press ${label} · ${actionLine(action)}`, dispatcher.runAction(action, asked));
    }
  }

  async function fill(form: Form): Promise<void> {
    const values = formValues(form);
    const answers = dispatcher.submit(form.action, values, asked);
    await take(`submit ${actionLine(form.action)}`, answers);
  }

  for (const text of texts) await take(`/rental ${text}`, dispatcher.run(text, asked));
  return lines.join('\n');
}

/** An outline; of one that is nearly that of an earlier answer, only what has changed. */
function briefly(outline: readonly string[], shown: readonly Shown[]): readonly string[] {
  const own = new Set(outline);
  const alike = shown.map((before) => ({
    ...before,
    share: before.outline.filter((line) => own.has(line)).length / before.outline.length,
  }));
  const nearest = alike.toSorted((one, other) => other.share - one.share)[0];
  if (nearest === undefined) return outline;
  const changes = changesBetween(nearest.outline, outline);
  if (changes.length >= outline.length / 2) return outline;
  return [`(as at “${nearest.title}”)`, ...changes];
}

function keyOf(label: string, { command, args }: Action): string {
  return [label, command, args['do'], ...Object.keys(args)].join(' ');
}

/** Gives texts without references to snapshots, and with numbers for the random ids of digests. */
function steadied(): (text: string) => string {
  const ids = new Map<string, string>();
  return (text) => {
    for (const [, id = ''] of text.matchAll(/(?:digest|alert) do="[^"]+" id="(\w+)"/g)) {
      if (!/^d\d+$/.test(id) && !ids.has(id)) ids.set(id, `d${ids.size + 1}`);
    }
    return text
      .replaceAll(/(?<=reading=")[^"]+/g, '…')
      .replaceAll(/\b[a-z][a-z\d]{3}\b/g, (word) => ids.get(word) ?? word);
  };
}

/** Claire asks, each time in a channel that nobody has used yet. */
function claireAsks({ locale = 'en-GB', person = CLAIRE, place = {} }: Asked = {}): RequestInfo {
  channels += 1;
  return asking({ locale, person, place: { channelId: `C0SCREENS${channels}`, ...place } });
}

type Asked = Parameters<typeof asking>[0];
let channels = 0;

test('what shows files, and what can be done with them', async () => {
  const { dispatcher } = await desk();
  const texts = ['', 'pending', 'list', 'show ready-loft', 'show bare', 'search durand', 'me'];
  expect(await walk(dispatcher, texts, claireAsks())).toMatchSnapshot();
});

test('what compares, counts and reports', async () => {
  const { dispatcher } = await desk();
  const texts = ['property LY-0342', 'vacant in 30d', 'stats', 'report', 'report month', 'access'];
  const own = ['property', 'vacant', 'stats', 'report', 'access'];
  const follows = ({ command }: Action) => own.includes(command);
  expect(await walk(dispatcher, texts, claireAsks(), follows)).toMatchSnapshot();
});

test('what people keep: files, digests, alerts, views', async () => {
  const { dispatcher } = await desk();
  const texts = [
    'take ready-loft',
    'take',
    'watch ready-flat',
    'watch',
    'snooze review',
    'view save Lyon property:lyon',
    'view',
    'digest add 09:00 name:Morning',
    'digest',
    'digest status',
    'alert add decision:ready',
    'alert',
    'export',
    'settings',
    'status',
  ];
  const own = ['take', 'drop', 'watch', 'snooze', 'triage', 'view', 'digest', 'alert', 'settings'];
  const follows = ({ command }: Action) => own.includes(command);
  expect(await walk(dispatcher, texts, claireAsks(), follows)).toMatchSnapshot();
});

test('the same in French', async () => {
  const { dispatcher } = await desk();
  const asked = claireAsks({ locale: 'fr-FR' });
  const texts = ['', 'attente', 'voir ready-loft', 'bien LY-0342', 'vacants', 'rapport'];
  expect(await walk(dispatcher, texts, asked, () => false)).toMatchSnapshot();
});

test('less of people where a channel may see less, and nearly nothing outside', async () => {
  const { dispatcher } = await desk();
  const shownIn = async (sharing: Sharing) => {
    const asked = claireAsks({
      place: { audience: 'channel', sharing: async () => sharing },
    });
    const texts = [
      '',
      'list',
      'show ready-loft',
      'show bare',
      'property LY-0342',
      'report',
      'stats',
    ];
    return walk(dispatcher, texts, asked, () => false);
  };
  expect(await shownIn('internal')).toMatchSnapshot('internal');
  expect(await shownIn('external')).toMatchSnapshot('external');
});

test('what a person sees who is no admin, and manages nothing', async () => {
  const { dispatcher } = await desk();
  const texts = ['', 'me', 'take', 'settings', 'access', 'export', 'digest', 'alert', 'view'];
  expect(await walk(dispatcher, texts, claireAsks({ person: {} }), () => false)).toMatchSnapshot();
});
