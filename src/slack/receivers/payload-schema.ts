import { z } from 'zod';

/** An id of Slack's. Bolt looks some up in a plain object, so `constructor` must not pass. */
const Id = z.string().regex(/^[A-Z0-9]+$/);
const Named = z.object({ id: Id });
const Person = z.object({ id: Id, team_id: Id.nullish() });
const Choice = z.object({ value: z.string().optional() });
const Texts = z.array(z.string());
const Links = z.array(z.object({ response_url: z.string() })).optional();

/** Fields that all interactions share: person, workspace and response URLs. */
const Interaction = z.object({
  user: Person,
  team: z.object({ id: Id, enterprise_id: Id.nullish() }).nullish(),
  enterprise: Named.nullish(),
  callback_id: z.string().optional(),
  trigger_id: z.string().optional(),
  response_url: z.string().optional(),
  response_urls: Links,
});
const View = z.object({
  id: z.string(),
  app_installed_team_id: Id.nullish(),
  type: z.string(),
  root_view_id: z.string().nullish(),
  previous_view_id: z.string().nullish(),
  // Slack's documentation shows Home tab actions without it.
  private_metadata: z.string().optional(),
});
const Input = z.object({
  value: z.string().nullish(),
  selected_option: Choice.nullish(),
  selected_options: z.array(Choice).nullish(),
  selected_conversations: Texts.nullish(),
  selected_users: Texts.nullish(),
  selected_time: z.string().nullish(),
  selected_date: z.string().nullish(),
  selected_conversation: z.string().nullish(),
  selected_channel: z.string().nullish(),
  selected_user: z.string().nullish(),
});

const Command = z.object({
  command: z.string(),
  text: z.string().optional(),
  user_id: Id,
  team_id: Id,
  enterprise_id: Id.optional(),
  channel_id: Id,
  trigger_id: z.string().optional(),
  response_url: z.string().optional(),
});
const BlockSuggestion = Interaction.extend({
  channel: Named.optional(),
  action_id: z.string(),
  block_id: z.string().optional(),
  value: z.string(),
  view: View.optional(),
});
const BlockActions = Interaction.extend({
  channel: Named.optional(),
  actions: z
    .array(
      z.object({
        type: z.string(),
        action_id: z.string().optional(),
        block_id: z.string().optional(),
        value: z.string().nullish(),
        selected_option: Choice.nullish(),
      }),
    )
    .min(1),
  container: z.object({}),
  view: View.optional(),
});
const MessageShortcut = Interaction.extend({
  channel: Named,
  message: z.object({ text: z.string().nullish() }),
});
const ViewSubmission = Interaction.extend({
  view: View.extend({
    callback_id: z.string().optional(),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), Input)) }),
  }),
});
const ViewClosed = Interaction.extend({ view: View });

const EventEnvelope = z.object({
  team_id: Id,
  enterprise_id: Id.nullish(),
  event_id: z.string(),
  response_urls: Links,
  authorizations: z
    .array(z.object({ team_id: Id.nullish(), enterprise_id: Id.nullish() }))
    .nullish(),
  event: z.looseObject({
    type: z.string(),
    subtype: z.string().optional(),
    // An id, or a whole object.
    user: z.union([Id, Named]).optional(),
    channel: z.union([Id, Named]).optional(),
    item: z.object({}).optional(),
    subteam: Named.optional(),
  }),
});

const WHO_AND_WHERE = { user: Id, channel: Id };
const THREAD = { thread_ts: z.string().optional() };
/** Fields that each event with a listener needs. */
const EVENTS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['app_home_opened', z.object({ user: Id, tab: z.string(), channel: Id.optional() })],
  ['member_joined_channel', z.object({ ...WHO_AND_WHERE, inviter: Id.optional() })],
  ['app_mention', z.object({ ...WHO_AND_WHERE, ...THREAD, user: Id.optional(), text: z.string() })],
  [
    'link_shared',
    z.object({
      ...WHO_AND_WHERE,
      message_ts: z.string(),
      links: z.array(z.object({ url: z.string() })),
      unfurl_id: z.string().optional(),
      source: z.string().optional(),
    }),
  ],
  [
    'entity_details_requested',
    z.object({
      user: Id,
      trigger_id: z.string(),
      entity_url: z.string(),
      external_ref: z.object({ id: z.string(), type: z.string().optional() }).optional(),
      channel: Id.optional(),
    }),
  ],
  ['user_change', z.object({ user: Named })],
  ['team_join', z.object({ user: Named })],
  ['subteam_updated', z.object({ subteam: Named })],
  ['subteam_members_changed', z.object({ subteam_id: Id })],
  ['channel_shared', z.object({ channel: Id })],
  ['channel_unshared', z.object({ channel: Id })],
]);
const DIRECT_MESSAGE = z.object({ ...WHO_AND_WHERE, ...THREAD, text: z.string().optional() });

const KINDS: ReadonlyMap<unknown, z.ZodType> = new Map<unknown, z.ZodType>([
  ['block_suggestion', BlockSuggestion],
  ['block_actions', BlockActions],
  ['shortcut', Interaction],
  ['message_action', MessageShortcut],
  ['view_submission', ViewSubmission],
  ['view_closed', ViewClosed],
]);

/**
 * Whether a body has the shape of Slack's payloads in the fields that Bolt or a listener reads; other
 * fields are ignored. Bolt trusts the shape of signed bodies: some make it respond with an error, and
 * some would end the process.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads
 * @see https://docs.slack.dev/apis/events-api#event-type-structure
 */
export function isSlackPayload(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { type } = body;
  if (type === 'url_verification') return typeof body['challenge'] === 'string';
  if (has(body, 'event')) return isEventPayload(body);
  if (has(body, 'command')) return Command.safeParse(body).success;
  // Bolt decides by these two before the type.
  if (has(body, 'name') || has(body, 'actions') !== (type === 'block_actions')) return false;
  return KINDS.get(type)?.safeParse(body).success ?? false;
}

const AnyEvent = z.object({ event: z.object({ type: z.string() }) });

/** An event of a type that no listener hears, whatever else is in it. */
export function isUnheardEvent(body: unknown): boolean {
  const { data } = AnyEvent.safeParse(body);
  return data !== undefined && data.event.type !== 'message' && !EVENTS.has(data.event.type);
}

function isEventPayload(body: Readonly<Record<string, unknown>>): boolean {
  const { data } = EventEnvelope.safeParse(body);
  if (data === undefined) return false;
  const { event } = data;
  const isDirect =
    event.type === 'message' && isTyped(event.subtype) && event['channel_type'] === 'im';
  const schema = isDirect && !has(event, 'bot_id') ? DIRECT_MESSAGE : EVENTS.get(event.type);
  return schema?.safeParse(event).success ?? true;
}

/** Whether a message is one that a person typed, also with a file or out of a thread, and no change of one. */
function isTyped(subtype: string | undefined): boolean {
  return subtype === undefined || subtype === 'file_share' || subtype === 'thread_broadcast';
}

function has(holder: object, name: string): boolean {
  return Object.hasOwn(holder, name);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
