import type { Manifest } from '../manifest.ts';
import type { Settings, State } from '../page-protocol.ts';
import { changeFeed, type ChangeFeed } from './change-feed.ts';
import { type Room, seededRooms, shownChannel } from './channels.ts';
import { fileBook, type FileBook } from './files.ts';
import type { Identifiers } from './identifiers.ts';
import { messageBook, type MessageBook, shownMessage } from './messages.ts';
import { screenBook, type Screens, shownModal } from './open-views.ts';
import { panelBook, type Panels } from './panels.ts';
import { type Member, type MemberChange, seededPeople, shownPerson } from './people.ts';
import { APP, TEAM } from './team.ts';
import { USER_GROUPS, type UserGroup } from './user-groups.ts';

/** Fields of a channel that can change while the workspace runs. */
export type RoomChange = Partial<Pick<Room, 'isArchived' | 'isExternal' | 'members' | 'name'>>;

/** State of the workspace. */
export interface Store {
  readonly feed: ChangeFeed;
  readonly files: FileBook;
  readonly messages: MessageBook;
  readonly screens: Screens;
  readonly panels: Panels;
  people(): readonly Member[];
  person(id: string): Member | undefined;
  changePerson(id: string, change: MemberChange): void;
  userGroups(): readonly UserGroup[];
  userGroup(id: string): UserGroup | undefined;
  changeUserGroup(id: string, change: Partial<UserGroup>): void;
  rooms(): readonly Room[];
  /** A channel by id, or by name with its `#`. */
  room(idOrName: string): Room | undefined;
  changeRoom(id: string, change: RoomChange): void;
  settings(): Settings;
  changeSettings(change: Partial<Settings>): void;
  state(): State;
}

interface StoreOptions {
  readonly manifest: Manifest;
  readonly now: () => number;
  readonly ids: Identifiers;
  readonly baseUrl: () => string;
}

/** A workspace at its beginning: people and channels, and nothing said. */
export function createStore({ manifest, ...clockwork }: StoreOptions, initial: Settings): Store {
  const appName = manifest.display_information.name;
  const { ids } = clockwork;
  const feed = changeFeed();
  const messages = messageBook(feed, ids);
  const screens = screenBook(feed, ids);
  const panels = panelBook(feed);
  let people: readonly Member[] = seededPeople(appName);
  let userGroups: readonly UserGroup[] = Object.values(USER_GROUPS);
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
      panels: panels.all(),
      homes: Object.fromEntries(
        Array.from(screens.homes().values(), ({ person, view }) => [person, view]),
      ),
      commands: manifest.features.slash_commands.map((offered) => ({
        command: offered.command,
        description: offered.description,
        usageHint: offered.usage_hint,
      })),
      shortcuts: manifest.features.shortcuts.map((offered) => ({
        type: offered.type,
        callbackId: offered.callback_id,
        name: offered.name,
        description: offered.description,
      })),
      settings,
    };
  }

  return {
    feed,
    files: fileBook(clockwork),
    messages,
    screens,
    panels,
    state,
    people: () => people,
    person: (id) => people.find((one) => one.id === id),
    userGroups: () => userGroups,
    userGroup: (id) => userGroups.find((one) => one.id === id),
    rooms: () => rooms,
    settings: () => settings,

    changePerson(id, change) {
      people = people.map((one) => (one.id === id ? { ...one, ...change } : one));
      feed.emit({ kind: 'state', state: state() });
    },

    changeUserGroup(id, change) {
      userGroups = userGroups.map((one) => (one.id === id ? { ...one, ...change } : one));
    },

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
