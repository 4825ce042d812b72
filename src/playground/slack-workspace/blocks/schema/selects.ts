import { z } from 'zod';

import { menu, multiMenu } from './element-parts.ts';
import {
  hasOneList,
  INITIAL_IS_OFFERED,
  initialIsOffered,
  ONE_LIST,
  option,
  staticOptions,
} from './options.ts';

const filter = z
  .strictObject({
    include: z
      .array(z.enum(['im', 'mpim', 'private', 'public']))
      .min(1)
      .optional(),
    exclude_external_shared_channels: z.boolean().optional(),
    exclude_bot_users: z.boolean().optional(),
  })
  .refine((fields) => Object.keys(fields).length > 0, 'must have at least one field');

const id = z.string().min(1);
const conversations = {
  default_to_current_conversation: z.boolean().optional(),
  filter: filter.optional(),
};
const respondable = { response_url_enabled: z.boolean().optional() };
const external = { min_query_length: z.int().min(0).optional() };

/**
 * The menus, by `type`.
 *
 * @see https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element
 */
export const selects = [
  z
    .strictObject({
      ...menu,
      ...staticOptions,
      type: z.literal('static_select'),
      initial_option: option.optional(),
    })
    .refine(hasOneList, ONE_LIST)
    .refine(initialIsOffered, { error: INITIAL_IS_OFFERED, path: ['initial_option'] }),
  z
    .strictObject({
      ...multiMenu,
      ...staticOptions,
      type: z.literal('multi_static_select'),
      initial_options: z.array(option).min(1).max(100).optional(),
    })
    .refine(hasOneList, ONE_LIST)
    .refine(initialIsOffered, { error: INITIAL_IS_OFFERED, path: ['initial_options'] }),
  z.strictObject({
    ...menu,
    ...external,
    type: z.literal('external_select'),
    initial_option: option.optional(),
  }),
  z.strictObject({
    ...multiMenu,
    ...external,
    type: z.literal('multi_external_select'),
    initial_options: z.array(option).min(1).max(100).optional(),
  }),
  z.strictObject({ ...menu, type: z.literal('users_select'), initial_user: id.optional() }),
  z.strictObject({
    ...multiMenu,
    type: z.literal('multi_users_select'),
    initial_users: z.array(id).optional(),
  }),
  z.strictObject({
    ...menu,
    ...conversations,
    ...respondable,
    type: z.literal('conversations_select'),
    initial_conversation: id.optional(),
  }),
  z.strictObject({
    ...multiMenu,
    ...conversations,
    type: z.literal('multi_conversations_select'),
    initial_conversations: z.array(id).optional(),
  }),
  z.strictObject({
    ...menu,
    ...respondable,
    type: z.literal('channels_select'),
    initial_channel: id.optional(),
  }),
  z.strictObject({
    ...multiMenu,
    type: z.literal('multi_channels_select'),
    initial_channels: z.array(id).optional(),
  }),
] as const;
