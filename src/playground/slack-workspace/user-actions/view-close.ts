import { interact, interactionBy } from '../bot/interactions.ts';
import type { ServerContext } from '../context.ts';
import type { UserActions } from '../page-protocol.ts';
import { viewObject } from '../store/view-object.ts';
import { actor, type Answer, UserActionError, DONE } from './user-action.ts';

/**
 * Closes the modal that is shown, or the whole stack; the app receives an event if the view asked for one.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
 */
export async function close(context: ServerContext, input: UserActions['close']): Promise<Answer> {
  const { screens } = context.store;
  const person = actor(context, input.person);
  const stack = screens.modals().filter((one) => one.person === person.id);
  const top = stack.at(-1);
  const root = stack[0];
  if (top === undefined || root === undefined || top.id !== input.modal) {
    throw new UserActionError('That view is gone.');
  }
  const isCleared = input.all || top.view['clear_on_close'] === true;
  const closed = input.all ? root : top;
  if (isCleared) screens.clear(person.id);
  else screens.close(top);
  if (closed.view['notify_on_close'] === true) {
    await interact(context, {
      ...interactionBy(person, 'view_closed'),
      view: viewObject(closed),
      is_cleared: isCleared,
    });
  }
  return DONE;
}
