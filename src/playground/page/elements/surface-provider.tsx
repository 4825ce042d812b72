import { type ReactNode, useRef, useState } from 'react';

import type { Place } from '../../slack-workspace/page-protocol.ts';
import type { Block } from '../block-kit/block.ts';
import type { Confirmation } from '../block-kit/objects.ts';
import { useWorkspaceContext } from '../workspace-context.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { valueOf, type Values, valuesFor } from './element-values.ts';
import { type Surface, SurfaceContext } from './surface.ts';

interface SurfaceProviderProps {
  readonly place: Place;
  readonly blocks: readonly Block[];
  readonly errors?: Readonly<Record<string, string>>;
  readonly children: ReactNode | ((values: Values) => ReactNode);
}

interface Question {
  readonly words: Confirmation;
  readonly answer: (isYes: boolean) => void;
}

const NO_ERRORS = {};

/** Gives the elements of one surface a place to keep what they hold and a way to act. */
export function SurfaceProvider({
  place,
  blocks,
  errors = NO_ERRORS,
  children,
}: SurfaceProviderProps) {
  const { person, send } = useWorkspaceContext();
  const [question, setQuestion] = useState<Question | null>(null);
  const [values, setValues] = useValues(blocks);
  const latest = useRef(values);
  latest.current = values;

  const surface: Surface = {
    place,
    values,
    errors,
    change(blockId, element, content) {
      const actionId = element.action_id ?? '';
      const block = { ...latest.current[blockId], [actionId]: valueOf(element, content) };
      latest.current = { ...latest.current, [blockId]: block };
      setValues(latest.current);
    },
    async act(blockId, element, what) {
      const { type, action_id: actionId = '' } = element;
      const action = { type, action_id: actionId, block_id: blockId, ...what };
      await send('act', { person: person.id, place, action, values: latest.current });
    },
    async confirm(words) {
      return new Promise((resolve) => {
        const answer = (isYes: boolean) => {
          setQuestion(null);
          resolve(isYes);
        };
        setQuestion({ words, answer });
      });
    },
  };

  return (
    <SurfaceContext value={surface}>
      {typeof children === 'function' ? children(values) : children}
      {question && <ConfirmDialog words={question.words} onAnswer={question.answer} />}
    </SurfaceContext>
  );
}

function useValues(blocks: readonly Block[]) {
  const [stored, setStored] = useState(() => ({ blocks, values: valuesFor(blocks) }));
  let current = stored;
  if (stored.blocks !== blocks) {
    current = { blocks, values: valuesFor(blocks, stored.values) };
    setStored(current);
  }
  return [current.values, (values: Values) => setStored({ blocks, values })] as const;
}
