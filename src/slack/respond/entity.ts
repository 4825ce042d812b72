import type { EntityActionButton, EntityCustomField, EntityMetadata } from '@slack/types';
import type { EntityPresentDetailsArguments } from '@slack/web-api';

import { accessibleName } from '../../lib/text.ts';
import type { EntityField, FileEntity } from '../../views/files/link-preview.ts';
import type { Button, Form, LinkButton, Message } from '../../views/message.ts';
import { isEntityRejected, isResponseClosed } from '../web-api.ts';
import { type ActionTokens, ACTION_PREFIX, type ActionScope, APP_NAME } from './payload.ts';
import { unescaped, type Responder } from './respond.ts';

/** The type of rental files, which is switched on under Work Object Previews. */
const ENTITY_TYPE = 'slack#/entities/item';
/** Type of our references among those of an app. */
export const REFERENCE_TYPE = 'rental_file';

/** How Slack names the thing that an entity shows. */
export type EntityNames = Pick<EntityMetadata, 'url' | 'external_ref' | 'app_unfurl_url'>;

/**
 * An entity as Slack takes it, with an action token in each button. Angle brackets become quotation
 * marks: Slack does not say whether it reads mentions and links in these texts, nor whether it
 * decodes escaped ones.
 *
 * @see https://docs.slack.dev/messaging/work-objects-implementation
 */
export function entityFor(
  entity: FileEntity,
  names: EntityNames,
  scope: ActionScope,
  tokens: ActionTokens,
): EntityMetadata {
  const { title, reference, kind, fields, readAt, buttons, menu } = entity;
  const actions = {
    ...actionsIn('primary_actions', buttons, scope, tokens),
    ...actionsIn('overflow_actions', menu, scope, tokens),
  };
  return {
    ...names,
    entity_type: ENTITY_TYPE,
    entity_payload: {
      attributes: {
        title: { text: unmarked(title) },
        ...(reference === null ? {} : { display_id: unmarked(reference) }),
        display_type: kind,
        product_name: APP_NAME,
        metadata_last_modified: secondsOf(readAt),
      },
      custom_fields: fields.map(customField),
      display_order: fields.map(({ key }) => key),
      ...(Object.keys(actions).length === 0 ? {} : { actions }),
    },
  };
}

function customField(field: EntityField): EntityCustomField {
  const named = { key: field.key, label: unmarked(field.label) };
  if ('userId' in field) {
    return { ...named, type: 'slack#/types/user', user: { user_id: field.userId } };
  }
  if ('atMs' in field) {
    return { ...named, type: 'slack#/types/timestamp', value: secondsOf(field.atMs) };
  }
  if ('url' in field) return { ...named, type: 'slack#/types/link', value: field.url };
  return {
    ...named,
    type: 'string',
    value: unmarked(field.text),
    ...(field.colour === undefined ? {} : { tag_color: field.colour }),
    ...(field.isLong === undefined ? {} : { long: true }),
  };
}

function actionsIn(
  place: 'primary_actions' | 'overflow_actions',
  buttons: readonly (Button | LinkButton)[],
  { userId, channelId }: ActionScope,
  tokens: ActionTokens,
): { readonly [key in typeof place]?: EntityActionButton[] } {
  if (buttons.length === 0) return {};
  const list = buttons.map((button, index): EntityActionButton => {
    const common = {
      text: button.label,
      accessibility_label: accessibleName(button),
      ...(button.style === undefined ? {} : { style: button.style }),
    };
    const id = `${place}.${index}`;
    return 'url' in button
      ? { ...common, action_id: `${ACTION_PREFIX}link.${id}`, url: button.url }
      : {
          ...common,
          action_id: `${ACTION_PREFIX}${button.action.command}.${id}`,
          value: tokens.encode({ action: button.action, userId, channelId }),
        };
  });
  return { [place]: list };
}

function unmarked(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1_000);
}

export interface PanelResponderOptions {
  readonly names: EntityNames;
  readonly scope: ActionScope;
  readonly tokens: ActionTokens;
  /** Shows something in the panel of the trigger, once. */
  readonly present: (
    details: Pick<EntityPresentDetailsArguments, 'metadata' | 'error'>,
  ) => Promise<unknown>;
  /** Shown when no answer came in time. */
  readonly late: () => Message;
  readonly formByButton: (form: Form) => Message;
  /** Delivers what the panel takes no longer. */
  readonly direct: (message: Message) => Promise<void>;
}

/**
 * How long a panel waits for its answer after `showWaiting`, which comes 0.8 s after the request:
 * Slack takes one for 3 s.
 */
const WAITING_MS_MAX = 1_400;

/**
 * A responder in the details panel of a Work Object, which takes one answer. A message that is no
 * entity, such as a refusal, is shown as the reason why there is none.
 *
 * @see https://docs.slack.dev/reference/methods/entity.presentDetails
 */
export function createPanelResponder(options: PanelResponderOptions): Responder {
  const { names, scope, tokens, present, late, formByButton, direct } = options;
  let isAnswered = false;

  async function show(message: Message): Promise<void> {
    const { entity } = message;
    if (entity === undefined) {
      await present({ error: errorOf(message) });
      return;
    }
    try {
      await present({ metadata: entityFor(entity, names, scope, tokens) });
    } catch (error) {
      if (!isEntityRejected(error)) throw error;
      await present({ error: errorOf(message) });
    }
  }

  async function answer(message: Message): Promise<void> {
    if (message.isProgress || isAnswered) return;
    isAnswered = true;
    try {
      await show(message);
    } catch (error) {
      if (!isResponseClosed(error)) {
        isAnswered = false;
        throw error;
      }
      await direct(message);
    }
  }

  return {
    message: answer,
    form: async (form) => answer(formByButton(form)),
    sendPrivately: answer,
    async showWaiting() {
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, WAITING_MS_MAX).unref();
      await promise;
      await answer(late());
    },
  };
}

const ERROR_LENGTH_MAX = 2_000;

/** A message in words, without what Slack reads as links and dates. */
function errorOf({ title = APP_NAME, text }: Message) {
  const plain = unescaped(text.replaceAll(/<[^<>|]*\|([^<>]*)>/g, '$1'));
  return {
    status: 'custom',
    custom_title: title,
    custom_message: unmarked(plain).slice(0, ERROR_LENGTH_MAX).toWellFormed(),
  };
}
