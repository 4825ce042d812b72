import { createContext, use } from 'react';

import type { Place } from '../../slack-workspace/page-protocol.ts';
import type { Element } from '../block-kit/element.ts';
import type { Confirmation } from '../block-kit/objects.ts';
import type { Value, Values } from './element-values.ts';

/** A message, a modal or a Home tab: where elements stand, and what they hold. */
export interface Surface {
  readonly place: Place;
  readonly values: Values;
  /** Words under inputs, by block id. */
  readonly errors: Readonly<Record<string, string>>;
  change(blockId: string, element: Element, content: unknown): void;
  /** Reports the use of an element; settles once the bot has received it. */
  act(blockId: string, element: Element, what: Value): Promise<void>;
  /** Asks the person first; `false` when they would rather not. */
  confirm(question: Confirmation): Promise<boolean>;
}

export const SurfaceContext = createContext<Surface | null>(null);

/** @throws {Error} outside of a surface */
export function useSurface(): Surface {
  const surface = use(SurfaceContext);
  if (surface === null) throw new Error('useSurface is for what stands on a surface');
  return surface;
}
