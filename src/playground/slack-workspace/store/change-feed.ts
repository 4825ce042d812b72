import type { Change } from '../page-protocol.ts';

export interface ChangeFeed {
  /** Tells everybody who listens. */
  emit(change: Change): void;
  /** Calls `listener` with every change from now on; gives what stops that. */
  subscribe(listener: (change: Change) => void): () => void;
}

/** Who wants to know of what happens in the workspace. */
export function changeFeed(): ChangeFeed {
  const listeners = new Set<(change: Change) => void>();
  return {
    emit(change) {
      for (const listener of listeners) listener(change);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
