import { memo, useEffect, useMemo, useRef } from 'react';

import type { Channel, Message } from '../../slack-workspace/page-protocol.ts';
import { readBlocks } from '../block-kit/read-blocks.ts';
import { BlockList } from '../blocks/block-list.tsx';
import { Text } from '../blocks/rich-text.tsx';
import { SurfaceProvider } from '../elements/surface-provider.tsx';
import { formatSlackDate } from '../text/slack-date.ts';
import { Avatar } from '../ui/avatar.tsx';
import { EyeIcon } from '../ui/icons.tsx';
import { useClientWords, useWorkspaceContext } from '../workspace-context.ts';
import { LinkPreview } from './link-preview.tsx';
import { MessageTools } from './message-tools.tsx';
import { ReplyBox } from './reply-box.tsx';
import { SharedFiles } from './shared-files.tsx';

interface MessageItemProps {
  readonly message: Message;
  /** The day, in words, when this is its first message. */
  readonly day: string | null;
  /** Set when it follows closely on another of the same author. */
  readonly isContinued: boolean;
  readonly replies: readonly Message[];
  readonly channel: Channel;
  /** Set while a reply to it is written. */
  readonly isReplying: boolean;
  readonly onReply: (ts: string | null) => void;
  /** What has been typed of a reply to it. */
  readonly draft: string;
  readonly onDraft: (text: string, thread: string) => void;
}

/** A message with who wrote it and when, and the replies to it. */
export const MessageItem = memo(function MessageRow(props: MessageItemProps) {
  const { message, day, isContinued, replies, channel, isReplying, onReply, draft } = props;
  const reply = () => onReply(message.ts);
  const isThread = replies.length > 0 || isReplying || draft !== '';
  const words = useClientWords();
  const item = useRef<HTMLLIElement>(null);

  useEffect(() => {
    if (!isReplying) return;
    return () => {
      // The focus was in the box that is put away, and not in that of another thread.
      if (document.activeElement !== document.body) return;
      const [button, article] = ['.reply-more', 'article'].map((selector) =>
        item.current?.querySelector<HTMLElement>(selector),
      );
      (button ?? article)?.focus({ preventScroll: true });
    };
  }, [isReplying]);

  return (
    <li ref={item}>
      {day !== null && (
        <div className="day">
          <span>{day}</span>
        </div>
      )}
      <MessageArticle message={message} isContinued={isContinued && day === null} onReply={reply} />
      {isThread && (
        <div className="replies">
          <ol aria-label={words.replies}>
            {replies.map((one) => (
              <li key={one.ts}>
                <MessageArticle message={one} isContinued={false} onReply={reply} />
              </li>
            ))}
          </ol>
          {isReplying ? (
            <ReplyBox
              channel={channel}
              thread={message.ts}
              draft={draft}
              onDraft={(text) => props.onDraft(text, message.ts)}
              onLeave={() => onReply(null)}
            />
          ) : (
            <button type="button" className="reply-more" onClick={reply}>
              {draft === '' ? words.reply : words.draft(draft)}
            </button>
          )}
        </div>
      )}
    </li>
  );
});

interface MessageArticleProps {
  readonly message: Message;
  readonly isContinued: boolean;
  readonly onReply: () => void;
}

function MessageArticle({ message, isContinued, onReply }: MessageArticleProps) {
  const { state, clock } = useWorkspaceContext();
  const words = useClientWords();
  const { author, ts, channel, text, onlyFor, isEdited } = message;
  const blocks = useMemo(() => readBlocks(message.blocks), [message.blocks]);
  const person = state.people.find(({ id }) => id === author);
  const isBot = person?.isBot ?? author === state.app.userId;
  const name = person?.name ?? (isBot ? state.app.name : author);
  const at = new Date(Number(ts) * 1000);
  const time = formatSlackDate(Number(ts), '{time}', clock);
  const place = useMemo(() => ({ channel, ts }), [channel, ts]);
  const kinds = [onlyFor !== null && 'only-you', isContinued && 'continued'].filter(Boolean);

  return (
    <article
      className={['message', ...kinds].join(' ')}
      aria-label={`${name}, ${time}`}
      data-ts={ts}
      tabIndex={-1}
    >
      {isContinued ? (
        <span className="message-gutter" aria-hidden="true">
          {time}
        </span>
      ) : (
        <Avatar id={author} name={name} isApp={author === state.app.userId} />
      )}
      <div className="message-body">
        {onlyFor !== null && (
          <p className="only-you-mark">
            <EyeIcon /> {words.onlyYou}
          </p>
        )}
        {!isContinued && (
          <p className="message-head">
            <strong className="author">{name}</strong>
            {isBot && <span className="badge">APP</span>}
            <time dateTime={at.toISOString()}>{time}</time>
          </p>
        )}
        {blocks.length === 0 ? (
          text !== '' && <Text text={{ type: 'mrkdwn', text }} />
        ) : (
          <SurfaceProvider place={place} blocks={blocks}>
            <BlockList blocks={blocks} />
          </SurfaceProvider>
        )}
        <SharedFiles files={message.files} />
        {message.attachments.map((attachment, index) => (
          <LinkPreview key={index} message={message} attachment={attachment} />
        ))}
        {isEdited && <span className="edited">{words.edited}</span>}
      </div>
      {onlyFor === null && <MessageTools message={message} onReply={onReply} />}
    </article>
  );
}
