import { StoreError } from '../../store/errors.ts';
import { contactView } from '../../views/files/card/index.ts';
import type { Button, Message } from '../../views/message.ts';
import { failureView } from '../../views/notices.ts';
import type { CommandContext } from '../command.ts';
import { cardAction, contactAction } from './actions.ts';
import { writeAccess } from './audit.ts';
import { awaitFile, goneMessage, openForMe } from './card.ts';

/**
 * E-mail addresses and telephone numbers, for one person only, and only after the access log has
 * recorded it.
 *
 * @throws {RentalError} when the service does not give the file
 */
export async function* showContact(
  id: string,
  page: number,
  call: CommandContext,
): AsyncGenerator<Message> {
  const { place, reference, words } = call;
  const { contact, failure } = words;
  if (place.audience !== 'person') {
    yield failureView(contact.notPrivate, null, openForMe(id, call), words);
    return;
  }
  const file = yield* awaitFile(id, call);
  if (file === null) {
    yield goneMessage(call);
    return;
  }
  try {
    await writeAccess('reveal', id, call);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const action = contactAction(id, page);
    const button: Button = { label: failure.tryAgain, spoken: failure.tryAgainSpoken, action };
    const refusal = failureView(contact.notLogged, reference, button, words);
    yield { ...refusal, title: contact.title, trouble: error };
    return;
  }
  const actions = { back: cardAction(id), turnTo: (to: number) => contactAction(id, to) };
  yield { ...contactView(file, page, actions, words), isConfidential: true };
}
