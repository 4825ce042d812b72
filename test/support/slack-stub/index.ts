import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';

import type { PageServer } from '../../../src/playground/page-server.ts';
import { applyChange } from '../../../src/playground/page/api/apply-change.ts';
import type {
  Change,
  Json,
  Message,
  Modal,
  State,
  UserActions,
} from '../../../src/playground/slack-workspace/page-protocol.ts';
import { portOf } from '../../../src/slack/receivers/http-receiver.ts';
import { pageMessage } from '../page-message.ts';
import { listBlocks } from './list.ts';
import { firstState } from './state.ts';
import { digestForm } from './views.ts';

interface Received {
  readonly userAction: string;
  readonly body: Json;
}

/** A playground without a bot: the page's user actions are recorded and answered from a script. */
export interface SlackStub {
  readonly url: string;
  readonly received: readonly Received[];
  emit(change: Change): void;
  close(): Promise<void>;
}

/** Starts the stand-in on a free port of the loopback. */
export async function startSlackStub(page: PageServer): Promise<SlackStub> {
  let state: State = firstState();
  const readers = new Set<(change: Change) => void>();
  const received: Received[] = [];

  function emit(change: Change): void {
    state = applyChange(state, change) ?? state;
    for (const tell of readers) tell(change);
  }

  const app = new Hono();
  app.get('/playground/stream', (context) =>
    streamSSE(context, async (stream) => {
      const tell = (change: Change) => void stream.writeSSE({ data: JSON.stringify(change) });
      tell({ kind: 'state', state });
      readers.add(tell);
      await new Promise<void>((resolve) => {
        stream.onAbort(resolve);
      });
      readers.delete(tell);
    }),
  );
  app.post('/playground/:action', async (context) => {
    const userAction = context.req.param('action');
    const body = await context.req.json<never>();
    received.push({ userAction, body });
    return context.json(answer(userAction, body, state, emit));
  });
  app.all('*', (context) => page(context.req.raw) ?? context.notFound());

  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  const port = await new Promise<number>((resolve) => {
    server.on('listening', () => resolve(portOf(server)));
  });

  return {
    url: `http://127.0.0.1:${port}`,
    received,
    emit,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
    },
  };
}

interface Answer {
  readonly ok: boolean;
  readonly error?: string;
  readonly options?: readonly Json[];
}

/** What the scripted bot does; an action without a script is accepted. */
function answer(
  userAction: string,
  body: never,
  state: State,
  emit: (change: Change) => void,
): Answer {
  if (userAction === 'say') return say(body, state, emit);
  if (userAction === 'act') return act(body, state, emit);
  if (userAction === 'submit') return submit(body, state, emit);
  if (userAction === 'close') return close(body, state, emit);
  if (userAction === 'settings') {
    emit({ kind: 'settings', settings: { ...state.settings, ...Object(body) } });
  }
  return { ok: true };
}

function say({ person, channel, text }: UserActions['say'], state: State, emit: Emit): Answer {
  if (text === '/rental list') {
    emit({ kind: 'message', message: message(state, channel, person, listBlocks(1)) });
  } else if (text.startsWith('/rental digest add')) {
    emit({ kind: 'modals', modals: [digestModal(person, {})] });
  } else if (text.startsWith('/')) {
    return { ok: false, error: `${text.split(' ')[0]} is not a command of this workspace.` };
  } else {
    const typed = { ...message(state, channel, null, []), author: person, text };
    emit({ kind: 'message', message: typed });
  }
  return { ok: true };
}

function act({ place, action }: UserActions['act'], state: State, emit: Emit): Answer {
  if (!('ts' in place)) return { ok: true };
  const found = state.messages.find(({ ts }) => ts === place.ts);
  const to = Number(action['value']);
  if (found && Number.isInteger(to)) {
    emit({ kind: 'message', message: { ...found, blocks: listBlocks(to), isEdited: true } });
  }
  return { ok: true };
}

function submit({ person, values }: UserActions['submit'], _state: State, emit: Emit): Answer {
  const times = JSON.stringify(values).includes('25:00');
  const errors = { times: '“25:00” is no time of day. Write it like 09:00.' };
  emit({ kind: 'modals', modals: times ? [digestModal(person, errors)] : [] });
  return { ok: true };
}

function close({ modal, all }: UserActions['close'], state: State, emit: Emit): Answer {
  emit({ kind: 'modals', modals: all ? [] : state.modals.filter(({ id }) => id !== modal) });
  return { ok: true };
}

type Emit = (change: Change) => void;

function digestModal(person: string, errors: Modal['errors']): Modal {
  return { id: 'V1', person, view: digestForm(), errors };
}

function message(
  state: State,
  channel: string,
  onlyFor: string | null,
  blocks: readonly Json[],
): Message {
  const newest = Math.max(0, ...state.messages.map(({ ts }) => Number(ts)));
  const author = state.app.userId;
  return pageMessage((newest + 1).toFixed(6), { channel, author, onlyFor, blocks });
}
