import { z } from 'zod';

import { FILE_STATES } from '../../rental-service/data/stages.ts';
import type { ServerContext } from '../context.ts';
import { CLOCK_STEPS, type UserActions, SERVICE_MODES } from '../page-protocol.ts';
import { askSlackbot } from '../slackbot/ask-slackbot.ts';
import { act } from './block-action.ts';
import { suggest } from './block-suggestion.ts';
import { closeEntity, openEntity } from './entity-panel.ts';
import { say } from './message.ts';
import { openHome } from './open-home.ts';
import { changeFile, clock, restart, settings } from './settings.ts';
import { shortcut } from './shortcut.ts';
import { type Answer, AnyJson, UserActionError } from './user-action.ts';
import { close } from './view-close.ts';
import { submit } from './view-submission.ts';

/** A handler that checks its input, so that handlers of different inputs share one table. */
type Handler = (context: ServerContext, input: unknown) => Promise<Answer>;

function handler<Input>(
  shape: z.ZodType<Input>,
  run: (context: ServerContext, input: Input) => Promise<Answer>,
): Handler {
  return async (context, input) => {
    const parsed = shape.safeParse(input);
    if (parsed.success) return run(context, parsed.data);
    throw new UserActionError('The page asked for something unreadable.');
  };
}

const person = z.string();
const place = z.union([
  z.object({ channel: z.string(), ts: z.string(), attachment: z.number().exactOptional() }),
  z.object({ modal: z.string() }),
  z.object({ panel: z.literal(true) }),
  z.object({ home: z.literal(true) }),
]);

/** Handlers of all actions of the protocol, with the schemas of their inputs. */
const HANDLERS: Readonly<Record<keyof UserActions, Handler>> = {
  say: handler<UserActions['say']>(
    z.object({
      person,
      channel: z.string(),
      text: z.string().max(12_000),
      thread: z.string().exactOptional(),
    }),
    say,
  ),
  act: handler<UserActions['act']>(
    z.object({ person, place, action: AnyJson, values: AnyJson }),
    act,
  ),
  submit: handler<UserActions['submit']>(
    z.object({ person, modal: z.string(), values: AnyJson }),
    submit,
  ),
  close: handler<UserActions['close']>(
    z.object({ person, modal: z.string(), all: z.boolean() }),
    close,
  ),
  open_entity: handler<UserActions['open_entity']>(
    z.object({ person, channel: z.string(), ts: z.string(), attachment: z.number() }),
    openEntity,
  ),
  close_entity: handler<UserActions['close_entity']>(z.object({ person }), closeEntity),
  open_home: handler<UserActions['open_home']>(
    z.object({ person, tab: z.enum(['home', 'messages']).exactOptional() }),
    openHome,
  ),
  suggest: handler<UserActions['suggest']>(
    z.object({ person, place, actionId: z.string(), blockId: z.string(), value: z.string() }),
    suggest,
  ),
  shortcut: handler<UserActions['shortcut']>(
    z.object({
      person,
      callbackId: z.string(),
      channel: z.string().nullable(),
      ts: z.string().nullable(),
    }),
    shortcut,
  ),
  ask_slackbot: handler<UserActions['ask_slackbot']>(
    z.object({
      person,
      text: z.string().trim().min(1).max(1_000),
      cursor: z.string().max(3_000).nullable(),
    }),
    askSlackbot,
  ),
  settings: handler<UserActions['settings']>(
    z.object({
      transport: z.enum(['http', 'socket']).exactOptional(),
      serviceMode: z.enum(SERVICE_MODES).exactOptional(),
      refusesCharts: z.boolean().exactOptional(),
    }),
    settings,
  ),
  clock: handler<UserActions['clock']>(z.object({ person, to: z.enum(CLOCK_STEPS) }), clock),
  change_file: handler<UserActions['change_file']>(
    z.object({ search: z.string().trim().min(1).max(100), to: z.enum(FILE_STATES) }),
    changeFile,
  ),
  restart: handler<UserActions['restart']>(z.object({}), restart),
};

/** Actions that ask the bot for an answer, or change what its history is made of. */
const NEEDS_BOT: ReadonlySet<keyof UserActions> = new Set([
  'say',
  'act',
  'submit',
  'suggest',
  'shortcut',
  'ask_slackbot',
  'open_home',
  'open_entity',
  'clock',
  'change_file',
  'settings',
  'restart',
]);

const OPENING =
  'The playground is still starting: its rental files get some days of history first. ' +
  'Send it again when the bot is ready.';

/** Runs an action; a refusal is returned, not thrown. */
export async function perform(
  context: ServerContext,
  name: keyof UserActions,
  input: unknown,
): Promise<Answer> {
  const isOpening = context.store.settings().isOpening === true;
  if (isOpening && NEEDS_BOT.has(name)) return { ok: false, error: OPENING };
  try {
    return await HANDLERS[name](context, input);
  } catch (error) {
    if (error instanceof UserActionError) return { ok: false, error: error.message };
    throw error;
  }
}

export function isUserAction(name: string): name is keyof UserActions {
  return Object.hasOwn(HANDLERS, name);
}
