import type { KeyboardEvent } from 'react';

import { Text } from '../blocks/rich-text.tsx';
import type { ElementProps } from './element-props.ts';
import { Popover } from './popover.tsx';
import { useElement } from './use-element.ts';

/** The three dots, and the menu behind them. */
export function OverflowMenu(props: ElementProps) {
  const { options = [], accessibility_label: label = 'More actions' } = props.element;
  const { isWaiting, press } = useElement(props);
  return (
    <Popover
      align="end"
      trigger={(carry) => (
        <button
          {...carry}
          type="button"
          className="button dots"
          aria-label={label}
          aria-haspopup="menu"
          aria-busy={isWaiting}
        >
          <span className="button-face" aria-hidden="true">
            •••
          </span>
        </button>
      )}
    >
      {(close) => (
        <div role="menu" aria-label={label} className="menu" onKeyDown={moveFocus}>
          {options.map((option, index) => (
            <button
              key={option.value ?? index}
              type="button"
              role="menuitem"
              className="menu-item"
              ref={index === 0 ? focusFirst : undefined}
              onClick={() => {
                close();
                if (option.url !== undefined && /^https?:/i.test(option.url)) {
                  window.open(option.url, '_blank', 'noopener,noreferrer');
                }
                void press({ selected_option: option });
              }}
            >
              <Text text={option.text} />
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
}

function focusFirst(item: HTMLButtonElement | null): void {
  item?.focus();
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.findIndex((item) => item === document.activeElement);
  items[(at + step + items.length) % items.length]?.focus();
}
