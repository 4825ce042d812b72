import { useEffect, useReducer, useState } from 'react';
import { z } from 'zod';

import type { Change, State } from '../../slack-workspace/page-protocol.ts';
import { applyChange } from './apply-change.ts';

// Both ends are built from one contract: there is nothing to find out about a change's shape.
const AnyChange = z.custom<Change>();

export interface Connection {
  readonly state: State | null;
  readonly isConnected: boolean;
}

/** Follows the playground's stream; the browser opens it again by itself when it breaks. */
export function useWorkspace(): Connection {
  const [state, change] = useReducer(applyChange, null);
  const [isConnected, setConnected] = useState(false);

  useEffect(() => {
    const stream = new EventSource('/playground/stream');
    stream.addEventListener('open', () => setConnected(true));
    stream.addEventListener('error', () => setConnected(false));
    stream.addEventListener('message', (event: MessageEvent<string>) =>
      change(AnyChange.parse(JSON.parse(event.data))),
    );
    return () => stream.close();
  }, []);

  return { state, isConnected };
}
