import { useId } from 'react';

import type { Input } from '../block-kit/block.ts';
import { InteractiveElement } from '../elements/interactive-element.tsx';
import { useSurface } from '../elements/surface.ts';
import { useClientWords } from '../workspace-context.ts';
import { Text } from './rich-text.tsx';

/** A labelled input with its hint, or with what is wrong with it. */
export function InputBlock({ input }: { readonly input: Input }) {
  const { element, label, hint, optional, block_id: blockId } = input;
  const { errors } = useSurface();
  const noteId = useId();
  const words = useClientWords();
  const error = errors[blockId];
  return (
    <div className={error === undefined ? 'input-block' : 'input-block wrong'}>
      <div className="input-label">
        <Text text={label} />
        {optional && <span className="optional">{words.optional}</span>}
      </div>
      <InteractiveElement
        element={element}
        blockId={blockId}
        name={label.text}
        noteId={noteId}
        isWrong={error !== undefined}
        dispatches={input.dispatch_action}
      />
      <div id={noteId} className="input-note">
        {error === undefined ? hint && <Text text={hint} /> : <span role="alert">{error}</span>}
      </div>
    </div>
  );
}
