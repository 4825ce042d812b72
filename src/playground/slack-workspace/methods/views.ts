import { z } from 'zod';

import { isObject } from '../blocks/json-walk.ts';
import type { ServerContext } from '../context.ts';
import type { Json } from '../page-protocol.ts';
import { viewErrorsHere } from '../rejected-blocks.ts';
import { namedView, type Screen, STACK_MAX } from '../store/open-views.ts';
import type { Trigger } from '../store/triggers.ts';
import { viewObject } from '../store/view-object.ts';
import { defineMethod, json, MethodError, text, withMessages } from './method.ts';

const triggered = {
  view: json,
  trigger_id: text.optional(),
  interactivity_pointer: text.optional(),
};

/** @see https://docs.slack.dev/reference/methods/views.open */
export const viewsOpen = defineMethod({
  scopes: [],
  args: z.object(triggered),
  run(context, args) {
    const view = goodView(context, args.view, 'modal');
    const { person } = exchanged(context, args);
    return { view: viewObject(context.store.screens.open(person, view)) };
  },
});

/** @see https://docs.slack.dev/reference/methods/views.push */
export const viewsPush = defineMethod({
  scopes: [],
  args: z.object(triggered),
  run(context, args) {
    const { screens } = context.store;
    const view = goodView(context, args.view, 'modal');
    const { person, screen } = exchanged(context, args);
    const stack = screens.modals().filter((one) => one.person === person);
    if (screen === null || stack.length === 0) throw new MethodError('not_found');
    if (stack.length >= STACK_MAX) throw new MethodError('push_limit_reached');
    return { view: viewObject(screens.push(person, view)) };
  },
});

/** @see https://docs.slack.dev/reference/methods/views.update */
export const viewsUpdate = defineMethod({
  scopes: [],
  args: z.object({
    view: json,
    view_id: text.optional(),
    external_id: text.optional(),
    hash: text.optional(),
  }),
  run(context, { view, view_id: id, external_id: externalId, hash }) {
    const { screens } = context.store;
    const screen = [...screens.modals(), ...screens.homes().values()].find((one) =>
      id === undefined ? isNamed(one, externalId) : one.id === id,
    );
    if (screen === undefined) throw new MethodError('not_found');
    const surface = screen.view['type'] === 'home' ? 'home' : 'modal';
    const good = goodView(context, view, surface, screen);
    if (hash !== undefined && hash !== screen.hash) throw new MethodError('hash_conflict');
    return { view: viewObject(screens.update(screen, good)) };
  },
});

/** @see https://docs.slack.dev/reference/methods/views.publish */
export const viewsPublish = defineMethod({
  scopes: [],
  args: z.object({ user_id: text, view: json, hash: text.optional() }),
  run(context, { user_id: userId, view, hash }) {
    const { manifest, store } = context;
    if (!manifest.features.app_home.home_tab_enabled) throw new MethodError('not_enabled');
    const person = store.person(userId);
    if (person === undefined || person.isBot || person.isDeleted) {
      throw withMessages('invalid_arguments', [{ pointer: '/user_id', message: 'invalid user' }]);
    }
    const home = store.screens.homes().get(person.id);
    const good = goodView(context, view, 'home', home);
    if (hash !== undefined && hash !== home?.hash) throw new MethodError('hash_conflict');
    return { view: viewObject(store.screens.publish(person.id, good)) };
  },
});

/** The view with all its names, once nothing is wrong with it. */
function goodView(
  context: ServerContext,
  view: unknown,
  surface: 'modal' | 'home',
  replaced?: Screen,
): Json {
  const { ids, store } = context;
  const errors = viewErrorsHere(context, view, surface);
  const [first] = errors;
  if (first !== undefined) throw withMessages(first.code, errors);
  if (!isObject(view)) throw new MethodError('invalid_arguments');
  const others = store.screens.modals().filter(({ id }) => id !== replaced?.id);
  const externalId = view['external_id'];
  if (externalId !== undefined && others.some((one) => isNamed(one, externalId))) {
    throw new MethodError('duplicate_external_id');
  }
  return namedView(view, ids);
}

function exchanged(
  { triggers }: ServerContext,
  args: {
    readonly trigger_id?: string | undefined;
    readonly interactivity_pointer?: string | undefined;
  },
): Trigger {
  const id = args.trigger_id ?? args.interactivity_pointer;
  if (id === undefined) {
    const message = 'missing required field: trigger_id';
    throw withMessages('invalid_arguments', [{ pointer: '', message }]);
  }
  const trigger = triggers.exchange(id);
  if (typeof trigger === 'string') throw new MethodError(trigger);
  return trigger;
}

function isNamed({ view }: Screen, externalId: unknown): boolean {
  return typeof externalId === 'string' && externalId !== '' && view['external_id'] === externalId;
}
