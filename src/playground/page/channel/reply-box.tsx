import { useEffect, useRef } from 'react';

import type { Channel } from '../../slack-workspace/page-protocol.ts';
import { Composer } from '../composer/composer.tsx';
import { useClientWords } from '../workspace-context.ts';

interface ReplyBoxProps {
  readonly channel: Channel;
  readonly thread: string;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly onLeave: () => void;
}

/** Where a reply is typed, under the message it answers. */
export function ReplyBox({ channel, thread, draft, onDraft, onLeave }: ReplyBoxProps) {
  const words = useClientWords();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="reply-box" ref={box}>
      <Composer
        channel={channel}
        draft={draft}
        onDraft={onDraft}
        thread={thread}
        onLeave={onLeave}
      />
      <button type="button" className="icon-button" aria-label={words.leaveReply} onClick={onLeave}>
        ✕
      </button>
    </div>
  );
}
