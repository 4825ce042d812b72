import type { DispatcherOptions, RequestInfo } from '../../src/commands/dispatcher.ts';
import { FormError } from '../../src/commands/errors.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { createTriage } from '../../src/triage/triage.ts';
import type { Action, Answer, Form, Message } from '../../src/views/message.ts';
import { runSql } from '../store/run-sql.ts';
import { eventsOf, FILES, HISTORY } from '../support/agency.ts';
import { OPEN_CHANNELS } from '../support/channels.ts';
import { asking, deskOver, shownButtons } from '../support/desk.ts';
import { actionLine, outlineOf, outlinesInTurn } from '../support/outline.ts';
import { pagesOf } from '../support/rental-files.ts';
import { digestDeskOver, formValues } from './digest-desk.ts';

/** An admin who manages files. */
const CLAIRE = { isAdmin: true, email: 'claire@agency.example' };
const TAKEN_MS = Date.UTC(2026, 10, 18, 8, 30);

/** A desk that can do everything, over a store in which nobody has kept anything. */
export async function deskIn(store: DigestStore, over: Partial<DispatcherOptions> = {}) {
  for (const table of ['taken_files', 'watched_files', 'snoozed_files']) {
    await runSql(store, `delete from rental_desk.${table}`);
  }
  await runSql(store, 'update rental_desk.digests set removed_at = now()');
  const triage = createTriage({
    now: () => Date.now(),
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
    ...over,
  });
}

type Dispatcher = Awaited<ReturnType<typeof deskIn>>['dispatcher'];

interface Screens {
  /** Shows the answer to each text, and to every button and form that follows from it. */
  type(...texts: readonly string[]): Promise<void>;
  /** Shows an answer that was asked for otherwise. */
  show(title: string, answers: AsyncIterable<Answer> | Iterable<Answer>): Promise<void>;
  /** All that was shown, as lines; of an answer nearly like an earlier one, only what has changed. */
  outline(): string;
}

/**
 * What a person sees.
 *
 * @param follows which buttons are pressed, each once; without it none, and no form is handed in
 */
export function screensOf(
  dispatcher: Dispatcher,
  asked: RequestInfo,
  follows?: (action: Action) => boolean,
): Screens {
  return screensAs(outlineOf, dispatcher, asked, follows);
}

/** What a person reads and can do: the plain text of messages, which says all that they show. */
export function textsOf(dispatcher: Dispatcher, asked: RequestInfo): Screens {
  return screensAs(textOf, dispatcher, asked);
}

function textOf(answer: Answer): readonly string[] {
  if (answer.kind !== 'message') return outlineOf(answer);
  const actions = shownButtons(answer.blocks).flatMap((button) =>
    'action' in button ? [`[${button.label}] ${actionLine(button.action)}`] : [],
  );
  return [...answer.text.split('\n'), ...actions];
}

function screensAs(
  outlined: (answer: Answer) => readonly string[],
  dispatcher: Dispatcher,
  asked: RequestInfo,
  follows?: (action: Action) => boolean,
): Screens {
  const lines: string[] = [];
  const steady = steadied();
  const pressed = new Set<string>();
  const inTurn = outlinesInTurn();

  async function show(
    title: string,
    answers: AsyncIterable<Answer> | Iterable<Answer>,
  ): Promise<void> {
    lines.push('', `## ${steady(title)}`);
    const given = await Array.fromAsync(answers).catch(async (error: unknown) => {
      if (!(error instanceof FormError)) return [await dispatcher.failed(error, null, asked)];
      lines.push(...Object.entries(error.fields).map(([field, why]) => `beside ${field}: ${why}`));
      return [];
    });
    for (const answer of given) {
      const outline = outlined(answer).map(steady);
      lines.push(...inTurn(steady(title), outline));
    }
    if (follows === undefined) return;
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
      if (pressed.has(key) || follows?.(action) !== true) continue;
      pressed.add(key);
      await show(`press ${label} · ${actionLine(action)}`, dispatcher.runAction(action, asked));
    }
  }

  async function fill(form: Form): Promise<void> {
    const values = formValues(form);
    const answers = dispatcher.submit(form.action, values, asked);
    await show(`submit ${actionLine(form.action)}`, answers);
  }

  return {
    show,
    async type(...texts) {
      for (const text of texts) await show(`/rental ${text}`, dispatcher.run(text, asked));
    },
    outline: () => lines.join('\n'),
  };
}

function keyOf(label: string, { command, args }: Action): string {
  return [label, command, args['do'], ...Object.keys(args)].join(' ');
}

/** Gives texts without references to snapshots, and with numbers for the random ids of digests. */
function steadied(): (text: string) => string {
  const ids = new Map<string, string>();
  return (text) => {
    for (const [, id = ''] of text.matchAll(/(?:digest|alert) do="[^"]+" id="(\w+)"/g)) {
      // Ids have four characters, and one in a thousand is a letter and three digits.
      if (!/^d\d{1,2}$/.test(id) && !ids.has(id)) ids.set(id, `d${ids.size + 1}`);
    }
    return text
      .replaceAll(/(?<=reading=")[^"]+/g, '…')
      .replaceAll(/(?<=Rental Desk )\d+\.\d+\.\d+/g, '…')
      .replaceAll(/C0SCREENS\d+/g, 'C0SCREENS')
      .replaceAll(/\b[a-z][a-z\d]{3}\b/g, (word) => ids.get(word) ?? word);
  };
}

/** Claire asks, each time in a channel that nobody has used yet. */
export function claireAsks({
  locale = 'en-GB',
  person = CLAIRE,
  place = {},
}: Asked = {}): RequestInfo {
  channels += 1;
  return asking({ locale, person, place: { channelId: `C0SCREENS${channels}`, ...place } });
}

type Asked = Parameters<typeof asking>[0];
let channels = 0;
