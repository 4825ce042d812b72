import { z } from 'zod';

import { option } from '../blocks/schema/options.ts';
import { plainText } from '../blocks/schema/text.ts';
import { interact, interactionBy } from '../bot/interactions.ts';
import type { Workings } from '../context.ts';
import type { Deeds } from '../page-protocol.ts';
import { elementIn, standingAt } from './place.ts';
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
 * Asks the app for the options of a menu while somebody types into it.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/block_suggestion-payload
 */
export async function suggest(workings: Workings, deed: Deeds['suggest']): Promise<Answer> {
  const { blockId, actionId, place, value } = deed;
  const person = actor(workings, deed.person);
  const standing = standingAt(workings, person, place, {});
  elementIn(standing, blockId, actionId);
  const outcome = await interact(workings, {
    ...interactionBy(person, 'block_suggestion'),
    ...standing.payload,
    action_id: actionId,
    block_id: blockId,
    value,
  });
  if (outcome.kind === 'refused') return refusal(outcome.error);
  const offer = Offer.safeParse(outcome.body);
  if (!offer.success) return { ok: false, error: 'The app gave options that cannot be shown.' };
  return { ok: true, options: [], ...offer.data };
}
