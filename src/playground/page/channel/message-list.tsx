import { useEffect, useRef, useState } from 'react';

import type { Channel, Message } from '../../slack-workspace/page-protocol.ts';
import { messagesFor } from '../api/apply-change.ts';
import type { Clock } from '../text/slack-date.ts';
import { FirstVisit } from '../welcome/welcome.tsx';
import { useWorkspaceContext } from '../workspace-context.ts';
import { MessageItem } from './message-item.tsx';

interface MessageListProps {
  readonly channel: Channel;
  /** Message that a link points to. */
  readonly pointedTs: string | null;
}

const GROUP_S = 300;
const NEAR_END_PX = 120;
/** How long one sees where one was sent. */
const POINTED_MS = 3_000;

/** The messages of a channel, oldest first, replies under what they answer. */
export function MessageList({ channel, pointedTs }: MessageListProps) {
  const { state, person, clock } = useWorkspaceContext();
  const messages = messagesFor(state, channel.id, person.id);
  const top = messages.filter(({ thread, ts }) => thread === null || thread === ts);
  const place = useScrollToEnd(messages, person.id, pointedTs);
  const [replyingTo, setReplyingTo] = useState<string | null>(null);

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
  const at = new Date(Number(ts) * 1000);
  return at.toLocaleDateString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone,
  });
}

/** Keeps the end in view, unless a link points to a message, or the reader has scrolled up and the new message is by another person. */
function useScrollToEnd(messages: readonly Message[], person: string, pointedTs: string | null) {
  const place = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const newest = messages.at(-1);
  const isOwn = newest?.onlyFor === person || newest?.author === person;

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let height = element.scrollHeight;
    const note = () => {
      const left = element.scrollHeight - element.scrollTop - element.clientHeight;
      // Content that shrank or grew moves the view as well; only the reader leaves the end.
      if (element.scrollHeight === height) isAtEnd.current = left < NEAR_END_PX;
      height = element.scrollHeight;
    };
    const follow = () => isAtEnd.current && element.scrollTo(0, element.scrollHeight);
    const sizes = new ResizeObserver(follow);
    for (const sized of [element, ...element.children]) sizes.observe(sized);
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', note);
    };
  }, []);

  useEffect(() => {
    if (!isOwn) return;
    isAtEnd.current = true;
    place.current?.scrollTo(0, place.current.scrollHeight);
  }, [newest?.ts, isOwn]);

  useEffect(() => {
    const pointed = place.current?.querySelector<HTMLElement>(`[data-ts='${pointedTs}']`);
    if (!pointed) return;
    isAtEnd.current = false;
    pointed.scrollIntoView({ block: 'start' });
    pointed.focus({ preventScroll: true });
    pointed.animate({ backgroundColor: ['var(--mention)', 'var(--paper)'] }, POINTED_MS);
  }, [pointedTs]);

  return place;
}
