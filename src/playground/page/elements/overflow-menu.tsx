import { Text } from '../blocks/rich-text.tsx';
import { MenuItem, moveFocus } from '../ui/menu-item.tsx';
import { useClientWords } from '../workspace-context.ts';
import type { ElementProps } from './element-props.ts';
import { Popover } from './popover.tsx';
import { useElement } from './use-element.ts';

/** The three dots, and the menu behind them. */
export function OverflowMenu(props: ElementProps) {
  const { moreActions } = useClientWords();
  const { options = [], accessibility_label: label = moreActions } = props.element;
  const { isWaiting, trigger } = useElement(props);
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
            <MenuItem
              key={option.value ?? index}
              isFirst={index === 0}
              onChoose={() => {
                close();
                if (option.url !== undefined && /^https?:/i.test(option.url)) {
                  window.open(option.url, '_blank', 'noopener,noreferrer');
                }
                void trigger({ selected_option: option });
              }}
            >
              <Text text={option.text} />
            </MenuItem>
          ))}
        </div>
      )}
    </Popover>
  );
}
