import { type BlockError, misshapen } from './blocks/errors.ts';
import { isObject, objectsIn } from './blocks/json-walk.ts';
import {
  type Draft,
  type MessageError,
  messageErrors,
  type MessageKind,
} from './blocks/message.ts';
import { type ViewError, viewErrors } from './blocks/view.ts';
import type { ServerContext } from './context.ts';

/** The type of block that draws a chart. */
export const CHART = 'data_visualization';

/** Stands for Work Objects, which a workspace may not have switched on. */
export const WORK_OBJECTS = 'work_objects';

/** Types of blocks that the workspace does not know, as Slack is where one is not rolled out yet. */
export interface RefusedBlocks {
  types(): readonly string[];
  set(types: readonly string[]): void;
  /** Refuses one type more, or no longer. */
  setRefused(type: string, isRefused: boolean): void;
}

/** Nothing but `types` is refused, until that is changed. */
export function refusedBlocks(types: readonly string[]): RefusedBlocks {
  let refused = types;
  return {
    types: () => refused,
    set(next) {
      refused = next;
    },
    setRefused(type, isRefused) {
      const others = refused.filter((one) => one !== type);
      refused = isRefused ? [...others, type] : others;
    },
  };
}

/** The blocks of a refused type, in the words that Slack has for a type it never heard of. */
export function refusedIn(
  { refused }: Pick<ServerContext, 'refused'>,
  blocks: unknown,
  root: readonly string[] = ['blocks'],
): BlockError[] {
  return Array.from(objectsIn(blocks, root))
    .filter(({ object }) => refused.types().includes(String(object['type'])))
    .map(({ path, object }) =>
      misshapen([...path, 'type'], `unsupported type: ${String(object['type'])}`),
    );
}

/** Errors of this workspace in a message; the one that it names comes first. */
export function messageErrorsHere(
  context: ServerContext,
  message: Draft,
  kind: MessageKind,
): MessageError[] {
  return [...messageErrors(message, kind), ...refusedIn(context, message.blocks)];
}

/** Errors of this workspace in a view; the one that it names comes first. */
export function viewErrorsHere(
  context: ServerContext,
  view: unknown,
  surface: 'modal' | 'home',
): ViewError[] {
  const blocks = isObject(view) ? view['blocks'] : undefined;
  const refused = refusedIn(context, blocks, ['view', 'blocks']);
  return [
    ...viewErrors(view, surface),
    ...refused.map((one) => ({ ...one, code: 'invalid_arguments' as const })),
  ];
}
