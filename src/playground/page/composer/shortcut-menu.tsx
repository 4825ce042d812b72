import type { Shortcut } from '../../slack-workspace/page-protocol.ts';
import { Popover } from '../elements/popover.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { MenuItem, moveFocus } from '../ui/menu-item.tsx';
import { useClientWords, useWorkspaceContext } from '../workspace-context.ts';

/** The app's global shortcuts, behind a plus in the composer. */
export function ShortcutMenu({ onUse }: { readonly onUse: (shortcut: Shortcut) => void }) {
  const { state } = useWorkspaceContext();
  const words = useClientWords();
  const shortcuts = state.shortcuts.filter(({ type }) => type === 'global');
  if (shortcuts.length === 0) return null;
  return (
    <Popover
      trigger={(carry) => (
        <button
          {...carry}
          type="button"
          className="icon-button plus"
          aria-label={words.shortcuts}
          aria-haspopup="menu"
        >
          <PlusIcon />
        </button>
      )}
    >
      {(close) => (
        <div role="menu" aria-label={words.shortcuts} className="menu" onKeyDown={moveFocus}>
          {shortcuts.map((shortcut, index) => (
            <MenuItem
              key={shortcut.callbackId}
              isFirst={index === 0}
              onChoose={() => {
                close();
                onUse(shortcut);
              }}
            >
              <span className="menu-words">
                {shortcut.name}
                <span>{shortcut.description}</span>
              </span>
            </MenuItem>
          ))}
        </div>
      )}
    </Popover>
  );
}
