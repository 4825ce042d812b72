import { withNames } from '../blocks/ids.ts';
import { isObject } from '../blocks/json-walk.ts';
import type { Json, Modal } from '../page-protocol.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { Identifiers } from './identifiers.ts';

/** An open view of a person: a modal, or their Home tab. */
export interface Screen {
  readonly id: string;
  readonly person: string;
  readonly view: Json;
  readonly hash: string;
  /** The modal at the bottom of the stack, and the one beneath this one. */
  readonly root: string;
  readonly previous: string | null;
  /** Input values, as in Slack's `state.values`. */
  readonly values: Json;
  readonly errors: Readonly<Record<string, string>>;
}

export interface Screens {
  modals(): readonly Screen[];
  homes(): ReadonlyMap<string, Screen>;
  /** Opens a modal in place of any that the person has. */
  open(person: string, view: Json): Screen;
  /** Puts a modal over the ones that the person has. */
  push(person: string, view: Json): Screen;
  publish(person: string, view: Json): Screen;
  update(screen: Screen, view: Json): Screen;
  /** Remembers what was typed, and shows the words under the inputs if they are given. */
  note(screen: Screen, fields: Partial<Pick<Screen, 'values' | 'errors'>>): Screen;
  close(screen: Screen): void;
  clear(person: string): void;
}

/** The modals and home tabs of everybody. */
export function screenBook(feed: ChangeFeed, ids: Identifiers): Screens {
  let modals: readonly Screen[] = [];
  const homes = new Map<string, Screen>();

  function show(next: readonly Screen[]): void {
    modals = next;
    feed.emit({ kind: 'modals', modals: modals.map(shownModal) });
  }

  function screen(person: string, view: Json, beneath?: Screen): Screen {
    const id = ids.id('V');
    const stack = { root: beneath?.root ?? id, previous: beneath?.id ?? null };
    return { id, person, view, ...stack, hash: newHash(), values: {}, errors: {} };
  }

  function newHash(): string {
    return `${ids.ts().split('.')[0]}.${ids.secret().slice(0, 8)}`;
  }

  function keep(changed: Screen): Screen {
    put(changed);
    if (homes.get(changed.person)?.id === changed.id) {
      feed.emit({ kind: 'home', person: changed.person, view: changed.view });
    } else {
      show(modals);
    }
    return changed;
  }

  /** Keeps a view without an update of the page, which has what was typed. */
  function put(changed: Screen): Screen {
    if (homes.get(changed.person)?.id === changed.id) homes.set(changed.person, changed);
    modals = modals.map((one) => (one.id === changed.id ? changed : one));
    return changed;
  }

  return {
    modals: () => modals,
    homes: () => homes,

    open(person, view) {
      const opened = screen(person, view);
      show([...modals.filter((one) => one.person !== person), opened]);
      return opened;
    },

    push(person, view) {
      const pushed = screen(
        person,
        view,
        modals.findLast((one) => one.person === person),
      );
      show([...modals, pushed]);
      return pushed;
    },

    publish(person, view) {
      const home = homes.get(person);
      if (home) return keep({ ...home, view, hash: newHash() });
      const published = screen(person, view);
      homes.set(person, published);
      return keep(published);
    },

    update: (one, view) => keep({ ...one, view, hash: newHash(), errors: {} }),
    note: (one, fields) => (fields.errors === undefined ? put : keep)({ ...one, ...fields }),
    close: (closed) => show(modals.filter((one) => one.id !== closed.id)),
    clear: (person) => show(modals.filter((one) => one.person !== person)),
  };
}

/** A modal as the page shows it. */
export function shownModal({ id, person, view, errors }: Screen): Modal {
  return { id, person, view, errors };
}

/** How many modals may lie over each other. */
export const STACK_MAX = 3;

/** A view whose blocks and elements all have names, as Slack keeps it. */
export function namedView(view: Json, ids: Identifiers): Json {
  const { blocks } = view;
  const given = Array.isArray(blocks) ? blocks.filter(isObject) : [];
  return { ...view, blocks: withNames(given, () => ids.name()) };
}
