import { useEffect, useMemo, useRef, useState } from 'react';

import type { Modal } from '../../slack-workspace/page-protocol.ts';
import { View } from '../block-kit/block.ts';
import { readBlocks } from '../block-kit/read-blocks.ts';
import { BlockList } from '../blocks/block-list.tsx';
import { Text } from '../blocks/rich-text.tsx';
import { missingIn, type Values } from '../elements/element-values.ts';
import { SurfaceProvider } from '../elements/surface-provider.tsx';
import { useClientWords, useWorkspaceContext } from '../workspace-context.ts';

interface ModalFormProps {
  readonly modal: Modal;
  readonly isShown: boolean;
  /** Set for a modal that lies over another one. */
  readonly isNested: boolean;
  readonly onClose: (all: boolean) => void;
}

/** One modal: title, blocks, and the buttons to submit or leave it. */
export function ModalForm({ modal, isShown, isNested, onClose }: ModalFormProps) {
  const { person, send } = useWorkspaceContext();
  const words = useClientWords();
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const [isWaiting, setWaiting] = useState(false);
  const view = useMemo(() => View.parse(modal.view), [modal.view]);
  const blocks = useMemo(() => readBlocks(view.blocks), [view]);

  const form = useRef<HTMLFormElement>(null);
  const focused = useRef<HTMLElement | null>(null);

  useEffect(() => {
    if (!isShown) return;
    const wanted = form.current?.querySelector<HTMLElement>('[autofocus], .dialog-body') ?? null;
    const target = focused.current?.isConnected === true ? focused.current : wanted;
    // After the window itself has opened, which puts the focus on its first button.
    queueMicrotask(() => target?.focus({ preventScroll: true }));
  }, [isShown]);

  useEffect(() => {
    if (isShown) form.current?.querySelector('.wrong')?.scrollIntoView({ block: 'nearest' });
  }, [isShown, modal.errors, missing]);

  async function submit(values: Values): Promise<void> {
    const found = missingIn(blocks, values, words.required);
    setMissing(found);
    if (Object.keys(found).length > 0) return;
    setWaiting(true);
    await send('submit', { person: person.id, modal: modal.id, values });
    setWaiting(false);
  }

  return (
    <SurfaceProvider
      place={{ modal: modal.id }}
      blocks={blocks}
      errors={{ ...modal.errors, ...missing }}
    >
      {(values) => (
        <form
          ref={form}
          className="modal-form"
          onFocus={({ target }) => {
            focused.current = target;
          }}
          hidden={!isShown}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isWaiting) void submit(values);
          }}
        >
          <div className="dialog-title" role="heading" aria-level={2}>
            {isNested && (
              <button
                type="button"
                className="icon-button"
                aria-label={words.back}
                onClick={() => onClose(false)}
              >
                ‹
              </button>
            )}
            {view.title && <Text text={view.title} />}
            <button
              type="button"
              className="icon-button dialog-x"
              aria-label={words.dismiss}
              onClick={() => onClose(true)}
            >
              ✕
            </button>
          </div>
          <div className="dialog-body" tabIndex={-1}>
            <BlockList blocks={blocks} />
          </div>
          <div className="dialog-foot">
            <button type="button" className="button" onClick={() => onClose(false)}>
              {view.close?.text ?? (view.submit ? words.cancel : words.close)}
            </button>
            {view.submit && (
              <button type="submit" className="button solid primary" aria-busy={isWaiting}>
                <span className="button-face">{view.submit.text}</span>
              </button>
            )}
          </div>
        </form>
      )}
    </SurfaceProvider>
  );
}
