import { memo, useMemo } from 'react';

import type { Message } from '../slack/protocol.ts';
import { Avatar } from './avatar.tsx';
import { readBlocks } from './block-kit/read-blocks.ts';
import { BlockList } from './blocks/block-list.tsx';
import { Text } from './blocks/rich-text.tsx';
import { useDesk } from './desk.ts';
import { SurfaceProvider } from './elements/surface-provider.tsx';
import { EyeIcon } from './icons.tsx';

interface MessageItemProps {
  readonly message: Message;
  /** The day, in words, when this is its first message. */
  readonly day: string | null;
  /** Set when it follows closely on another of the same author. */
  readonly isContinued: boolean;
  readonly replies: readonly Message[];
}

/** A message with who wrote it and when, and the replies to it. */
export const MessageItem = memo(function MessageRow(props: MessageItemProps) {
  const { message, day, isContinued, replies } = props;
  return (
    <li>
      {day !== null && (
        <div className="day">
          <span>{day}</span>
        </div>
      )}
      <MessageArticle message={message} isContinued={isContinued && day === null} />
      {replies.length > 0 && (
        <ol className="replies" aria-label="Replies">
          {replies.map((reply) => (
            <li key={reply.ts}>
              <MessageArticle message={reply} isContinued={false} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
});

interface MessageArticleProps {
  readonly message: Message;
  readonly isContinued: boolean;
}

function MessageArticle({ message, isContinued }: MessageArticleProps) {
  const { state, clock } = useDesk();
  const { author, ts, channel, text, onlyFor, isEdited } = message;
  const blocks = useMemo(() => readBlocks(message.blocks), [message.blocks]);
  const person = state.people.find(({ id }) => id === author);
  const isBot = person?.isBot ?? author === state.app.userId;
  const name = person?.name ?? (isBot ? state.app.name : author);
  const at = new Date(Number(ts) * 1000);
  const time = at.toLocaleTimeString(clock.locale, { hour: 'numeric', minute: '2-digit' });
  const place = useMemo(() => ({ channel, ts }), [channel, ts]);
  const kinds = [onlyFor !== null && 'only-you', isContinued && 'continued'].filter(Boolean);

  return (
    <article className={['message', ...kinds].join(' ')} aria-label={`${name}, ${time}`}>
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
            <EyeIcon /> Only visible to you
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
          <Text text={{ type: 'mrkdwn', text }} />
        ) : (
          <SurfaceProvider place={place} blocks={blocks}>
            <BlockList blocks={blocks} />
          </SurfaceProvider>
        )}
        {isEdited && <span className="edited">(edited)</span>}
      </div>
    </article>
  );
}
