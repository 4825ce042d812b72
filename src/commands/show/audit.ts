import { StoreError } from '../../store/errors.ts';
import type { Message } from '../../views/message.ts';
import type { CommandContext } from '../command.ts';

/** What of a rental file somebody sees. */
type Seen = 'show' | 'reveal' | 'unfurl';

/**
 * Writes down who sees what of a rental file, and where.
 *
 * @throws {StoreError} when it cannot be written
 */
export async function writeAccess(
  kind: Seen,
  fileId: string,
  { store, person: { userId }, place: { channelId, surface } }: CommandContext,
): Promise<void> {
  await store.accessLog.record({ userId, kind, fileId, channelId, surface });
}

/** A card, written down before it is shown; when that fails it is shown, and the operator told. */
export async function loggedCard(
  message: Message,
  fileId: string,
  call: CommandContext,
): Promise<Message> {
  try {
    await writeAccess('show', fileId, call);
    return message;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { trouble } = message;
    return {
      ...message,
      trouble: trouble === undefined ? error : new AggregateError([trouble, error]),
    };
  }
}
