import { useState } from 'react';

import type { Channel } from '../../slack-workspace/page-protocol.ts';
import { Composer } from '../composer/composer.tsx';

interface ReplyBoxProps {
  readonly channel: Channel;
  readonly thread: string;
  readonly onLeave: () => void;
}

/** Where a reply is typed, under the message it answers. */
export function ReplyBox({ channel, thread, onLeave }: ReplyBoxProps) {
  const [draft, setDraft] = useState('');
  return (
    <div className="reply-box">
      <Composer
        channel={channel}
        draft={draft}
        onDraft={setDraft}
        thread={thread}
        onLeave={onLeave}
      />
      <button
        type="button"
        className="icon-button"
        aria-label="Put the reply away"
        onClick={onLeave}
      >
        ✕
      </button>
    </div>
  );
}
