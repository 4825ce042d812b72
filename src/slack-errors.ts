/**
 * Meaning of each error that Slack's Web API and response URLs give to the app's calls: whether
 * something was sent, and what to do next.
 *
 * @see https://docs.slack.dev/reference/methods, "Errors" of each method
 */

/** What an error is about. */
export type ErrorCause =
  /** The blocks: plainer ones may be taken. */
  | 'blocks'
  /** A Work Object: blocks may be taken in its place. */
  | 'entity'
  /** A channel that the app is not in, or that is gone. */
  | 'channel'
  | 'archived'
  /** A scope, or a setting of the workspace or the channel. */
  | 'permission'
  /** Messages cannot be deleted; they can still be changed. */
  | 'deletion'
  /** The message is gone. */
  | 'message'
  /** The person is gone, or not in the channel. */
  | 'user'
  /** The response URL is used up or has expired. */
  | 'url'
  /** The trigger id of a modal is used up or has expired. */
  | 'trigger'
  /** The person has closed the modal. */
  | 'view'
  | 'token'
  /** The workspace is being migrated, or does not allow this network. */
  | 'workspace'
  | 'limit'
  /** The text: a shorter one may be taken. */
  | 'length'
  | 'server'
  /** A proxy answered in Slack's place. */
  | 'network'
  /** Another argument of the call. */
  | 'request'
  | 'unknown';

/** What an error says of the call that got it. */
export interface SlackError {
  /** Whether Slack may have done it all the same: then it must not simply be sent again. */
  readonly sent: 'no' | 'maybe';
  /** `now`: with plainer blocks or by another path; `later`: unchanged; `never`: as it is. */
  readonly retry: 'now' | 'later' | 'never';
  readonly cause: ErrorCause;
  /** Every later post gets the same error, until somebody changes the channel or the app. */
  readonly permanent?: true;
}

const BLOCKS: SlackError = { sent: 'no', retry: 'now', cause: 'blocks' };
const ENTITY: SlackError = { sent: 'no', retry: 'now', cause: 'entity' };
const CHANNEL: SlackError = { sent: 'no', retry: 'now', cause: 'channel', permanent: true };
const PERMISSION: SlackError = { sent: 'no', retry: 'never', cause: 'permission' };
const PERMANENT_PERMISSION: SlackError = { ...PERMISSION, permanent: true };
const DELETION: SlackError = { sent: 'no', retry: 'never', cause: 'deletion' };
const USER: SlackError = { sent: 'no', retry: 'never', cause: 'user' };
const URL: SlackError = { sent: 'no', retry: 'now', cause: 'url' };
const TRIGGER: SlackError = { sent: 'no', retry: 'now', cause: 'trigger' };
const TOKEN: SlackError = { sent: 'no', retry: 'later', cause: 'token' };
const WORKSPACE: SlackError = { sent: 'no', retry: 'later', cause: 'workspace' };
const LIMIT: SlackError = { sent: 'no', retry: 'later', cause: 'limit' };
const SERVER: SlackError = { sent: 'maybe', retry: 'later', cause: 'server' };
const REQUEST: SlackError = { sent: 'no', retry: 'never', cause: 'request' };

/** Also for statuses of response URLs that carry no code. */
const OTHER_STATUS: SlackError = { sent: 'no', retry: 'later', cause: 'network' };

/** A code that is not in the table. */
const UNKNOWN: SlackError = { sent: 'maybe', retry: 'never', cause: 'unknown' };

/** Given to posts that Slack's limits, or ours, keep back. */
export const RATE_LIMITED = 'ratelimited';

