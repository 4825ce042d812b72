import { StoreError } from '../../store/errors.ts';
import type { Message } from '../../views/message.ts';
import type { CommandContext } from '../command.ts';

/** Kind of access to a rental file. */
type Seen = 'show' | 'reveal' | 'unfurl';

/**
 * Writes an access to a rental file to the access log.
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

/** A card, logged before it is shown; when that fails it is shown all the same, with a warning. */
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
