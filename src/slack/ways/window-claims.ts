/** What one request may do in a window. */
export interface Claim {
  /** Changes the window once earlier changes are through, unless it shows what was asked later. */
  change(act: () => Promise<unknown>): Promise<void>;
}

/** Keeps a slow answer from what somebody has asked for since in the same window. */
export interface WindowClaims {
  /** Of what is asked in the window now. */
  later(viewId: string): Claim;
  /** Of what has opened the window, and was asked before all that is asked in it. */
  first(viewId: string): Claim;
}

interface Window {
  asked: number;
  /** Whose view stands there. */
  shown: number;
  last: Promise<unknown>;
}

/** Far more windows than anybody waits in. */
const WINDOWS_MAX = 2_000;

/** The claims of one instance; of what others answer in the same window it does not know. */
export function createWindowClaims(): WindowClaims {
  /** The one that was asked in last stands at the end. */
  const windows = new Map<string, Window>();

  function windowOf(viewId: string): Window {
    const known = windows.get(viewId) ?? { asked: 0, shown: 0, last: Promise.resolve() };
    windows.delete(viewId);
    windows.set(viewId, known);
    const [first = viewId] = windows.keys();
    if (windows.size > WINDOWS_MAX) windows.delete(first);
    return known;
  }

  function claimOf(window: Window, place: number): Claim {
    return {
      async change(act) {
        const turn = inTurn(window, place, act);
        window.last = turn.catch(() => {});
        await turn;
      },
    };
  }

  return {
    later(viewId) {
      const window = windowOf(viewId);
      window.asked += 1;
      return claimOf(window, window.asked);
    },
    first: (viewId) => claimOf(windowOf(viewId), 0),
  };
}

async function inTurn(window: Window, place: number, act: () => Promise<unknown>): Promise<void> {
  await window.last;
  if (place < window.shown) return;
  window.shown = place;
  await act();
}
