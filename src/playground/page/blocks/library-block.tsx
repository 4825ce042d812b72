import { memo, useMemo } from 'react';
import { type Block, Message } from 'slack-blocks-to-jsx';
import { z } from 'zod';

import { useWorkspaceContext } from '../workspace-context.ts';

interface LibraryBlockProps {
  readonly block: object;
}

/** The id stays out: the library would put it into the page, where ids of messages repeat. */
const LibraryShape = z
  .looseObject({})
  .transform(({ block_id: _blockId, ...block }) => block)
  .pipe(z.custom<Block>());

const HOOKS = {
  link: ({ href, children, className }: LinkParts) => (
    <SafeLink {...{ href, children, className }} />
  ),
  emoji: ({ name }: Named, draw: (emoji: Named) => string) => {
    const drawn = draw({ name });
    return drawn === name ? `:${name}:` : drawn;
  },
};

interface Named {
  readonly name: string;
}

interface LinkParts {
  readonly href: string;
  readonly children: React.ReactNode;
  readonly className: string;
}

/** Draws one block without interactive elements, as Slack would. */
export const LibraryBlock = memo(function DrawnBlock({ block }: LibraryBlockProps) {
  const { state, theme } = useWorkspaceContext();
  const { people, channels } = state;
  const data = useMemo(
    () => ({
      users: people.map(({ id, name }) => ({ id, name })),
      channels: channels.map(({ id, name }) => ({ id, name })),
    }),
    [people, channels],
  );
  const blocks = useMemo(() => [LibraryShape.parse(block)], [block]);
  return (
    <Message
      blocks={blocks}
      data={data}
      hooks={HOOKS}
      theme={theme}
      logo=""
      name=""
      withoutWrapper
    />
  );
});

function SafeLink({ href, children, className }: LinkParts) {
  if (!/^(?:https?|mailto|tel):/i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} className={className} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
