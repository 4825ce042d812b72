import { interact, interactionBy } from '../bot/interactions.ts';
import type { ServerContext } from '../context.ts';
import type { UserActions, Json } from '../page-protocol.ts';
import { actInPanel } from './entity-panel.ts';
import { elementIn, actionSource } from './place.ts';
import { actor, type Answer, DONE, refusal } from './user-action.ts';

/** Fields of the element that Slack repeats in the payload. */
const REPEATED = ['type', 'text', 'value', 'url', 'placeholder', 'confirm', 'style', 'icon'];

/**
 * Uses a button, a menu or any other interactive element.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
export async function act(context: ServerContext, input: UserActions['act']): Promise<Answer> {
  const { ids, responseUrls, triggers } = context;
  const person = actor(context, input.person);
  if ('panel' in input.place) return actInPanel(context, person, input.action['action_id']);
  const source = actionSource(context, person, input.place, input.values);
  const element = elementIn(source, input.action['block_id'], input.action['action_id']);
  const { message, payload, screen } = source;
  const responseUrl =
    message === null
      ? {}
      : { response_url: responseUrls.issue('actions', { ...message, person: person.id }) };
  const outcome = await interact(context, {
    ...interactionBy(person, 'block_actions'),
    ...payload,
    ...responseUrl,
    trigger_id: triggers.issue(person.id, screen),
    actions: [{ ...repeatedOf(element), ...input.action, action_ts: ids.ts() }],
  });
  return outcome.kind === 'acked' ? DONE : refusal(outcome.error);
}

function repeatedOf(element: Json): Json {
  return Object.fromEntries(Object.entries(element).filter(([key]) => REPEATED.includes(key)));
}
