import { z } from 'zod';

import type { Workings } from '../context.ts';
import { CLOCK_STEPS, type Deeds, WEATHERS } from '../page-protocol.ts';
import { act } from './block-action.ts';
import { suggest } from './block-suggestion.ts';
import { say } from './message.ts';
import { openHome } from './open-home.ts';
import { clock, restart, settings } from './settings.ts';
import { shortcut } from './shortcut.ts';
import { type Answer, AnyJson, DeedError } from './user-action.ts';
import { close } from './view-close.ts';
import { submit } from './view-submission.ts';

/** A deed with the type of what is asked sealed inside, so that unlike deeds share one table. */
type Deed = (workings: Workings, asked: unknown) => Promise<Answer>;

function deed<Asked>(
  shape: z.ZodType<Asked>,
  run: (workings: Workings, asked: Asked) => Promise<Answer>,
): Deed {
  return async (workings, asked) => {
    const parsed = shape.safeParse(asked);
    if (parsed.success) return run(workings, parsed.data);
    throw new DeedError('The page asked for something unreadable.');
  };
}

const person = z.string();
const place = z.union([
  z.object({ channel: z.string(), ts: z.string(), attachment: z.number().exactOptional() }),
  z.object({ modal: z.string() }),
  z.object({ home: z.literal(true) }),
]);

/** Every deed of the protocol: what the page sends, and what is done about it. */
const DEEDS: Readonly<Record<keyof Deeds, Deed>> = {
  say: deed<Deeds['say']>(
    z.object({
      person,
      channel: z.string(),
      text: z.string().max(12_000),
      thread: z.string().exactOptional(),
    }),
    say,
  ),
  act: deed<Deeds['act']>(z.object({ person, place, action: AnyJson, values: AnyJson }), act),
  submit: deed<Deeds['submit']>(z.object({ person, modal: z.string(), values: AnyJson }), submit),
  close: deed<Deeds['close']>(z.object({ person, modal: z.string(), all: z.boolean() }), close),
  open_home: deed<Deeds['open_home']>(
    z.object({ person, tab: z.enum(['home', 'messages']).exactOptional() }),
    openHome,
  ),
  suggest: deed<Deeds['suggest']>(
    z.object({ person, place, actionId: z.string(), blockId: z.string(), value: z.string() }),
    suggest,
  ),
  shortcut: deed<Deeds['shortcut']>(
    z.object({
      person,
      callbackId: z.string(),
      channel: z.string().nullable(),
      ts: z.string().nullable(),
    }),
    shortcut,
  ),
  settings: deed<Deeds['settings']>(
    z.object({
      transport: z.enum(['http', 'socket']).exactOptional(),
      weather: z.enum(WEATHERS).exactOptional(),
      refusesCharts: z.boolean().exactOptional(),
    }),
    settings,
  ),
  clock: deed<Deeds['clock']>(z.object({ person, to: z.enum(CLOCK_STEPS) }), clock),
  restart: deed<Deeds['restart']>(z.object({}), restart),
};

/** Does a deed; what cannot be done is answered, not thrown. */
export async function perform(
  workings: Workings,
  name: keyof Deeds,
  asked: unknown,
): Promise<Answer> {
  try {
    return await DEEDS[name](workings, asked);
  } catch (error) {
    if (error instanceof DeedError) return { ok: false, error: error.message };
    throw error;
  }
}

export function isDeed(name: string): name is keyof Deeds {
  return Object.hasOwn(DEEDS, name);
}
