import { z } from 'zod';

import { checkDetailsError, checkEntity } from '../blocks/entity.ts';
import { WORK_OBJECTS } from '../rejected-blocks.ts';
import { defineMethod, json, MethodError, text, withMessages } from './method.ts';

/**
 * Fills the panel that a person has opened, once for each trigger.
 *
 * @see https://docs.slack.dev/reference/methods/entity.presentDetails
 */
export const presentDetails = defineMethod({
  scopes: [],
  args: z.object({
    trigger_id: text,
    metadata: json.optional(),
    error: json.optional(),
  }),
  run({ refused, store, triggers }, { trigger_id: id, metadata, error }) {
    if (refused.types().includes(WORK_OBJECTS)) throw new MethodError('feature_not_enabled');
    if ((metadata === undefined) === (error === undefined)) {
      throw new MethodError('invalid_arguments');
    }
    const entity = metadata === undefined ? null : checkEntity(metadata, ['metadata']);
    if (entity !== null && entity.errors.length > 0) {
      throw withMessages('invalid_metadata', entity.errors);
    }
    const refusal = error === undefined ? null : checkDetailsError(error);
    if (refusal !== null && refusal.errors.length > 0) {
      throw withMessages('invalid_arguments', refusal.errors);
    }
    const trigger = triggers.exchange(id);
    if (typeof trigger === 'string') throw new MethodError(trigger);
    const panel = store.panels.of(trigger.person);
    if (panel === undefined) throw new MethodError('invalid_trigger_id');
    const shown = entity?.value ?? null;
    if (shown !== null && shown.external_ref.id !== panel.names.external_ref.id) {
      throw new MethodError('entity_metadata_does_not_match_trigger');
    }
    store.panels.show({ ...panel, entity: shown, error: refusal?.value ?? null, isLoading: false });
    return {};
  },
});
