import { setTimeout } from 'node:timers/promises';

import type { Json, Message } from '../../src/playground/slack-workspace/page-protocol.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import type { Person } from './person.ts';
import type { Truth } from './truth.ts';

const AGAIN_MS = 1_000;

/**
 * What somebody reads in the end who asks what waits, and asks for it anew until it is right: a
 * service that was left alone for its troubles is not asked at once.
 *
 * @returns the last answer; `null` when there was none with a button to ask anew
 */
export async function lastAnswer(
  workspace: SlackWorkspace,
  person: Person | undefined,
  truth: Truth,
  patienceMs: number,
): Promise<string | null> {
  if (person === undefined) return null;
  const place = { person: person.id, channel: CHANNELS.leasing };
  await person.ask('last question', async () =>
    workspace.perform('say', { ...place, text: '/rental pending' }),
  );
  const until = performance.now() + patienceMs;
  for (;;) {
    const message = person.seen().findLast((one) => refreshOf(one) !== undefined);
    const action = message && refreshOf(message);
    if (message === undefined || action === undefined) return null;
    const { said } = await person.ask('last click', async () =>
      workspace.perform('act', {
        person: person.id,
        place: { channel: message.channel, ts: message.ts },
        action,
        values: {},
      }),
    );
    const last = said.at(-1) ?? null;
    if (last?.startsWith(`${truth.awaiting()} `) || performance.now() > until) return last;
    await setTimeout(AGAIN_MS);
  }
}

/** Has every digest posted once. */
export async function runEach(
  workspace: SlackWorkspace,
  person: Person | undefined,
  digests: readonly string[],
): Promise<void> {
  for (const id of digests) {
    const text = `/rental digest run ${id}`;
    await person?.ask(text, async () =>
      workspace.perform('say', { person: person.id, channel: CHANNELS.leasing, text }),
    );
  }
}

const REFRESH = new Set(['Refresh', 'Actualiser']);

/** The action that asks anew: a button, or an item of a menu. */
function refreshOf({ blocks }: Message): Json | undefined {
  for (const { block_id, elements } of blocks) {
    for (const element of Array.isArray(elements) ? elements : []) {
      const own: Json = { ...element, block_id };
      if (REFRESH.has(element.text?.text)) return own;
      const items = Array.isArray(element.options) ? element.options : [];
      const item = items.find(({ text }: Json) => REFRESH.has(Object(text)['text']));
      if (item !== undefined) return { ...own, selected_option: item };
    }
  }
  return undefined;
}
