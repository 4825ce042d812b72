import type { DetailsPanel } from '../page-protocol.ts';
import type { ChangeFeed } from './change-feed.ts';

export interface Panels {
  all(): readonly DetailsPanel[];
  of(person: string): DetailsPanel | undefined;
  /** Opens a panel in place of the one that the person has, and fills it anew. */
  show(panel: DetailsPanel): void;
  close(person: string): void;
}

/** The details panels of Work Objects, one a person. */
export function panelBook(feed: ChangeFeed): Panels {
  let panels: readonly DetailsPanel[] = [];

  function put(next: readonly DetailsPanel[]): void {
    panels = next;
    feed.emit({ kind: 'panels', panels });
  }

  const others = (person: string) => panels.filter((one) => one.person !== person);
  return {
    all: () => panels,
    of: (person) => panels.find((one) => one.person === person),
    show: (panel) => put([...others(panel.person), panel]),
    close: (person) => put(others(person)),
  };
}
