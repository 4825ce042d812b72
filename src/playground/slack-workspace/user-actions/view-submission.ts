import { isObject } from '../blocks/json-walk.ts';
import type { Outcome } from '../bot/bot.ts';
import { interact, interactionBy } from '../bot/interactions.ts';
import type { Workings } from '../context.ts';
import type { Deeds, Json } from '../page-protocol.ts';
import { viewErrorsHere } from '../rejected-blocks.ts';
import { namedView, type Screen, STACK_MAX } from '../store/open-views.ts';
import { inputIds, missingInputs, stateValues, viewObject } from '../store/view-object.ts';
import { actor, type Answer, DeedError, DONE } from './user-action.ts';

const TROUBLE: Answer = { ok: false, error: 'We had some trouble connecting. Try again?' };

/**
 * Submits a modal, and does what the app answers: closes it, or shows errors or another view.
 *
 * @see https://docs.slack.dev/surfaces/modals
 */
export async function submit(workings: Workings, deed: Deeds['submit']): Promise<Answer> {
  const { triggers } = workings;
  const { screens } = workings.store;
  const person = actor(workings, deed.person);
  const found = screens.modals().findLast((one) => one.person === person.id);
  if (found === undefined || found.id !== deed.modal) throw new DeedError('That view is gone.');
  const values = stateValues(found.view, { ...found.values, ...deed.values });
  const missing = missingInputs(found.view, values);
  const screen = screens.note(found, { values, errors: missing });
  if (Object.keys(missing).length > 0) return DONE;
  const outcome = await interact(workings, {
    ...interactionBy(person, 'view_submission'),
    trigger_id: triggers.issue(person.id, screen.id),
    view: viewObject(screen),
    response_urls: [],
  });
  return follow(workings, screen, outcome);
}

function follow(workings: Workings, submitted: Screen, outcome: Outcome): Answer {
  if (outcome.kind === 'refused') return TROUBLE;
  const { screens } = workings.store;
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
      return showErrors(workings, screen, body['errors']);
    case 'update':
    case 'push':
      return showView(workings, screen, body);
    case 'clear':
      screens.clear(screen.person);
      return DONE;
    case undefined:
      screens.close(screen);
      return DONE;
    default:
      return TROUBLE;
  }
}

function showErrors({ store }: Workings, screen: Screen, errors: unknown): Answer {
  const inputs = inputIds(screen.view);
  const entries = isObject(errors) ? Object.entries(errors) : [];
  const areWords = entries.every(([, words]) => typeof words === 'string' && words !== '');
  if (entries.length === 0 || !areWords || entries.some(([id]) => !inputs.includes(id))) {
    return TROUBLE;
  }
  const words = Object.fromEntries(entries.map(([id, value]) => [id, String(value)]));
  store.screens.note(screen, { errors: words });
  return DONE;
}

function showView(workings: Workings, screen: Screen, body: Json): Answer {
  const { screens } = workings.store;
  const { view } = body;
  if (!isObject(view) || viewErrorsHere(workings, view, 'modal').length > 0) return TROUBLE;
  const named = namedView(view, workings.ids);
  if (body['response_action'] === 'update') {
    screens.update(screen, named);
    return DONE;
  }
  const depth = screens.modals().filter(({ person }) => person === screen.person).length;
  if (depth >= STACK_MAX) return TROUBLE;
  screens.push(screen.person, named);
  return DONE;
}
