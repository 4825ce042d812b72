import { setTimeout } from 'node:timers/promises';

import type { Choices, Random } from '../../src/playground/rental-service/data/random.ts';
import type { Json, Message } from '../../src/playground/slack-workspace/page-protocol.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import type { Person } from './person.ts';

/** What somebody may do next. */
type Deed = 'type' | 'click' | 'hurry' | 'form' | 'mention' | 'home';

const DEEDS: Choices<Deed> = [
  [50, 'type'],
  [25, 'click'],
  [6, 'hurry'],
  [6, 'form'],
  [8, 'mention'],
  [5, 'home'],
];

/** Between an answer and the next question: a second answer would come in it. */
const THINK_MS = [250, 1_000] as const;

export interface DeedsOptions {
  readonly workspace: SlackWorkspace;
  readonly person: Person;
  readonly random: Random;
  /** What may be typed after `/rental`. */
  readonly lines: readonly [string, ...string[]];
  readonly isOver: () => boolean;
}

/** Types, clicks and fills in forms until it is over. */
export async function goAboutWork(options: DeedsOptions): Promise<void> {
  const { person, random, isOver } = options;
  while (!isOver()) {
    await doSomething(random.weighted(DEEDS), options);
    await setTimeout(random.between(...THINK_MS));
    await person.closeAll();
  }
}

async function doSomething(deed: Deed, options: DeedsOptions): Promise<void> {
  const { workspace, person, random, lines } = options;
  const say = async (text: string) =>
    workspace.perform('say', { person: person.id, channel: CHANNELS.leasing, text });
  switch (deed) {
    case 'type': {
      const line = random.pick(lines);
      await person.ask(`/rental ${line}`.trim(), async () => say(`/rental ${line}`));
      return;
    }
    case 'mention':
      await person.ask('mention', async () => say('@Rental Desk pending'));
      return;
    case 'home':
      await person.ask('home', async () =>
        workspace.perform('open_home', { person: person.id, tab: 'home' }),
      );
      return;
    case 'click':
    case 'hurry':
      return click(deed === 'click' ? 1 : 2, options);
    case 'form':
      return fillIn(options);
  }
}

/** Presses buttons of one message, without waiting in between. */
async function click(times: number, { workspace, person, random }: DeedsOptions): Promise<void> {
  const message = person.seen().findLast((one) => buttonsOf(one).length > 0);
  if (message === undefined) return;
  const [first, ...others] = buttonsOf(message);
  if (first === undefined) return;
  const { channel, ts } = message;
  const actions = Array.from({ length: times }, () => random.pick([first, ...others]));
  const labels = actions.map((action) => JSON.stringify(action['text']));
  await person.ask(
    `click ${labels.join(' and ')}`,
    async () => {
      const outcomes = await Promise.all(
        actions.map(async (action) =>
          workspace.perform('act', {
            person: person.id,
            place: { channel, ts },
            action,
            values: {},
          }),
        ),
      );
      return outcomes.find(({ ok }) => !ok) ?? { ok: true };
    },
    times,
  );
}

async function fillIn({ workspace, person }: DeedsOptions): Promise<void> {
  const { channel, id } = { channel: CHANNELS.leasing, id: person.id };
  await person.ask('/rental settings', async () =>
    workspace.perform('say', { person: id, channel, text: '/rental settings' }),
  );
  const modal = person.modal();
  if (modal?.view['submit'] === undefined) return;
  await person.ask('form', async () =>
    workspace.perform('submit', { person: id, modal: modal.id, values: {} }),
  );
}

/** Whoever presses these has fewer digests, or more, than the drill counts on. */
const LEFT_ALONE = /^(?:Pause|Remove|Supprimer|Post now|Publier maintenant)/;

/** Those that answer the person alone: neither links nor what has to be confirmed. */
function buttonsOf({ blocks }: Message): Json[] {
  return blocks.flatMap(({ block_id, elements }) =>
    (Array.isArray(elements) ? elements : [])
      .filter(({ type, url, confirm }) => type === 'button' && !url && !confirm)
      .filter(({ text }) => !LEFT_ALONE.test(text.text))
      .map((button): Json => ({ ...button, block_id })),
  );
}
