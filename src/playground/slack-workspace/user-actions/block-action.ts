import { interact, interactionBy } from '../bot/interactions.ts';
import type { Workings } from '../context.ts';
import type { Deeds, Json } from '../page-protocol.ts';
import { elementIn, standingAt } from './place.ts';
import { actor, type Answer, DONE, refusal } from './user-action.ts';

/** What Slack repeats of the element that was used. */
const REPEATED = ['type', 'text', 'value', 'url', 'placeholder', 'confirm', 'style', 'icon'];

/**
 * Uses a button, a menu or any other interactive element.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
export async function act(workings: Workings, deed: Deeds['act']): Promise<Answer> {
  const { ids, responseUrls, triggers } = workings;
  const person = actor(workings, deed.person);
  const standing = standingAt(workings, person, deed.place, deed.values);
  const element = elementIn(standing, deed.action['block_id'], deed.action['action_id']);
  const { message, payload, screen } = standing;
  const responseUrl =
    message === null
      ? {}
      : { response_url: responseUrls.issue('actions', { ...message, person: person.id }) };
  const outcome = await interact(workings, {
    ...interactionBy(person, 'block_actions'),
    ...payload,
    ...responseUrl,
    trigger_id: triggers.issue(person.id, screen),
    actions: [{ ...repeatedOf(element), ...deed.action, action_ts: ids.ts() }],
  });
  return outcome.kind === 'acked' ? DONE : refusal(outcome.error);
}

function repeatedOf(element: Json): Json {
  return Object.fromEntries(Object.entries(element).filter(([key]) => REPEATED.includes(key)));
}
