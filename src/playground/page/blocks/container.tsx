import type { ReactNode } from 'react';

import type { ContainerBlock } from '../block-kit/block.ts';
import { Text } from './rich-text.tsx';

interface ContainerProps {
  readonly container: ContainerBlock;
  readonly children: ReactNode;
}

/** Blocks that belong together, under a title that may fold them away. */
export function ContainerView({ container, children }: ContainerProps) {
  const { title, subtitle } = container;
  const heading = (
    <>
      {title && (
        <div className="card-title">
          <Text text={title} />
        </div>
      )}
      {subtitle && (
        <div className="card-subtitle">
          <Text text={subtitle} />
        </div>
      )}
    </>
  );
  if (!container.is_collapsible) {
    return (
      <div className="container">
        {heading}
        {children}
      </div>
    );
  }
  return (
    <details className="container" open={!container.default_collapsed}>
      <summary>{heading}</summary>
      {children}
    </details>
  );
}
