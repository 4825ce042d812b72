import type { Message } from '../../slack-workspace/page-protocol.ts';
import { Popover } from '../elements/popover.tsx';
import { DotsIcon, ReplyIcon } from '../ui/icons.tsx';
import { MenuItem, moveFocus } from '../ui/menu-item.tsx';
import { useWorkspaceContext } from '../workspace-context.ts';

interface MessageToolsProps {
  readonly message: Message;
  readonly onReply: () => void;
}

const REPLY = 'Reply in thread';

/** Actions on a message that is not ephemeral: reply, and the app's shortcuts. */
export function MessageTools({ message, onReply }: MessageToolsProps) {
  const { state, person, send } = useWorkspaceContext();
  const { channel, ts } = message;
  const shortcuts = state.shortcuts.filter(({ type }) => type === 'message');
  return (
    <div className="message-tools">
      <button type="button" className="icon-button reply" aria-label={REPLY} onClick={onReply}>
        <ReplyIcon />
      </button>
      <Popover
        align="end"
        trigger={(carry) => (
          <button
            {...carry}
            type="button"
            className="icon-button"
            aria-label="More actions on this message"
            aria-haspopup="menu"
          >
            <DotsIcon />
          </button>
        )}
      >
        {(close) => (
          <div role="menu" aria-label="More actions" className="menu" onKeyDown={moveFocus}>
            <MenuItem
              isFirst
              onChoose={() => {
                close();
                onReply();
              }}
            >
              {REPLY}
            </MenuItem>
            {shortcuts.map(({ callbackId, name }) => (
              <MenuItem
                key={callbackId}
                isFirst={false}
                onChoose={() => {
                  close();
                  void send('shortcut', { person: person.id, callbackId, channel, ts });
                }}
              >
                <span className="menu-words">
                  {name}
                  <span>{state.app.name}</span>
                </span>
              </MenuItem>
            ))}
          </div>
        )}
      </Popover>
    </div>
  );
}
