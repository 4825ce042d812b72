import type { Message } from '../../src/playground/slack-workspace/page-protocol.ts';

/** A message of the app in #leasing, as the page gets it. */
export function pageMessage(ts: string, part: Partial<Message> = {}): Message {
  return {
    channel: 'C0LEASING',
    ts,
    author: 'U0APP',
    onlyFor: null,
    text: '',
    blocks: [],
    attachments: [],
    files: [],
    isEdited: false,
    thread: null,
    ...part,
  };
}
