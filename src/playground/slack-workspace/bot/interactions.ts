import type { ServerContext } from '../context.ts';
import type { Json } from '../page-protocol.ts';
import { payloadName, type Room } from '../store/channels.ts';
import type { Member } from '../store/people.ts';
import { APP, TEAM, VERIFICATION_TOKEN } from '../store/team.ts';
import type { Outcome } from './bot.ts';

/**
 * Fields of every interaction payload: user, team, app.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads
 */
export function interactionBy(person: Member, type: string): Json {
  const { id, handle, teamId } = person;
  return {
    type,
    token: VERIFICATION_TOKEN,
    user: { id, username: handle, name: handle, team_id: teamId },
    api_app_id: APP.id,
    team: { id: TEAM.id, domain: TEAM.domain },
    enterprise: null,
    is_enterprise_install: false,
  };
}

/** A channel as interaction payloads name it. */
export function channelIn(room: Room): Json {
  return { id: room.id, name: payloadName(room) };
}

/**
 * Sends an interaction to the app; Slack sends none without interactivity in the manifest. Over
 * HTTP, what is typed into menus has a URL of its own, `message_menu_options_url`.
 */
export async function interact(
  { bot, manifest, store }: ServerContext,
  payload: Json,
): Promise<Outcome> {
  const { is_enabled: isEnabled, message_menu_options_url: menuUrl } =
    manifest.settings.interactivity;
  const isOverHttp = store.settings().transport === 'http';
  const isAddressed =
    payload['type'] !== 'block_suggestion' || !isOverHttp || menuUrl !== undefined;
  if (!isEnabled || !isAddressed) {
    return { kind: 'refused', error: 'dispatch_failed', isFinal: true };
  }
  return bot.send({ kind: 'interactive', payload });
}
