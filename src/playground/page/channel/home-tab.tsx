import { useMemo } from 'react';

import { View } from '../block-kit/block.ts';
import { readBlocks } from '../block-kit/read-blocks.ts';
import { BlockList } from '../blocks/block-list.tsx';
import { SurfaceProvider } from '../elements/surface-provider.tsx';
import { useClientWords, useWorkspaceContext } from '../workspace-context.ts';

const HOME = { home: true } as const;

/** Home tab of the app for the current person. */
export function HomeTab() {
  const { state, person } = useWorkspaceContext();
  const words = useClientWords();
  const view = state.homes[person.id];
  const blocks = useMemo(() => readBlocks(View.parse(view ?? {}).blocks), [view]);
  return (
    <div className="home" role="tabpanel" aria-label={words.home} tabIndex={-1}>
      <div className="home-sheet">
        {blocks.length === 0 && <p className="quiet-note">The app has put nothing here yet.</p>}
        <SurfaceProvider place={HOME} blocks={blocks}>
          <BlockList blocks={blocks} />
        </SurfaceProvider>
      </div>
    </div>
  );
}
