import { z } from 'zod';

import { option } from '../blocks/schema/options.ts';
import { plainText } from '../blocks/schema/text.ts';
import { interact, interactionBy } from '../bot/interactions.ts';
import type { ServerContext } from '../context.ts';
import type { UserActions } from '../page-protocol.ts';
import { elementIn, actionSource } from './place.ts';
import { actor, type Answer, refusal } from './user-action.ts';

const OPTIONS_MAX = 100;

const options = z.array(option).max(OPTIONS_MAX);
const Offer = z.union([
  z.strictObject({ options }),
  z.strictObject({
    option_groups: z.array(z.strictObject({ label: plainText(75), options })).max(OPTIONS_MAX),
  }),
]);

/**
 * Requests the options of a menu from the app while a person types into it.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/block_suggestion-payload
 */
export async function suggest(
  context: ServerContext,
  input: UserActions['suggest'],
): Promise<Answer> {
  const { blockId, actionId, place, value } = input;
  const person = actor(context, input.person);
  const source = actionSource(context, person, place, {});
  elementIn(source, blockId, actionId);
  const outcome = await interact(context, {
    ...interactionBy(person, 'block_suggestion'),
    ...source.payload,
    action_id: actionId,
    block_id: blockId,
    value,
  });
  if (outcome.kind === 'refused') return refusal(outcome.error);
  const offer = Offer.safeParse(outcome.body);
  if (!offer.success) return { ok: false, error: 'The app gave options that cannot be shown.' };
  return { ok: true, options: [], ...offer.data };
}
