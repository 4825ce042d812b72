import { MenuIcon } from './icons.tsx';

interface DrawerButtonProps {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** Opens the sidebar where there is no room for it beside the rest. */
export function DrawerButton({ isOpen, onOpen }: DrawerButtonProps) {
  return (
    <button
      type="button"
      className="icon-button drawer-button"
      aria-label="Open the sidebar"
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      <MenuIcon />
    </button>
  );
}
