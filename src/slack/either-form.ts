import type { Message } from '../views/message.ts';
import { type Bearing, type Payload, payloadFor } from './payload.ts';
import { mayBeBlocks } from './refusal-code.ts';
import type { Seal } from './seal.ts';

/** Sends a message; where Slack refuses one of its blocks, the plain form of it. */
export async function sendEitherForm(
  message: Message,
  bearing: Bearing,
  seal: Seal,
  send: (payload: Payload) => Promise<unknown>,
): Promise<void> {
  try {
    await send(payloadFor(message, bearing, seal));
  } catch (error) {
    const { text, plainBlocks: blocks } = message;
    if (blocks === undefined || !mayBeBlocks(error)) throw error;
    await send(payloadFor({ text, blocks }, bearing, seal));
  }
}
