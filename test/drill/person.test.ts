import { expect, test } from 'vitest';

import type { Change, Message, Modal } from '../../src/playground/slack-workspace/page-protocol.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { APP } from '../../src/playground/slack-workspace/store/team.ts';
import { createDisturbances } from './disturbances.ts';
import { createPerson } from './person.ts';
import type { Request } from './requests.ts';

const ID = 'U1';
const PATIENCE_MS = 60_000;

/** Somebody, and what Slack shows them. */
function someone() {
  const listeners: ((change: Change) => void)[] = [];
  const requests: Request[] = [];
  let nowMs = Date.now();
  const disturbances = createDisturbances(() => nowMs);
  const person = createPerson(ID, {
    workspace: {
      subscribe(listener) {
        listeners.push(listener);
        return () => {};
      },
      state: () => {
        throw new Error('nobody looks');
      },
      perform: async () => ({ ok: true }),
    },
    disturbances,
    requests,
    patienceMs: PATIENCE_MS,
  });
  const show = (...windows: (readonly [id: string, text: string])[]) => {
    const modals: Modal[] = windows.map(([id, text]) => ({
      id,
      person: ID,
      view: { text },
      errors: {},
    }));
    for (const listener of listeners) listener({ kind: 'modals', modals });
  };
  const say = (text: string) => {
    const message: Message = {
      channel: CHANNELS.leasing,
      ts: '1.1',
      author: APP.userId,
      text,
      blocks: [],
      attachments: [],
      files: [],
      onlyFor: ID,
      isEdited: false,
      thread: null,
    };
    for (const listener of listeners) listener({ kind: 'message', message });
  };
  const kill = () => {
    nowMs = Date.now() + 1;
    disturbances.begin('kill')();
    // What was asked before is hopeless once all has been well for a moment.
    nowMs += PATIENCE_MS;
  };
  return { person, requests, show, say, kill };
}

test('a window that a later one replaces before it is filled needs no answer', async () => {
  const { person, show } = someone();
  const { answeredAt, wanted } = await person.ask(
    'click two at once',
    async () => {
      show(['V1', 'One moment…']);
      show(['V2', 'One moment…']);
      show(['V2', 'Studio Vieille Ville']);
      return { ok: true };
    },
    2,
  );
  expect([answeredAt.length, wanted]).toEqual([1, 1]);
});

test('two windows that are filled one after the other are two answers', async () => {
  const { person, show } = someone();
  const { answeredAt, wanted } = await person.ask(
    'click two at once',
    async () => {
      show(['V1', 'Studio Vieille Ville']);
      show(['V2', 'Loft du Port']);
      return { ok: true };
    },
    2,
  );
  expect([answeredAt.length, wanted]).toEqual([2, 2]);
});

test('a late answer to what Slack gave up is not taken for a second one to what came after', async () => {
  const { person, requests, show } = someone();
  await person.ask('click', async () => ({ ok: false, error: '(operation_timeout)' }));
  await person.ask('click', async () => {
    show(['V1', 'Studio Vieille Ville']);
    show(['V2', 'Loft du Port']);
    show(['V3', 'Loft du Port']);
    return { ok: true };
  });
  expect(requests.map(({ answeredAt }) => answeredAt.length)).toEqual([1, 2]);
});

test('the same answer once more is one too many, whatever was given up before', async () => {
  const { person, requests, say } = someone();
  await person.ask('click', async () => ({ ok: false, error: '(operation_timeout)' }));
  await person.ask('/rental list', async () => {
    say('99 rental files');
    say('99 rental files');
    return { ok: true };
  });
  expect(requests.map(({ said }) => said.length)).toEqual([0, 2]);
});

test.each([
  'Checking the Rental File Service…',
  '99 rental files · Reading the rental files… 300 of 1,200',
  'Lecture des dossiers de location… 300 sur 1 200',
  'Ouverture du dossier…',
])('“%s” is no answer, in a message or a modal', async (passing) => {
  const { person, show, say } = someone();
  const { said } = await person.ask('/rental list', async () => {
    say(passing);
    show(['V1', passing]);
    say('99 rental files');
    return { ok: true };
  });
  expect(said).toEqual(['99 rental files']);
});

test('a late answer to what was asked before a kill is not taken for a second one to what came after', async () => {
  const { person, requests, show, kill } = someone();
  await person.ask('drop', async () => {
    kill();
    return { ok: true };
  });
  await person.ask('click', async () => {
    show(['V1', 'Studio Vieille Ville']);
    show(['V2', 'Loft du Port']);
    return { ok: true };
  });
  expect(requests.map(({ answeredAt }) => answeredAt.length)).toEqual([1, 1]);
});
