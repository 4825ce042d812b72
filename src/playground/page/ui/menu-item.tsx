import type { KeyboardEvent, ReactNode } from 'react';

interface MenuItemProps {
  readonly isFirst: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** One thing that a menu offers; the first has the focus when the menu opens. */
export function MenuItem({ isFirst, onChoose, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      className="menu-item"
      ref={isFirst ? focusItem : undefined}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}

function focusItem(item: HTMLButtonElement | null): void {
  item?.focus();
}

/** Moves the focus through the items of a menu with the arrow keys. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.findIndex((item) => item === document.activeElement);
  items[(at + step + items.length) % items.length]?.focus();
}
