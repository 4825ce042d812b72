import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';

interface PopoverProps {
  /** The button that opens it: gets what it must carry. */
  readonly trigger: (carry: TriggerProps) => ReactNode;
  /** Content; it can close the popover. */
  readonly children: (close: () => void) => ReactNode;
  readonly align?: 'start' | 'end';
}

interface TriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly popoverTarget: string;
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string;
}

const GAP_PX = 4;
const EDGE_PX = 8;

/** Something that opens beside its button, above all else, and closes on Escape or a press outside. */
export function Popover({ trigger, children, align = 'start' }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      {trigger({ ref: button, popoverTarget: id, 'aria-expanded': isOpen, 'aria-controls': id })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="popover"
        onToggle={(event) => {
          setOpen(event.newState === 'open');
          panel.current?.classList.remove('placed');
          if (event.newState !== 'open') return;
          // Placed once its content stands, which gives it its size.
          requestAnimationFrame(() => place(panel.current, button.current, align));
        }}
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}

function place(panel: HTMLElement | null, button: HTMLElement | null, align: 'start' | 'end') {
  if (panel === null || button === null) return;
  const anchor = button.getBoundingClientRect();
  panel.style.minWidth = `${anchor.width}px`;
  const { width, height } = panel.getBoundingClientRect();
  const below = anchor.bottom + GAP_PX;
  const isRoomy = below + height <= window.innerHeight - EDGE_PX;
  const top = isRoomy ? below : Math.max(EDGE_PX, anchor.top - GAP_PX - height);
  const left = align === 'start' ? anchor.left : anchor.right - width;
  const rightmost = window.innerWidth - EDGE_PX - width;
  panel.style.top = `${top}px`;
  panel.style.left = `${Math.max(EDGE_PX, Math.min(left, rightmost))}px`;
  panel.classList.add('placed');
}
