import { Component, type ReactNode } from 'react';

import type { Block } from '../block-kit/block.ts';
import { BlockView } from './block.tsx';

/** All blocks of a message, a modal or a Home tab. */
export function BlockList({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div className="blocks">
      {blocks.map((block, index) => (
        // By place, so that a message that changes keeps its height and the reader's focus.
        <Readable key={`${index} ${block.type}`} block={block}>
          <BlockView block={block} />
        </Readable>
      ))}
    </div>
  );
}

interface ReadableProps {
  readonly block: object;
  readonly children: ReactNode;
}

/**
 * Keeps a block that cannot be drawn from taking the page with it.
 *
 * A class, because React reports errors of children to classes only.
 */
class Readable extends Component<ReadableProps, { readonly broken: object | null }> {
  override state = { broken: null };

  static getDerivedStateFromError(): { broken: object | null } {
    return { broken: {} };
  }

  override render() {
    if (this.state.broken === null) return this.props.children;
    return <p className="unreadable">This block could not be drawn.</p>;
  }
}
