import type { Outcome } from '../bot/bot.ts';
import type { ServerContext } from '../context.ts';
import { escapeText, withReferences } from '../message-text.ts';
import { reply } from '../response-url-handler.ts';
import { payloadName, type Room } from '../store/channels.ts';
import type { Member } from '../store/people.ts';
import { APP, SLACKBOT_ID, TEAM, VERIFICATION_TOKEN } from '../store/team.ts';

interface Typed {
  readonly person: Member;
  readonly room: Room;
  readonly text: string;
  readonly thread: string | null;
}

/**
 * Sends a slash command to the app, and shows its response or that there was none.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export async function runCommand(context: ServerContext, typed: Typed): Promise<void> {
  const { manifest, bot, responseUrls, triggers, store } = context;
  const { person, room, text, thread } = typed;
  const command = text.split(/\s/, 1)[0] ?? '';
  if (command === '/invite' && (await inviteApp(context, typed))) return;
  const offered = manifest.features.slash_commands.find((one) => one.command === command);
  // Only members of the workspace that installed the app have its commands.
  if (offered === undefined || person.teamId !== TEAM.id) {
    return slackbot(context, typed, `${command} is not a valid command.`);
  }
  if (thread !== null) {
    return slackbot(context, typed, `${command} is not supported in threads. Sorry!`);
  }

  const rest = escapeText(text.slice(command.length).trim());
  const source = { person: person.id, channel: room.id, ts: null };
  const outcome = await bot.send({
    kind: 'slash_commands',
    payload: {
      token: VERIFICATION_TOKEN,
      team_id: TEAM.id,
      team_domain: TEAM.domain,
      channel_id: room.id,
      channel_name: payloadName(room),
      user_id: person.id,
      user_name: person.handle,
      command,
      text: offered.should_escape ? withReferences(rest, store) : rest,
      api_app_id: APP.id,
      is_enterprise_install: 'false',
      response_url: responseUrls.issue('commands', source),
      trigger_id: triggers.issue(person.id),
    },
  });
  const error = show(context, typed, outcome);
  if (error !== null) slackbot(context, typed, `${command} failed with the error "${error}"`);
}

/** Slack's own command, for the app alone; `false` when it names anybody else. */
async function inviteApp(
  { store, events }: ServerContext,
  { person, room, text }: Typed,
): Promise<boolean> {
  const isForApp = withReferences(text, store).trim() === `/invite <@${APP.userId}>`;
  if (!isForApp || room.kind === 'dm' || room.members.includes(APP.userId)) return false;
  store.changeRoom(room.id, { members: [...room.members, APP.userId] });
  const joined = {
    type: 'member_joined_channel',
    user: APP.userId,
    channel: room.id,
    channel_type: room.kind === 'private' ? 'G' : 'C',
    team: TEAM.id,
    inviter: person.id,
  };
  await events.send('member_joined_channel', joined, room);
  return true;
}

/** Shows what came with the acknowledgement; gives what went wrong, if anything did. */
function show(
  context: ServerContext,
  { person, room, text }: Typed,
  outcome: Outcome,
): string | null {
  if (outcome.kind === 'refused') return outcome.error;
  if (outcome.body === null) return null;
  const body = typeof outcome.body === 'string' ? { text: outcome.body } : outcome.body;
  if (body['response_type'] === 'in_channel') {
    const typed = escapeText(text);
    context.store.messages.add({ channel: room.id, author: person.id, text: typed });
  }
  const isEcho = body['text'] === undefined && body['blocks'] === undefined;
  if (isEcho && body['attachments'] === undefined) return null;
  const error = reply(context, { person: person.id, channel: room.id, ts: null }, body);
  return error === 'ok' ? null : error;
}

function slackbot({ store }: ServerContext, { person, room, thread }: Typed, text: string): void {
  store.messages.add({ channel: room.id, author: SLACKBOT_ID, onlyFor: person.id, text, thread });
}
