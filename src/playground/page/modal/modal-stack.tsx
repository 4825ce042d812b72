import { useEffect, useRef } from 'react';

import type { Modal } from '../../slack-workspace/page-protocol.ts';
import { View } from '../block-kit/block.ts';
import { goBackTo } from '../ui/go-back-to.ts';
import { Notice } from '../ui/notice.tsx';
import { useWorkspaceContext } from '../workspace-context.ts';
import { ModalForm } from './modal-form.tsx';

/** The modals on the person's screen; only the last is seen, the others keep what was typed. */
export function ModalStack() {
  const { state, person, send } = useWorkspaceContext();
  const dialog = useRef<HTMLDialogElement>(null);
  const modals = state.modals.filter((modal) => modal.person === person.id);
  const top = modals.at(-1);
  const isOpen = top !== undefined;

  useEffect(() => {
    if (!isOpen) return undefined;
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => goBackTo(before);
  }, [isOpen]);

  if (top === undefined) return null;
  const close = ({ id }: Modal, all: boolean) =>
    void send('close', { person: person.id, modal: id, all });

  return (
    <dialog
      ref={dialog}
      className="dialog modal"
      aria-label={titleOf(top)}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) close(top, false);
      }}
    >
      <Notice />
      {modals.map((modal, index) => (
        <ModalForm
          key={modal.id}
          modal={modal}
          isShown={modal === top}
          isNested={index > 0}
          onClose={(all) => close(modal, all)}
        />
      ))}
    </dialog>
  );
}

function titleOf({ view }: Modal): string {
  return View.parse(view).title?.text ?? 'Dialog';
}
