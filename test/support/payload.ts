import { messageErrors } from '../../src/playground/slack-workspace/blocks/message.ts';
import { createActionTokens, payloadFor } from '../../src/slack/respond/payload.ts';
import type { Message } from '../../src/views/message.ts';

const BEARING = { userId: 'U0HANNAH001', channelId: 'C0LEASING01' };
/** With the hour in them, tokens are as long as they get. */
const tokens = createActionTokens('a secret of tests', { now: () => Date.UTC(2026, 10, 21) });

/** What Slack would refuse about a message, as it goes out. */
export function refusalsOf(message: Message) {
  return messageErrors({ ...payloadFor(message, BEARING, tokens) }, 'ephemeral');
}
