import { isObject } from '../blocks/json-walk.ts';
import type { Outcome } from '../bot/bot.ts';
import { interact, interactionBy } from '../bot/interactions.ts';
import { clientWords } from '../client-words.ts';
import type { ServerContext } from '../context.ts';
import type { UserActions, Json } from '../page-protocol.ts';
import { viewErrorsHere } from '../rejected-blocks.ts';
import { namedView, type Screen, STACK_MAX } from '../store/open-views.ts';
import { inputIds, missingInputs, stateValues, viewObject } from '../store/view-object.ts';
import { actor, type Answer, UserActionError, DONE } from './user-action.ts';

const CONNECTION_ERROR: Answer = { ok: false, error: 'We had some trouble connecting. Try again?' };

/**
 * Submits a modal, and does what the app answers: closes it, or shows errors or another view.
 *
 * @see https://docs.slack.dev/surfaces/modals
 */
export async function submit(
  context: ServerContext,
  input: UserActions['submit'],
): Promise<Answer> {
  const { triggers } = context;
  const { screens } = context.store;
  const person = actor(context, input.person);
  const found = screens.modals().findLast((one) => one.person === person.id);
  if (found === undefined || found.id !== input.modal)
    throw new UserActionError('That view is gone.');
  const values = stateValues(found.view, { ...found.values, ...input.values });
  const missing = missingInputs(found.view, values, clientWords(person.locale).required);
  const screen = screens.note(found, { values, errors: missing });
  if (Object.keys(missing).length > 0) return DONE;
  const outcome = await interact(context, {
    ...interactionBy(person, 'view_submission'),
    trigger_id: triggers.issue(person.id, screen.id),
    view: viewObject(screen),
    response_urls: [],
  });
  return follow(context, screen, outcome);
}

function follow(context: ServerContext, submitted: Screen, outcome: Outcome): Answer {
  if (outcome.kind === 'refused') return CONNECTION_ERROR;
  const { screens } = context.store;
  // The app may have changed the view, or closed it, while it was answering.
  const screen = screens.modals().find(({ id }) => id === submitted.id);
  if (screen === undefined) return DONE;
  const { body } = outcome;
  if (!isObject(body)) {
    screens.close(screen);
    return DONE;
  }
  switch (body['response_action']) {
    case 'errors':
      return showErrors(context, screen, body['errors']);
    case 'update':
    case 'push':
      return showView(context, screen, body);
    case 'clear':
      screens.clear(screen.person);
      return DONE;
    case undefined:
      screens.close(screen);
      return DONE;
    default:
      return CONNECTION_ERROR;
  }
}

function showErrors({ store }: ServerContext, screen: Screen, errors: unknown): Answer {
  const inputs = inputIds(screen.view);
  const entries = isObject(errors) ? Object.entries(errors) : [];
  const areWords = entries.every(([, words]) => typeof words === 'string' && words !== '');
  if (entries.length === 0 || !areWords || entries.some(([id]) => !inputs.includes(id))) {
    return CONNECTION_ERROR;
  }
  const words = Object.fromEntries(entries.map(([id, value]) => [id, String(value)]));
  store.screens.note(screen, { errors: words });
  return DONE;
}

function showView(context: ServerContext, screen: Screen, body: Json): Answer {
  const { screens } = context.store;
  const { view } = body;
  if (!isObject(view) || viewErrorsHere(context, view, 'modal').length > 0) return CONNECTION_ERROR;
  const named = namedView(view, context.ids);
  if (body['response_action'] === 'update') {
    screens.update(screen, named);
    return DONE;
  }
  const depth = screens.modals().filter(({ person }) => person === screen.person).length;
  if (depth >= STACK_MAX) return CONNECTION_ERROR;
  screens.push(screen.person, named);
  return DONE;
}
