import { useMemo } from 'react';
import { z } from 'zod';

import type { Entity } from '../../slack-workspace/blocks/entity.ts';
import type { Message } from '../../slack-workspace/page-protocol.ts';
import { readBlocks } from '../block-kit/read-blocks.ts';
import { BlockList } from '../blocks/block-list.tsx';
import { Text } from '../blocks/rich-text.tsx';
import { SurfaceProvider } from '../elements/surface-provider.tsx';
import { EntityCard } from '../entity/entity-card.tsx';
import { useClientWords } from '../workspace-context.ts';

const Preview = z.object({
  id: z.number().default(0),
  blocks: z.array(z.unknown()).default([]),
  title: z.string().default(''),
  text: z.string().default(''),
  fallback: z.string().default(''),
  // The server has checked it.
  entity: z.custom<Entity>().optional(),
});

/** Preview of a link, under its message. */
export function LinkPreview({
  message,
  attachment,
}: {
  readonly message: Message;
  readonly attachment: object;
}) {
  const { channel, ts } = message;
  const words = useClientWords();
  const preview = useMemo(() => Preview.parse(attachment), [attachment]);
  const { id, title, text, fallback, entity } = preview;
  const blocks = useMemo(() => readBlocks(preview.blocks, `preview-${id}`), [preview, id]);
  const place = useMemo(() => ({ channel, ts, attachment: id }), [channel, ts, id]);
  if (entity !== undefined) return <EntityCard message={message} attachment={id} entity={entity} />;
  return (
    <section className="link-preview" aria-label={words.preview}>
      {blocks.length > 0 ? (
        <SurfaceProvider place={place} blocks={blocks}>
          <BlockList blocks={blocks} />
        </SurfaceProvider>
      ) : (
        <>
          {title !== '' && <strong>{title}</strong>}
          <Text text={{ type: 'mrkdwn', text: text || fallback }} />
        </>
      )}
    </section>
  );
}
