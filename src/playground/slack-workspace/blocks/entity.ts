import { z } from 'zod';

import { type BlockError, errorsOf } from './errors.ts';
import { plainText } from './schema/text.ts';

const ENTITY_TYPES = ['task', 'file', 'item', 'incident', 'content_item'].map(
  (type) => `slack#/entities/${type}`,
);
/** Documented for actions; Slack names no other limits. */
const ACTION_ID_MAX = 255;
const ACTION_VALUE_MAX = 2_000;
const ACTION_URL_MAX = 3_000;
const LABEL_MAX = 75;
const PRIMARY_MAX = 2;
const OVERFLOW_MAX = 5;

const words = z.string().min(1);
const url = z.url({ protocol: /^https?$/ });
const icon = z.strictObject({
  alt_text: words,
  url: url.optional(),
  slack_file: z.strictObject({ id: words.optional(), url: url.optional() }).optional(),
});
const reference = z.strictObject({ id: words, type: words.optional() });

const action = z.strictObject({
  text: words,
  action_id: words.max(ACTION_ID_MAX),
  value: z.string().max(ACTION_VALUE_MAX).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  url: url.max(ACTION_URL_MAX).optional(),
  accessibility_label: words.max(LABEL_MAX).optional(),
  processing_state: z
    .strictObject({ enabled: z.boolean(), interstitial_text: words.optional() })
    .optional(),
});

const edit = z.strictObject({
  enabled: z.boolean(),
  placeholder: plainText().optional(),
  hint: plainText().optional(),
  optional: z.boolean().optional(),
});
const named = { key: words, label: words, edit: edit.optional() };
const user = z.union([
  z.strictObject({ user_id: z.string().regex(/^[UW][A-Z0-9]+$/) }),
  z.strictObject({
    text: words,
    url: url.optional(),
    email: z.email().optional(),
    icon: icon.optional(),
  }),
]);
const item = z.strictObject({
  value: z.union([words, z.number()]).optional(),
  user: user.optional(),
});

/** A field by its type: `value`, `user` or an image, and what goes with it. */
const customField = z.discriminatedUnion('type', [
  z
    .strictObject({
      ...named,
      type: z.literal('string'),
      value: words,
      tag_color: z.enum(['red', 'yellow', 'green', 'gray', 'blue']).optional(),
      link: url.optional(),
      icon: icon.optional(),
      long: z.boolean().optional(),
      format: z.literal('markdown').optional(),
    })
    .refine(
      (field) => field.icon === undefined || field.tag_color === undefined,
      'icon and tag_color go not together',
    ),
  z.strictObject({ ...named, type: z.literal('integer'), value: z.int() }),
  z.strictObject({ ...named, type: z.literal('boolean'), value: z.boolean() }),
  z.strictObject({ ...named, type: z.literal('array'), item_type: words, value: z.array(item) }),
  z.strictObject({ ...named, type: z.literal('slack#/types/user'), user }),
  z.strictObject({
    ...named,
    type: z.literal('slack#/types/timestamp'),
    value: z.int(),
    link: url.optional(),
  }),
  z.strictObject({
    ...named,
    type: z.literal('slack#/types/date'),
    value: z.iso.date(),
    link: url.optional(),
  }),
  z.strictObject({ ...named, type: z.literal('slack#/types/link'), value: url }),
  z.strictObject({ ...named, type: z.literal('slack#/types/email'), value: z.email() }),
  z.strictObject({ ...named, type: z.literal('slack#/types/channel_id'), value: words }),
]);

const attributes = z.strictObject({
  title: z.strictObject({ text: words, edit: edit.optional() }),
  display_type: words.optional(),
  display_id: words.optional(),
  product_icon: icon.optional(),
  product_name: words.optional(),
  locale: words.optional(),
  metadata_last_modified: z.int().optional(),
});

const entity = z
  .strictObject({
    entity_type: z.enum(ENTITY_TYPES),
    entity_payload: z.strictObject({
      attributes,
      fields: z.record(z.string(), z.unknown()).optional(),
      custom_fields: z.array(customField).optional(),
      display_order: z.array(words).optional(),
      actions: z
        .strictObject({
          primary_actions: z.array(action).max(PRIMARY_MAX).optional(),
          overflow_actions: z.array(action).max(OVERFLOW_MAX).optional(),
        })
        .optional(),
    }),
    external_ref: reference,
    url,
    app_unfurl_url: words.optional(),
  })
  .superRefine(({ entity_type: type, entity_payload: payload }, context) => {
    const { fields, custom_fields: custom = [], display_order: order = [], actions } = payload;
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (type.endsWith('/item') && fields !== undefined) refuse('an item has custom_fields only');
    const keys = [...Object.keys(fields ?? {}), ...custom.map(({ key }) => key)];
    if (new Set(keys).size < keys.length) refuse('keys of fields must be unique');
    if (order.some((key) => !keys.includes(key))) refuse('display_order names an unknown field');
    const ids = [...(actions?.primary_actions ?? []), ...(actions?.overflow_actions ?? [])].map(
      ({ action_id: id }) => id,
    );
    if (new Set(ids).size < ids.length) refuse('action ids must be unique');
  });
/** A Work Object, once nothing is wrong with it. */
export type Entity = z.output<typeof entity>;

const detailsError = z.strictObject({
  status: z.enum([
    'restricted',
    'internal_error',
    'not_found',
    'custom',
    'custom_partial_view',
    'timeout',
    'edit_error',
  ]),
  custom_title: words.optional(),
  custom_message: words.optional(),
  message_format: z.literal('markdown').optional(),
  actions: z.array(action).optional(),
});
/** Why a panel shows nothing of a thing. */
export type DetailsError = z.output<typeof detailsError>;

/** What is right in a value of the app's, or the errors for which Slack refuses it. */
type Checked<Value> =
  | { readonly value: Value; readonly errors: readonly [] }
  | { readonly value: null; readonly errors: readonly BlockError[] };

/**
 * A Work Object as an app sends it, strictly by its types.
 *
 * @see https://docs.slack.dev/messaging/work-objects-implementation
 */
export function checkEntity(given: unknown, root: readonly PropertyKey[]): Checked<Entity> {
  return checked(entity, given, root);
}

/** @see https://docs.slack.dev/reference/methods/entity.presentDetails */
export function checkDetailsError(given: unknown): Checked<DetailsError> {
  return checked(detailsError, given, ['error']);
}

function checked<Value>(
  schema: z.ZodType<Value>,
  given: unknown,
  root: readonly PropertyKey[],
): Checked<Value> {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return { value: parsed.data, errors: [] };
  return { value: null, errors: errorsOf(parsed.error.issues, root) };
}
