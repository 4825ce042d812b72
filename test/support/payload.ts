import { messageErrors } from '../../src/playground/slack-workspace/blocks/message.ts';
import { payloadFor } from '../../src/slack/payload.ts';
import { createSeal } from '../../src/slack/seal.ts';
import type { Message } from '../../src/views/message.ts';

const BEARING = { userId: 'U0HANNAH001', channelId: 'C0LEASING01' };
const seal = createSeal('a secret of tests');

/** What Slack would refuse about a message, as it goes out. */
export function refusalsOf(message: Message) {
  return messageErrors({ ...payloadFor(message, BEARING, seal) }, 'ephemeral');
}
