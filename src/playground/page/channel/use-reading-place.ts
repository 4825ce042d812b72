import { type RefObject, useEffect, useRef } from 'react';

import type { Message } from '../../slack-workspace/page-protocol.ts';

const NEAR_END_PX = 120;
/** How long one sees where one was sent. */
const POINTED_MS = 3_000;

interface Reading {
  readonly messages: readonly Message[];
  readonly person: string;
  /** The message whose reply is being written. */
  readonly replyingTo: string | null;
  /** Message that a link points to. */
  readonly pointedTs: string | null;
}

/**
 * Scrolls a list of messages to what its reader waits for: the message that a link points to, the
 * answer in the thread where they write, else the end. A message of another person moves nothing
 * once the reader has scrolled up.
 */
export function useReadingPlace(reading: Reading): RefObject<HTMLDivElement | null> {
  const { messages, person, replyingTo, pointedTs } = reading;
  const place = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  /** The answer that stays in view while it grows; `null` once the reader has left it. */
  const answerTs = useRef<string | null>(null);
  const newest = messages.at(-1);
  const openedWithTs = useRef(newest?.ts);
  const isReply = newest?.thread !== null && newest?.thread !== newest?.ts;
  const isOwn = newest?.onlyFor === person || newest?.author === person;
  const isAwaited = isOwn || (isReply && newest?.thread === replyingTo);

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let height = element.scrollHeight;
    const note = () => {
      // Content that shrank or grew moves the view as well; only the reader leaves the end.
      if (element.scrollHeight === height) {
        isAtEnd.current = isNearEnd(element);
        if (!isInView(articleOf(element, answerTs.current), element)) answerTs.current = null;
      }
      height = element.scrollHeight;
    };
    const follow = () => {
      if (answerTs.current !== null) showAnswer(element, answerTs.current);
      else if (isAtEnd.current) element.scrollTo(0, element.scrollHeight);
    };
    const sizes = new ResizeObserver(follow);
    for (const sized of [element, ...element.children]) sizes.observe(sized);
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', note);
    };
  }, []);

  useEffect(() => {
    const element = place.current;
    if (element === null || newest === undefined || !isAwaited) return;
    // A channel opens at its end.
    if (isReply && newest.ts === openedWithTs.current) return;
    isAtEnd.current = !isReply;
    answerTs.current = isReply ? newest.ts : null;
    if (isReply) showAnswer(element, newest.ts);
    else element.scrollTo(0, element.scrollHeight);
  }, [newest?.ts, isAwaited]);

  useEffect(() => {
    if (replyingTo === null) return;
    isAtEnd.current = false;
    return () => {
      answerTs.current = null;
      if (place.current !== null) isAtEnd.current = isNearEnd(place.current);
    };
  }, [replyingTo]);

  useEffect(() => {
    const pointed = articleOf(place.current, pointedTs);
    if (!pointed) return;
    isAtEnd.current = false;
    pointed.scrollIntoView({ block: 'start' });
    pointed.focus({ preventScroll: true });
    pointed.animate({ backgroundColor: ['var(--mention)', 'var(--paper)'] }, POINTED_MS);
  }, [pointedTs]);

  return place;
}

/** Shows an answer with what follows it in its thread; of one that is too tall for that, the start. */
function showAnswer(list: HTMLElement, ts: string): void {
  const answer = articleOf(list, ts);
  const foot = answer?.closest('.replies')?.lastElementChild;
  foot?.scrollIntoView({ block: 'nearest' });
  answer?.scrollIntoView({ block: 'nearest' });
}

function articleOf(list: HTMLElement | null, ts: string | null): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-ts='${ts}']`) ?? null;
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
}

function isInView(part: HTMLElement | null, list: HTMLElement): boolean {
  if (part === null) return false;
  const [{ top, bottom }, frame] = [part.getBoundingClientRect(), list.getBoundingClientRect()];
  return bottom > frame.top && top < frame.bottom;
}
