import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { wordsIn } from '../src/i18n/index.ts';
import {
  asErrorCode,
  isBlocksError,
  isDeletionForbidden,
  isHistoryClosed,
  isMessageGone,
  isOutsideChannel,
  isPermanent,
  isReceiverError,
  isThreadGone,
  isTransient,
  isUserGone,
  SLACK_ERRORS,
  slackError,
  statusError,
} from '../src/slack-errors.ts';

const PREDICATES = {
  isBlocksError,
  isDeletionForbidden,
  isHistoryClosed,
  isMessageGone,
  isOutsideChannel,
  isPermanent,
  isThreadGone,
  isTransient,
  isUserGone,
};

interface Group {
  /** What Slack's documentation says of these. */
  readonly documented: string;
  readonly codes: string;
  readonly sent: 'no' | 'maybe';
  readonly retry: 'now' | 'later' | 'never';
  /** The predicates that hold; the others must not. */
  readonly holds: readonly (keyof typeof PREDICATES)[];
}

const GROUPS: readonly Group[] = [
  {
    documented: 'the blocks, the view or an argument is invalid or too large',
    codes: `invalid_blocks invalid_blocks_format invalid_attachments invalid_arguments
      invalid_payload msg_blocks_too_long only_one_table_allowed block_mismatch view_too_large 400`,
    sent: 'no',
    retry: 'now',
    holds: ['isBlocksError'],
  },
  {
    documented: 'a Work Object is invalid, or not known there',
    codes: 'error_processing_metadata feature_not_enabled invalid_metadata missing_unfurls',
    sent: 'no',
    retry: 'now',
    holds: [],
  },
  {
    documented: 'the channel is invalid, or the app is not in it',
    codes: 'channel_not_found not_in_channel',
    sent: 'no',
    retry: 'now',
    holds: ['isHistoryClosed', 'isOutsideChannel', 'isPermanent'],
  },
  {
    documented: 'the channel has been archived',
    codes: 'is_archived',
    sent: 'no',
    retry: 'now',
    holds: ['isPermanent'],
  },
  {
    documented: 'a preference, a role or a missing scope prevents posts and reading',
    codes: `channel_is_limited_access ekm_access_denied missing_scope no_permission
      restricted_action restricted_action_non_threadable_channel
      restricted_action_read_only_channel restricted_action_thread_locked
      restricted_action_thread_only_channel team_access_not_granted`,
    sent: 'no',
    retry: 'never',
    holds: ['isHistoryClosed', 'isPermanent'],
  },
  {
    documented: 'this one call is not permitted, or is malformed',
    codes: `access_denied app_access_restricted cant_update_message edit_window_closed
      enterprise_is_restricted file_type_not_allowed file_uploads_disabled
      file_uploads_except_images_disabled messages_tab_disabled not_enabled plan_upgrade_required
      posting_to_channel_denied slack_connect_canvas_sharing_blocked
      slack_connect_file_link_sharing_blocked slack_connect_lists_sharing_blocked
      storage_limit_reached is_inactive not_allowed_token_type two_factor_setup_required
      as_user_not_supported attachment_payload_limit_exceeded cannot_auth_user
      cannot_find_channel cannot_find_message cannot_find_service cannot_parse_attachment
      cannot_prompt cannot_reply_to_message cannot_unfurl_message cannot_unfurl_url
      deprecated_endpoint duplicate_external_id entity_metadata_does_not_match_trigger
      file_not_found file_upload_size_restricted
      hash_conflict invalid_arg_name invalid_array_arg invalid_channel invalid_charset
      invalid_cursor invalid_form_data invalid_json invalid_limit invalid_metadata_format
      invalid_metadata_schema invalid_post_type invalid_source invalid_ts_latest
      invalid_ts_oldest invalid_unfurl_id invalid_unfurls_format invalid_user_combination
      json_not_object markdown_text_conflict metadata_must_be_sent_from_app metadata_too_large
      method_deprecated method_not_supported_for_channel_type missing_argument
      missing_post_type no_such_subteam no_text not_enough_users
      snippet_too_large team_not_found too_many_attachments too_many_users
      unknown_method users_list_not_supplied`,
    sent: 'no',
    retry: 'never',
    holds: [],
  },
  {
    documented: 'no thread exists with the requested timestamp',
    codes: 'thread_not_found',
    sent: 'no',
    retry: 'never',
    holds: ['isThreadGone'],
  },
  {
    documented: 'messages cannot be deleted in this workspace, or not by this app',
    codes: 'cant_delete_message compliance_exports_prevent_deletion',
    sent: 'no',
    retry: 'never',
    holds: ['isDeletionForbidden'],
  },
  {
    documented: 'no message exists with the requested timestamp',
    codes: 'message_not_found',
    sent: 'no',
    retry: 'now',
    holds: ['isMessageGone'],
  },
  {
    documented: 'the person does not exist, or bots get no direct message',
    codes: 'cannot_dm_bot user_not_found',
    sent: 'no',
    retry: 'never',
    holds: ['isPermanent', 'isUserGone'],
  },
  {
    documented: 'the person is disabled, a bot, or not visible',
    codes: 'user_disabled user_is_bot user_is_restricted user_not_visible',
    sent: 'no',
    retry: 'never',
    holds: ['isUserGone'],
  },
  {
    documented: 'the recipient of an ephemeral message is not in the channel',
    codes: 'user_not_in_channel',
    sent: 'no',
    retry: 'now',
    holds: [],
  },
  {
    documented: 'the response URL or the trigger is used, expired, or at its limit',
    codes: `expired_url invalid_url used_url 404 exchanged_trigger_id expired_trigger_id
      invalid_trigger_id trigger_exchanged trigger_expired push_limit_reached`,
    sent: 'no',
    retry: 'now',
    holds: [],
  },
  {
    documented: 'the requested view cannot be found',
    codes: 'not_found',
    sent: 'no',
    retry: 'now',
    holds: [],
  },
  {
    documented: 'the token is not good, or the workspace is in migration or restricts the network',
    codes: `account_inactive invalid_auth not_authed token_expired token_revoked accesslimited
      external_channel_migrating org_login_required team_added_to_org`,
    sent: 'no',
    retry: 'later',
    holds: [],
  },
  {
    documented: 'the text is too long',
    codes: 'msg_too_long',
    sent: 'no',
    retry: 'never',
    holds: [],
  },
  {
    documented: 'too many requests or messages',
    codes: 'message_limit_exceeded rate_limited ratelimited 429',
    sent: 'no',
    retry: 'later',
    holds: ['isTransient'],
  },
  {
    documented: 'it is possible that some aspect of the operation succeeded',
    codes: 'fatal_error internal_error request_timeout service_unavailable update_failed',
    sent: 'maybe',
    retry: 'later',
    holds: ['isTransient'],
  },
  {
    documented: 'nothing: Slack has added it since',
    codes: 'brand_new_error constructor __proto__ http_500',
    sent: 'maybe',
    retry: 'never',
    holds: [],
  },
  {
    documented: 'another status of a response URL: a proxy may have answered',
    codes: '302 403',
    sent: 'no',
    retry: 'later',
    holds: [],
  },
  {
    documented: 'a server error as the status of a response URL',
    codes: '500 503',
    sent: 'maybe',
    retry: 'later',
    holds: ['isTransient'],
  },
];

