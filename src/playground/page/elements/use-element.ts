import { useState } from 'react';

import type { ElementProps } from './element-props.ts';
import { contentOf, type Value, valueOf } from './element-values.ts';
import { useSurface } from './surface.ts';

interface ElementInUse {
  readonly content: unknown;
  /** Set while the bot receives it. */
  readonly isWaiting: boolean;
  /** Holds `content` without sending it. */
  readonly hold: (content: unknown) => void;
  /** Holds `content` and sends it to the bot where the element does; asks for confirmation where the element has one. */
  readonly choose: (content: unknown) => Promise<void>;
  /** Reports a use that leaves nothing behind, such as the press of a button. */
  readonly trigger: (what: Value) => Promise<void>;
}

/** Value of an element on its surface, and the functions that change it. */
export function useElement({ element, blockId, dispatches = true }: ElementProps): ElementInUse {
  const surface = useSurface();
  const [isWaiting, setWaiting] = useState(false);
  const value = surface.values[blockId]?.[element.action_id ?? ''];

  async function dispatch(what: Value): Promise<void> {
    setWaiting(true);
    await surface.act(blockId, element, what);
    setWaiting(false);
  }

  async function isConfirmed(): Promise<boolean> {
    return element.confirm === undefined || surface.confirm(element.confirm);
  }

  return {
    content: contentOf(element, value),
    isWaiting,
    hold: (content) => surface.change(blockId, element, content),
    async choose(content) {
      if (dispatches && !(await isConfirmed())) return;
      surface.change(blockId, element, content);
      if (dispatches) await dispatch(valueOf(element, content));
    },
    async trigger(what) {
      if (await isConfirmed()) await dispatch(what);
    },
  };
}
