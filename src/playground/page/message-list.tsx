import { useEffect, useRef } from 'react';

import type { Channel, Message } from '../slack/protocol.ts';
import { useDesk } from './desk.ts';
import { FirstVisit } from './first-visit.tsx';
import { MessageItem } from './message-item.tsx';
import { messagesFor } from './wire/apply-change.ts';

interface MessageListProps {
  readonly channel: Channel;
  readonly onTry: (text: string) => void;
}

const GROUP_S = 300;
const NEAR_END_PX = 120;

/** The messages of a channel, oldest first, replies under what they answer. */
export function MessageList({ channel, onTry }: MessageListProps) {
  const { state, person, clock } = useDesk();
  const messages = messagesFor(state, channel.id, person.id);
  const top = messages.filter(({ thread, ts }) => thread === null || thread === ts);
  const place = useScrollToEnd(messages, person.id);

  return (
    <div className="messages" ref={place} tabIndex={-1}>
      <FirstVisit channel={channel} isEmpty={top.length === 0} onTry={onTry} />
      <div role="log" aria-live="polite" aria-label={`Messages in ${channel.name}`}>
        <ol className="message-items">
          {top.map((message, index) => (
            <MessageItem
              key={message.ts}
              message={message}
              day={dayChange(top[index - 1], message, clock.locale)}
              isContinued={isContinued(top[index - 1], message)}
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

function dayChange(before: Message | undefined, message: Message, locale: string): string | null {
  const day = dayOf(message, locale);
  return before !== undefined && dayOf(before, locale) === day ? null : day;
}

function dayOf({ ts }: Message, locale: string): string {
  const at = new Date(Number(ts) * 1000);
  return at.toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long' });
}

/** Keeps the end in sight, unless the reader has scrolled up and what comes is somebody else's. */
function useScrollToEnd(messages: readonly Message[], person: string) {
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

  return place;
}
