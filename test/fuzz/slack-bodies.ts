import {
  CHANNELS,
  directMessageWith,
} from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { APP, TEAM } from '../../src/playground/slack-workspace/store/team.ts';

const USER = { id: PEOPLE.hannah, username: 'hannah', team_id: TEAM.id };
const BY = { user: USER, team: { id: TEAM.id, domain: TEAM.domain }, trigger_id: '1.2.3' };
const CHANNEL = { id: CHANNELS.leasing, name: 'leasing' };
// Nobody answers there: what is said of it ends in a refusal, not in a message.
const RESPONSE_URL = 'http://127.0.0.1:9/response';

/** A slash command, whose fields come as a form. */
export const COMMAND = {
  command: '/rental',
  text: 'list status:new',
  user_id: PEOPLE.hannah,
  team_id: TEAM.id,
  channel_id: CHANNELS.leasing,
  trigger_id: '1.2.3',
  response_url: RESPONSE_URL,
};

/** What people do with buttons, windows and shortcuts, each as Slack tells of it. */
export const INTERACTIONS = {
  press: {
    type: 'block_actions',
    ...BY,
    container: { type: 'message', is_ephemeral: true, channel_id: CHANNELS.leasing },
    channel: CHANNEL,
    response_url: RESPONSE_URL,
    actions: [{ type: 'button', action_id: 'desk.list.0.0', block_id: 'b', value: 'sealed' }],
  },
  'press in a window': {
    type: 'block_actions',
    ...BY,
    container: { type: 'view', view_id: 'V1' },
    view: { id: 'V1', type: 'modal', root_view_id: 'V1', private_metadata: 'sealed' },
    actions: [{ type: 'button', action_id: 'desk.show.0.0', block_id: 'b', value: 'sealed' }],
  },
  pick: {
    type: 'block_actions',
    ...BY,
    container: { type: 'view', view_id: 'V1' },
    view: { id: 'V1', type: 'home', private_metadata: '' },
    actions: [
      { type: 'external_select', action_id: 'pick.show', selected_option: { value: 'file-1' } },
    ],
  },
  submission: {
    type: 'view_submission',
    ...BY,
    view: {
      id: 'V1',
      type: 'modal',
      callback_id: 'desk',
      private_metadata: 'sealed',
      state: {
        values: {
          query: { a: { type: 'plain_text_input', value: 'status:new' } },
          days: { a: { type: 'checkboxes', selected_options: [{ value: 'mon' }] } },
          people: { a: { type: 'multi_users_select', selected_users: [PEOPLE.claire] } },
        },
      },
    },
  },
  shortcut: { type: 'shortcut', ...BY, callback_id: 'find_rental_file' },
  'shortcut of a message': {
    type: 'message_action',
    ...BY,
    callback_id: 'find_in_message',
    channel: CHANNEL,
    response_url: RESPONSE_URL,
    message: { type: 'message', text: 'Flat 3', ts: '1.1' },
  },
  typing: {
    type: 'block_suggestion',
    ...BY,
    action_id: 'pick.show',
    block_id: 'b',
    value: 'Flat',
    channel: CHANNEL,
    view: { id: 'V1', type: 'modal', private_metadata: 'sealed' },
  },
};

const ENVELOPE = { type: 'event_callback', team_id: TEAM.id, event_id: 'Ev1', event_time: 1 };
const DIRECT = directMessageWith(PEOPLE.hannah);

/** What Slack tells of unasked. */
export const EVENTS = [
  { type: 'app_home_opened', user: PEOPLE.hannah, channel: DIRECT, tab: 'home' },
  { type: 'app_mention', user: PEOPLE.hannah, channel: CHANNELS.leasing, text: 'list', ts: '1.1' },
  { type: 'message', channel_type: 'im', user: PEOPLE.hannah, channel: DIRECT, text: 'help' },
  {
    type: 'link_shared',
    user: PEOPLE.hannah,
    channel: CHANNELS.leasing,
    message_ts: '1.1',
    links: [{ url: 'https://console.example.com/file-1', domain: 'example.com' }],
  },
  {
    type: 'entity_details_requested',
    user: PEOPLE.hannah,
    channel: CHANNELS.leasing,
    trigger_id: '1.1',
    entity_url: 'https://console.example.com/file-1',
    external_ref: { id: 'file-1', type: 'rental_file' },
  },
  {
    type: 'member_joined_channel',
    user: APP.userId,
    channel: CHANNELS.leasing,
    inviter: PEOPLE.hannah,
  },
  { type: 'user_change', user: { id: PEOPLE.claire } },
  { type: 'team_join', user: { id: PEOPLE.claire } },
  { type: 'subteam_updated', subteam: { id: 'S1' } },
  { type: 'subteam_members_changed', subteam_id: 'S1' },
  { type: 'channel_shared', channel: CHANNELS.leasing },
].map((event) => ({ ...ENVELOPE, event }));
