import { useEffect, useRef } from 'react';

import type { Confirmation } from '../block-kit/objects.ts';
import { Text } from '../blocks/rich-text.tsx';
import { goBackTo } from '../ui/go-back-to.ts';

interface ConfirmDialogProps {
  readonly words: Confirmation;
  readonly onAnswer: (isYes: boolean) => void;
}

/** The question that some elements ask before they act. */
export function ConfirmDialog({ words, onAnswer }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => goBackTo(before);
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog confirm"
      aria-label={words.title.text}
      onCancel={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onAnswer(false);
      }}
    >
      <div className="dialog-title" role="heading" aria-level={2}>
        <Text text={words.title} />
      </div>
      <div className="dialog-body">
        <Text text={words.text} />
      </div>
      <div className="dialog-foot">
        <button type="button" className="button" onClick={() => onAnswer(false)}>
          {words.deny.text}
        </button>
        <button
          type="button"
          className={`button solid ${words.style === 'danger' ? 'danger' : 'primary'}`}
          onClick={() => onAnswer(true)}
        >
          {words.confirm.text}
        </button>
      </div>
    </dialog>
  );
}
