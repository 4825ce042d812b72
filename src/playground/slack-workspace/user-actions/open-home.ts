import type { ServerContext } from '../context.ts';
import type { UserActions } from '../page-protocol.ts';
import { directMessageWith } from '../store/channels.ts';
import { viewObject } from '../store/view-object.ts';
import { actor, type Answer, UserActionError, DONE } from './user-action.ts';

/** Sends the app the event that a person opened its Home tab, or its messages. */
export async function openHome(
  context: ServerContext,
  input: UserActions['open_home'],
): Promise<Answer> {
  const { manifest, store, events } = context;
  const person = actor(context, input.person);
  const room = store.room(directMessageWith(person.id));
  const { tab = 'home' } = input;
  const isOffered = tab === 'messages' || manifest.features.app_home.home_tab_enabled;
  if (!isOffered || room === undefined) throw new UserActionError('The app has no home tab.');
  const home = store.screens.homes().get(person.id);
  const opened = { type: 'app_home_opened', user: person.id, channel: room.id, tab };
  const shown = home === undefined || tab === 'messages' ? {} : { view: viewObject(home) };
  await events.send('app_home_opened', { ...opened, ...shown }, room);
  return DONE;
}
