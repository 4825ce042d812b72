import { withNames } from './blocks/ids.ts';
import { isObject } from './blocks/json-walk.ts';
import { type Draft, POSTED_TEXT_MAX } from './blocks/message.ts';
import type { Json } from './page-protocol.ts';
import type { Identifiers } from './store/identifiers.ts';
import type { StoredMessage } from './store/messages.ts';

export type Content = Pick<StoredMessage, 'text' | 'blocks' | 'attachments' | 'metadata'>;

/** Content of a valid message: blocks with ids, and a text within the limit. */
export function contentOf(draft: Draft, ids: Identifiers): Content {
  const markdown = draft.markdown_text;
  const text = typeof markdown === 'string' && markdown !== '' ? markdown : draft.text;
  return {
    text: typeof text === 'string' ? text.slice(0, POSTED_TEXT_MAX) : '',
    blocks: withNames(objectsOf(draft.blocks), () => ids.name()),
    attachments: objectsOf(draft.attachments).map((attachment, index) => ({
      ...attachment,
      ...(attachment['blocks'] === undefined
        ? {}
        : { blocks: withNames(objectsOf(attachment['blocks']), () => ids.name()) }),
      id: index + 1,
    })),
    metadata: isObject(draft.metadata) ? draft.metadata : null,
  };
}

function objectsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