/** The table, by Slack's code; `400`, `404` and `429` are statuses of response URLs. */
export const SLACK_ERRORS: Readonly<Record<string, SlackError>> = {
  invalid_blocks: BLOCKS,
  invalid_blocks_format: BLOCKS,
  invalid_attachments: BLOCKS,
  // Calls have no other argument that varies as much as the blocks, and Slack names it no closer.
  invalid_arguments: BLOCKS,
  invalid_payload: BLOCKS,
  msg_blocks_too_long: BLOCKS,
  only_one_table_allowed: BLOCKS,
  block_mismatch: BLOCKS,
  view_too_large: BLOCKS,
  '400': BLOCKS,

  error_processing_metadata: ENTITY,
  feature_not_enabled: ENTITY,
  invalid_metadata: ENTITY,
  // Where Work Objects are not known, nothing was given to show.
  missing_unfurls: ENTITY,

  channel_not_found: CHANNEL,
  not_in_channel: CHANNEL,
  is_archived: { sent: 'no', retry: 'now', cause: 'archived', permanent: true },
  is_inactive: { sent: 'no', retry: 'never', cause: 'archived' },

  channel_is_limited_access: PERMANENT_PERMISSION,
  ekm_access_denied: PERMANENT_PERMISSION,
  missing_scope: PERMANENT_PERMISSION,
  no_permission: PERMANENT_PERMISSION,
  restricted_action: PERMANENT_PERMISSION,
  restricted_action_non_threadable_channel: PERMANENT_PERMISSION,
  restricted_action_read_only_channel: PERMANENT_PERMISSION,
  restricted_action_thread_locked: PERMANENT_PERMISSION,
  restricted_action_thread_only_channel: PERMANENT_PERMISSION,
  team_access_not_granted: PERMANENT_PERMISSION,
  access_denied: PERMISSION,
  app_access_restricted: PERMISSION,
  cant_update_message: PERMISSION,
  edit_window_closed: PERMISSION,
  enterprise_is_restricted: PERMISSION,
  file_type_not_allowed: PERMISSION,
  file_uploads_disabled: PERMISSION,
  file_uploads_except_images_disabled: PERMISSION,
  messages_tab_disabled: PERMISSION,
  not_enabled: PERMISSION,
  plan_upgrade_required: PERMISSION,
  posting_to_channel_denied: PERMISSION,
  slack_connect_canvas_sharing_blocked: PERMISSION,
  slack_connect_file_link_sharing_blocked: PERMISSION,
  slack_connect_lists_sharing_blocked: PERMISSION,
  storage_limit_reached: PERMISSION,

  cant_delete_message: DELETION,
  compliance_exports_prevent_deletion: DELETION,
  message_not_found: { sent: 'no', retry: 'now', cause: 'message' },

  cannot_dm_bot: { ...USER, permanent: true },
  user_not_found: { ...USER, permanent: true },
  user_disabled: USER,
  user_is_bot: USER,
  user_is_restricted: USER,
  user_not_visible: USER,
  user_not_in_channel: { sent: 'no', retry: 'now', cause: 'user' },

  expired_url: URL,
  invalid_url: URL,
  used_url: URL,
  '404': URL,

  exchanged_trigger_id: TRIGGER,
  expired_trigger_id: TRIGGER,
  invalid_trigger_id: TRIGGER,
  trigger_exchanged: TRIGGER,
  trigger_expired: TRIGGER,
  push_limit_reached: TRIGGER,
  not_found: { sent: 'no', retry: 'now', cause: 'view' },

  account_inactive: TOKEN,
  invalid_auth: TOKEN,
  not_authed: TOKEN,
  token_expired: TOKEN,
  token_revoked: TOKEN,
  not_allowed_token_type: { ...TOKEN, retry: 'never' },
  two_factor_setup_required: { ...TOKEN, retry: 'never' },

  accesslimited: WORKSPACE,
  external_channel_migrating: WORKSPACE,
  org_login_required: WORKSPACE,
  team_added_to_org: WORKSPACE,

  message_limit_exceeded: LIMIT,
  rate_limited: LIMIT,
  [RATE_LIMITED]: LIMIT,
  '429': LIMIT,

  msg_too_long: { sent: 'no', retry: 'never', cause: 'length' },

  fatal_error: SERVER,
  internal_error: SERVER,
  request_timeout: SERVER,
  service_unavailable: SERVER,
  update_failed: SERVER,

  as_user_not_supported: REQUEST,
  attachment_payload_limit_exceeded: REQUEST,
  cannot_auth_user: REQUEST,
  cannot_find_channel: REQUEST,
  cannot_find_message: REQUEST,
  cannot_find_service: REQUEST,
  cannot_parse_attachment: REQUEST,
  cannot_prompt: REQUEST,
  cannot_reply_to_message: REQUEST,
  cannot_unfurl_message: REQUEST,
  cannot_unfurl_url: REQUEST,
  deprecated_endpoint: REQUEST,
  duplicate_external_id: REQUEST,
  entity_metadata_does_not_match_trigger: REQUEST,
  file_not_found: REQUEST,
  file_upload_size_restricted: REQUEST,
  hash_conflict: REQUEST,
  invalid_arg_name: REQUEST,
  invalid_array_arg: REQUEST,
  invalid_channel: REQUEST,
  invalid_charset: REQUEST,
  invalid_cursor: REQUEST,
  invalid_form_data: REQUEST,
  invalid_json: REQUEST,
  invalid_limit: REQUEST,
  invalid_metadata_format: REQUEST,
  invalid_metadata_schema: REQUEST,
  invalid_post_type: REQUEST,
  invalid_source: REQUEST,
  invalid_ts_latest: REQUEST,
  invalid_ts_oldest: REQUEST,
  invalid_unfurl_id: REQUEST,
  invalid_unfurls_format: REQUEST,
  invalid_user_combination: REQUEST,
  json_not_object: REQUEST,
  markdown_text_conflict: REQUEST,
  metadata_must_be_sent_from_app: REQUEST,
  metadata_too_large: REQUEST,
  method_deprecated: REQUEST,
  method_not_supported_for_channel_type: REQUEST,
  missing_argument: REQUEST,
  missing_post_type: REQUEST,
  no_such_subteam: REQUEST,
  no_text: REQUEST,
  not_enough_users: REQUEST,
  snippet_too_large: REQUEST,
  team_not_found: REQUEST,
  thread_not_found: REQUEST,
  too_many_attachments: REQUEST,
  too_many_users: REQUEST,
  unknown_method: REQUEST,
  users_list_not_supplied: REQUEST,
};