const CASES = GROUPS.flatMap(({ codes, ...group }) =>
  codes.split(/\s+/).map((code) => ({ code, ...group })),
);

test.each(CASES)('$code ($documented): sent $sent, retry $retry', (expected) => {
  const { code, sent, retry, holds } = expected;
  expect(slackError(code)).toMatchObject({ sent, retry });
  const names = Object.entries(PREDICATES).filter(([, holdsFor]) => holdsFor(code));
  expect(names.map(([name]) => name)).toEqual(holds);
});

test('every code of the table is tried above, once', () => {
  const tried = CASES.map(({ code }) => code);
  expect(tried).toEqual([...new Set(tried)]);
  expect([...SLACK_ERRORS.keys()].filter((code) => !tried.includes(code))).toEqual([]);
});

test.each([
  [200, 'no'],
  [302, 'no'],
  [404, 'no'],
  [500, 'maybe'],
  [503, 'maybe'],
])('the Web API’s status %i: sent %s', (status, sent) => {
  expect(statusError(status).sent).toBe(sent);
});

test.each([
  '<!doctype html>',
  '',
  'xoxb-1-2',
  'Not Found',
  undefined,
  null,
  { code: 'is_archived' },
])('%j in place of a code is no code', (said) => {
  expect(asErrorCode(said)).toBeNull();
});

/** Words that are also names of our own: why a request is refused, what stands in a message's way. */
const OUR_WORDS: ReadonlySet<string> = new Set(['not_in_channel']);

test('no other source file knows a code of Slack’s', () => {
  const codes = [...SLACK_ERRORS.keys()].filter((code) => /_|limited/.test(code));
  const known = new Set(codes.filter((code) => !OUR_WORDS.has(code)));
  const files = globSync('src/**/*.{ts,tsx}').filter(
    // Columns of tables may be called alike.
    (file) => !/^src\/(?:playground\/|store\/migrations\/|slack-errors\.ts)/.test(file),
  );
  const found = files.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/(['"`])(\w+)\1/g), ([, , word = '']) => word)
      .filter((word) => known.has(word))
      .map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});

test.each(['en', 'fr'] as const)(
  'what the history explains in %s needs somebody to act',
  (language) => {
    const { reasons } = wordsIn(language).digestHistory;
    const named = Object.keys(reasons).filter((code) => SLACK_ERRORS.has(code));
    expect(named.length).toBeGreaterThan(5);
    const unable = named.filter((code) => !isPermanent(code));
    // A digest that is too long today may be short enough tomorrow, or be made to show less.
    expect(unable.map((code) => slackError(code).cause)).toEqual(['length']);
  },
);

test.each([
  ['posting_to_channel_denied', true],
  ['access_denied', true],
  ['messages_tab_disabled', true],
  ['user_disabled', true],
  ['is_archived', true],
  ['channel_not_found', true],
  ['msg_too_long', false],
  ['invalid_blocks', false],
  ['metadata_too_large', false],
  ['never_heard_of', false],
])('whether %s is about where a message goes: %s', (code, isAboutReceiver) => {
  expect(isReceiverError(code)).toBe(isAboutReceiver);
});
