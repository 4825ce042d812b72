import { useState } from 'react';

import type { Channel, Message } from '../../slack-workspace/page-protocol.ts';
import { messagesFor } from '../api/apply-change.ts';
import { formatDate } from '../text/clock-text.ts';
import type { Clock } from '../text/slack-date.ts';
import { FirstVisit } from '../welcome/welcome.tsx';
import { useWorkspaceContext } from '../workspace-context.ts';
import { MessageItem } from './message-item.tsx';
import { useReadingPlace } from './use-reading-place.ts';

interface MessageListProps {
  readonly channel: Channel;
  /** Message that a link points to. */
  readonly pointedTs: string | null;
  readonly draftOf: (thread: string) => string;
  readonly onDraft: (text: string, thread: string) => void;
}

const GROUP_S = 300;

/** The messages of a channel, oldest first, replies under what they answer. */
export function MessageList({ channel, pointedTs, draftOf, onDraft }: MessageListProps) {
  const { state, person, clock } = useWorkspaceContext();
  const messages = messagesFor(state, channel.id, person.id);
  const top = messages.filter(({ thread, ts }) => thread === null || thread === ts);
  const [replyingTo, setReplyingTo] = useState<string | null>(null);
  const place = useReadingPlace({ messages, person: person.id, replyingTo, pointedTs });

  return (
    <div className="messages" ref={place} tabIndex={-1}>
      <FirstVisit channel={channel} isEmpty={top.length === 0} />
      <div role="log" aria-live="polite" aria-label={`Messages in ${channel.name}`}>
        <ol className="message-items">
          {top.map((message, index) => (
            <MessageItem
              key={message.ts}
              message={message}
              day={dayChange(top[index - 1], message, clock)}
              isContinued={isContinued(top[index - 1], message)}
              channel={channel}
              isReplying={replyingTo === message.ts}
              onReply={setReplyingTo}
              draft={draftOf(message.ts)}
              onDraft={onDraft}
              replies={messages.filter(
                ({ thread, ts }) => thread === message.ts && ts !== message.ts,
              )}
            />
          ))}
        </ol>
      </div>
    </div>
  );
}

function isContinued(before: Message | undefined, { author, ts, onlyFor }: Message): boolean {
  if (before === undefined || before.author !== author || before.onlyFor !== onlyFor) return false;
  return onlyFor === null && Number(ts) - Number(before.ts) < GROUP_S;
}

function dayChange(before: Message | undefined, message: Message, clock: Clock): string | null {
  const day = dayOf(message, clock);
  return before !== undefined && dayOf(before, clock) === day ? null : day;
}

function dayOf({ ts }: Message, { locale, zone: timeZone }: Clock): string {
  const style = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const;
  return formatDate(Number(ts) * 1000, locale, style);
}