const KNOWN: ReadonlyMap<string, SlackError> = new Map(Object.entries(SLACK_ERRORS));
const STATUS = /^[1-5]\d\d$/;
const SERVER_ERROR = 500;

/** The code of a post that is not made because its reader may not see it. */
export const READER_REFUSED = 'no_permission' satisfies keyof typeof SLACK_ERRORS;

/** What a code of Slack's means; also the status of a response URL that gave no code. */
export function slackError(code: string): SlackError {
  return KNOWN.get(code) ?? (STATUS.test(code) ? statusError(Number(code)) : UNKNOWN);
}

/** What an HTTP status of the Web API means, where Slack gave no code. */
export function statusError(status: number): SlackError {
  return status >= SERVER_ERROR ? SERVER : OTHER_STATUS;
}

/** Slack's spelling of its codes; the client library passes on any other answer as if it were one. */
const CODE = /^[a-z_]{1,100}$/;

/** The code in the `error` of an answer; `null` when something other than Slack answered. */
export function asErrorCode(error: unknown): string | null {
  return typeof error === 'string' && CODE.test(error) ? error : null;
}

/** Whether a call was rate limited without a usable `Retry-After`: the library has no class for it. */
export function isRateLimitWithoutDelay(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Retry header did not contain');
}

/** Whether plainer blocks may be accepted. */
export function isBlocksError(code: string): boolean {
  return slackError(code).cause === 'blocks';
}

/** Whether nothing can be sent by this path, such as an expired response URL, whatever it is. */
export function isPathClosed(code: string): boolean {
  const { retry, cause } = slackError(code);
  return retry === 'now' && cause !== 'blocks' && cause !== 'entity';
}

/** Whether a Work Object was refused that blocks may stand for; Slack may name no closer cause. */
export function isEntityError(code: string): boolean {
  return slackError(code).cause === 'entity' || isBlocksError(code);
}

/** Whether the person has closed the modal. */
export function isViewGone(code: string): boolean {
  return slackError(code).cause === 'view';
}

/** Whether the app is not in the channel, or there is no such channel. */
export function isOutsideChannel(code: string): boolean {
  return slackError(code).cause === 'channel';
}

/** Whether the message is gone already. */
export function isMessageGone(code: string): boolean {
  return slackError(code).cause === 'message';
}

/** Whether the workspace keeps apps from deleting messages. */
export function isDeletionForbidden(code: string): boolean {
  return slackError(code).cause === 'deletion';
}

/** Whether there is no such person for the app. */
export function isUserGone(code: string): boolean {
  const { retry, cause } = slackError(code);
  return cause === 'user' && retry === 'never';
}

/** Whether the app may not read the history of a channel, now or later. */
export function isHistoryClosed(code: string): boolean {
  const { cause, permanent = false } = slackError(code);
  return permanent && (cause === 'channel' || cause === 'permission');
}

/** Whether the next post would get the same error, until somebody changes the channel or the app. */
export function isPermanent(code: string): boolean {
  return slackError(code).permanent === true;
}

/** Whether the error passes without anybody's help. */
export function isTransient(code: string): boolean {
  const { cause } = slackError(code);
  return cause === 'server' || cause === 'limit';
}
