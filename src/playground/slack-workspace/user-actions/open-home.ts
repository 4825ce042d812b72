import type { Workings } from '../context.ts';
import type { Deeds } from '../page-protocol.ts';
import { directMessageWith } from '../store/channels.ts';
import { viewObject } from '../store/view-object.ts';
import { actor, type Answer, DeedError, DONE } from './user-action.ts';

/** Tells the app that somebody looks at its home tab, or at its messages. */
export async function openHome(workings: Workings, deed: Deeds['open_home']): Promise<Answer> {
  const { manifest, store, events } = workings;
  const person = actor(workings, deed.person);
  const room = store.room(directMessageWith(person.id));
  const { tab = 'home' } = deed;
  const isOffered = tab === 'messages' || manifest.features.app_home.home_tab_enabled;
  if (!isOffered || room === undefined) throw new DeedError('The app has no home tab.');
  const home = store.screens.homes().get(person.id);
  const opened = { type: 'app_home_opened', user: person.id, channel: room.id, tab };
  const shown = home === undefined || tab === 'messages' ? {} : { view: viewObject(home) };
  await events.tell('app_home_opened', { ...opened, ...shown }, room);
  return DONE;
}
