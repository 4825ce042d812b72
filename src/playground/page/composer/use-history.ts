import { useRef } from 'react';

interface History {
  readonly add: (text: string) => void;
  /** The earlier or later entry that an arrow key asks for; `null` when the key means nothing. */
  readonly step: (key: string, draft: string) => string | null;
}

/** Input history, walked with the arrow keys from an empty composer. */
export function useHistory(): History {
  const entries = useRef<string[]>([]);
  const at = useRef<number | null>(null);

  return {
    add(text) {
      if (entries.current.at(-1) !== text) entries.current.push(text);
      at.current = null;
    },
    step(key, draft) {
      const isWalking = at.current !== null && entries.current[at.current] === draft;
      if (!isWalking && draft !== '') return null;
      if (key === 'ArrowUp')
        return walk((isWalking && at.current !== null ? at.current : entries.current.length) - 1);
      if (key === 'ArrowDown' && isWalking && at.current !== null) return walk(at.current + 1);
      return null;
    },
  };

  function walk(to: number): string | null {
    if (to < 0) return null;
    at.current = to < entries.current.length ? to : null;
    return entries.current[to] ?? '';
  }
}
