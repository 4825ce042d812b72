import { changeFeed, type ChangeFeed } from './changes.ts';
import { type Room, seededRooms, shownChannel } from './channels.ts';
import type { Identifiers } from './identifiers.ts';
import type { Manifest } from './manifest.ts';
import { type MessageBook, messageBook, shownMessage } from './messages.ts';
import { type Member, seededPeople, shownPerson } from './people.ts';
import type { Settings, State } from './protocol.ts';
import { screenBook, type Screens, shownModal } from './screens.ts';
import { APP, TEAM } from './team.ts';

/** What there is in the workspace. */
export interface Store {
  readonly feed: ChangeFeed;
  readonly messages: MessageBook;
  readonly screens: Screens;
  people(): readonly Member[];
  person(id: string): Member | undefined;
  rooms(): readonly Room[];
  /** A channel by id, or by name with its `#`. */
  room(idOrName: string): Room | undefined;
  changeRoom(id: string, change: Partial<Pick<Room, 'isArchived' | 'members'>>): void;
  settings(): Settings;
  changeSettings(change: Partial<Settings>): void;
  state(): State;
}

/** A workspace at its beginning: people and channels, and nothing said. */
export function createStore(manifest: Manifest, ids: Identifiers, initial: Settings): Store {
  const appName = manifest.display_information.name;
  const feed = changeFeed();
  const messages = messageBook(feed, ids);
  const screens = screenBook(feed, ids);
  const people = seededPeople(appName);
  let rooms: readonly Room[] = seededRooms(people, appName);
  let settings = initial;

  function state(): State {
    return {
      team: { id: TEAM.id, name: TEAM.name },
      app: { id: APP.id, name: appName, userId: APP.userId },
      people: people.map(shownPerson),
      channels: rooms.map(shownChannel),
      messages: messages.all().map(shownMessage),
      modals: screens.modals().map(shownModal),
      homes: Object.fromEntries(
        Array.from(screens.homes().values(), ({ person, view }) => [person, view]),
      ),
      commands: manifest.features.slash_commands.map((offered) => ({
        command: offered.command,
        description: offered.description,
        usageHint: offered.usage_hint,
      })),
      settings,
    };
  }

  return {
    feed,
    messages,
    screens,
    state,
    people: () => people,
    person: (id) => people.find((one) => one.id === id),
    rooms: () => rooms,
    settings: () => settings,

    room(idOrName) {
      return rooms.find(
        ({ id, name, kind }) => id === idOrName || (kind !== 'dm' && `#${name}` === idOrName),
      );
    },

    changeRoom(id, change) {
      rooms = rooms.map((one) => (one.id === id ? { ...one, ...change } : one));
      feed.emit({ kind: 'state', state: state() });
    },

    changeSettings(change) {
      settings = { ...settings, ...change };
      feed.emit({ kind: 'settings', settings });
    },
  };
}
