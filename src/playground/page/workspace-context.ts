import { createContext, use } from 'react';

import { clientWords, type ClientWords } from '../slack-workspace/client-words.ts';
import type { Person, State } from '../slack-workspace/page-protocol.ts';
import type { Send } from './api/user-actions.ts';
import type { Clock } from './text/slack-date.ts';

interface PageClock extends Clock {
  /** The playground's time to the millisecond; `nowMs` stands for half a minute. */
  readonly now: () => number;
}

export type Panel = 'sidebar' | 'controls';

/** Progress of a visitor who pressed the example that sets up a digest. */
export interface Tour {
  /** `arrival`: the clock has moved, and the digest is due within seconds. */
  readonly step: 'tomorrow' | 'arrival';
  readonly channel: string;
  /** Start of the tour, seconds since the epoch on the playground's clock. */
  readonly sinceS: number;
}

/** Context of every component: the workspace, the current person, and `send` for actions. */
export interface WorkspaceState {
  readonly state: State;
  readonly person: Person;
  readonly clock: PageClock;
  readonly theme: 'light' | 'dark';
  readonly send: Send;
  /** Panel that covers the page on a phone; `null` when none is open. */
  readonly panel: Panel | null;
  readonly setPanel: (panel: Panel | null) => void;
  readonly tour: Tour | null;
  readonly setTour: (tour: Tour | null) => void;
  /** Error message for the visitor. */
  readonly notice: string | null;
  /** Puts the notice away; `null` while it must stand. */
  readonly onNoticeSeen: (() => void) | null;
}

export const WorkspaceContext = createContext<WorkspaceState | null>(null);

/** @throws {Error} outside of the workspace */
export function useWorkspaceContext(): WorkspaceState {
  const value = use(WorkspaceContext);
  if (value === null) throw new Error('useWorkspaceContext is for parts of the workspace');
  return value;
}

/** What Slack's client says, in the language of the current person. */
export function useClientWords(): ClientWords {
  return clientWords(useWorkspaceContext().person.locale);
}
