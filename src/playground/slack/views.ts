import { withNames } from './blocks/names.ts';
import { isObject } from './blocks/walk.ts';
import type { Identifiers } from './identifiers.ts';
import type { Json } from './protocol.ts';

/** How many modals may lie over each other. */
export const STACK_MAX = 3;

/** A view whose blocks and elements all have names, as Slack keeps it. */
export function namedView(view: Json, ids: Identifiers): Json {
  const { blocks } = view;
  const given = Array.isArray(blocks) ? blocks.filter(isObject) : [];
  return { ...view, blocks: withNames(given, () => ids.name()) };
}
