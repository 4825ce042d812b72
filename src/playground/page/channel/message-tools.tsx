import type { Message } from '../../slack-workspace/page-protocol.ts';
import { Popover } from '../elements/popover.tsx';
import { DotsIcon, ReplyIcon } from '../ui/icons.tsx';
import { MenuItem, moveFocus } from '../ui/menu-item.tsx';
import { useClientWords, useWorkspaceContext } from '../workspace-context.ts';

interface MessageToolsProps {
  readonly message: Message;
  readonly onReply: () => void;
}

/** Actions on a message that is not ephemeral: reply, and the app's shortcuts. */
export function MessageTools({ message, onReply }: MessageToolsProps) {
  const { state, person, send } = useWorkspaceContext();
  const words = useClientWords();
  const { channel, ts } = message;
  const shortcuts = state.shortcuts.filter(({ type }) => type === 'message');
  return (
    <div className="message-tools">
      <button
        type="button"
        className="icon-button reply"
        aria-label={words.replyInThread}
        onClick={onReply}
      >
        <ReplyIcon />
      </button>
      <Popover
        align="end"
        trigger={(carry) => (
          <button
            {...carry}
            type="button"
            className="icon-button"
            aria-label={words.moreOnMessage}
            aria-haspopup="menu"
          >
            <DotsIcon />
          </button>
        )}
      >
        {(close) => (
          <div role="menu" aria-label={words.moreActions} className="menu" onKeyDown={moveFocus}>
            <MenuItem
              isFirst
              onChoose={() => {
                close();
                onReply();
              }}
            >
              {words.replyInThread}
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
