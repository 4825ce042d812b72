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
  | 'message'
  | 'thread'
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
  /** Every later post gets the same error, until the channel or the app is changed. */
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

/** Given to look-ups of a post in a history of which not all could be read. */
export const HISTORY_TOO_LONG = 'history_too_long';

/** The codes of each meaning; `400`, `404` and `429` are statuses of response URLs. */
const CODES: readonly (readonly [SlackError, codes: string])[] = [
  // `invalid_arguments`: no other argument varies as much as the blocks, and Slack names it no closer.
  [
    BLOCKS,
    `invalid_blocks invalid_blocks_format invalid_attachments invalid_arguments invalid_payload
     msg_blocks_too_long only_one_table_allowed block_mismatch view_too_large 400`,
  ],
  // `missing_unfurls`: where Work Objects are not known, nothing was given to show.
  [ENTITY, 'error_processing_metadata feature_not_enabled invalid_metadata missing_unfurls'],
  [CHANNEL, 'channel_not_found not_in_channel'],
  [{ sent: 'no', retry: 'now', cause: 'archived', permanent: true }, 'is_archived'],
  [{ sent: 'no', retry: 'never', cause: 'archived' }, 'is_inactive'],
  [
    PERMANENT_PERMISSION,
    `channel_is_limited_access ekm_access_denied missing_scope no_permission restricted_action
     restricted_action_non_threadable_channel restricted_action_read_only_channel
     restricted_action_thread_locked restricted_action_thread_only_channel team_access_not_granted`,
  ],
  [
    PERMISSION,
    `access_denied app_access_restricted cant_update_message edit_window_closed
     enterprise_is_restricted file_type_not_allowed file_uploads_disabled
     file_uploads_except_images_disabled messages_tab_disabled not_enabled plan_upgrade_required
     posting_to_channel_denied slack_connect_canvas_sharing_blocked
     slack_connect_file_link_sharing_blocked slack_connect_lists_sharing_blocked
     storage_limit_reached`,
  ],
  [DELETION, 'cant_delete_message compliance_exports_prevent_deletion'],
  [{ sent: 'no', retry: 'now', cause: 'message' }, 'message_not_found'],
  [{ ...REQUEST, cause: 'thread' }, 'thread_not_found'],
  [{ ...USER, permanent: true }, 'cannot_dm_bot user_not_found'],
  [USER, 'user_disabled user_is_bot user_is_restricted user_not_visible'],
  [{ sent: 'no', retry: 'now', cause: 'user' }, 'user_not_in_channel'],
  [URL, 'expired_url invalid_url used_url 404'],
  [
    TRIGGER,
    `exchanged_trigger_id expired_trigger_id invalid_trigger_id trigger_exchanged trigger_expired
     push_limit_reached`,
  ],
  [{ sent: 'no', retry: 'now', cause: 'view' }, 'not_found'],
  [TOKEN, 'account_inactive invalid_auth not_authed token_expired token_revoked'],
  [{ ...TOKEN, retry: 'never' }, 'not_allowed_token_type two_factor_setup_required'],
  [WORKSPACE, 'accesslimited external_channel_migrating org_login_required team_added_to_org'],
  [LIMIT, 'message_limit_exceeded rate_limited ratelimited 429'],
  [{ sent: 'no', retry: 'never', cause: 'length' }, 'msg_too_long'],
  [SERVER, 'fatal_error internal_error request_timeout service_unavailable update_failed'],
  [
    REQUEST,
    `as_user_not_supported attachment_payload_limit_exceeded cannot_auth_user cannot_find_channel
     cannot_find_message cannot_find_service cannot_parse_attachment cannot_prompt
     cannot_reply_to_message cannot_unfurl_message cannot_unfurl_url deprecated_endpoint
     duplicate_external_id entity_metadata_does_not_match_trigger file_not_found
     file_upload_size_restricted hash_conflict invalid_arg_name invalid_array_arg invalid_channel
     invalid_charset invalid_cursor invalid_form_data invalid_json invalid_limit
     invalid_metadata_format invalid_metadata_schema invalid_post_type invalid_source
     invalid_ts_latest invalid_ts_oldest invalid_unfurl_id invalid_unfurls_format
     invalid_user_combination json_not_object markdown_text_conflict metadata_must_be_sent_from_app
     metadata_too_large method_deprecated method_not_supported_for_channel_type missing_argument
     missing_post_type no_such_subteam no_text not_enough_users snippet_too_large team_not_found
     too_many_attachments too_many_users unknown_method users_list_not_supplied`,
  ],
];

/** The table, by Slack's code. */
export const SLACK_ERRORS: ReadonlyMap<string, SlackError> = new Map(
  CODES.flatMap(([meaning, codes]) => codes.split(/\s+/).map((code) => [code, meaning] as const)),
);

const STATUS = /^[1-5]\d\d$/;
const SERVER_ERROR = 500;

/** The code of a post that is not made because its reader may not see it. */
export const READER_REFUSED = 'no_permission';

/** What a code of Slack's means; also the status of a response URL that gave no code. */
export function slackError(code: string): SlackError {
  return SLACK_ERRORS.get(code) ?? (STATUS.test(code) ? statusError(Number(code)) : UNKNOWN);
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

/** Whether the app is not in the channel, or there is no such channel. */
export function isOutsideChannel(code: string): boolean {
  return slackError(code).cause === 'channel';
}

/** Whether the message is gone already. */
export function isMessageGone(code: string): boolean {
  return slackError(code).cause === 'message';
}

/** Whether there is no such thread: its message was deleted, and nothing is in it. */
export function isThreadGone(code: string): boolean {
  return slackError(code).cause === 'thread';
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

/** Whether the next post would get the same error, until the channel or the app is changed. */
export function isPermanent(code: string): boolean {
  return slackError(code).permanent === true;
}

/** The causes that no message could change: they are about the channel, the person or the app. */
const RECEIVER_CAUSES: ReadonlySet<ErrorCause> = new Set([
  'channel',
  'archived',
  'permission',
  'user',
  'token',
]);

/** Whether a message was refused because of where it was to go, whatever it holds. */
export function isReceiverError(code: string): boolean {
  return RECEIVER_CAUSES.has(slackError(code).cause);
}

/** Whether Slack's limits, or ours, keep the call back. */
export function isRateLimit(code: string): boolean {
  return slackError(code).cause === 'limit';
}

/** Whether the error passes without anybody's help. */
export function isTransient(code: string): boolean {
  const { cause } = slackError(code);
  return cause === 'server' || cause === 'limit';
}
