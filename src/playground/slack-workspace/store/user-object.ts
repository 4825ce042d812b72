import type { ServerContext } from '../context.ts';
import { grantedScopes } from '../manifest.ts';
import type { Json } from '../page-protocol.ts';
import type { Member } from './people.ts';
import { APP, SLACKBOT_ID, TEAM } from './team.ts';

interface Shown {
  /** The bot has `users:read.email`. */
  readonly withEmail: boolean;
  readonly withLocale: boolean;
  /** For the offset of the zone, in milliseconds since the epoch. */
  readonly nowMs: number;
}

/** A person as the app may see them: an address needs a scope of its own. */
export function shownToApp(
  { manifest, now }: ServerContext,
  member: Member,
  withLocale: boolean,
): Json {
  const withEmail = grantedScopes(manifest).includes('users:read.email');
  return userObject(member, { withEmail, withLocale, nowMs: now() });
}

/** @see https://docs.slack.dev/reference/objects/user-object */
function userObject(member: Member, { withEmail, withLocale, nowMs }: Shown): Json {
  const { id, teamId, handle, name, zone, isDeleted = false, isBot = false } = member;
  const own = { id, team_id: teamId, name: handle, deleted: isDeleted };
  const flags = { is_bot: isBot, is_app_user: false, updated: 1_790_000_000 };
  const profile = profileObject(member, withEmail);
  if (isDeleted) return { ...own, ...flags, profile };
  const isAdmin = member.isAdmin ?? false;
  return {
    ...own,
    ...flags,
    profile,
    real_name: name,
    color: '9f69e7',
    tz: zone,
    tz_label: zoneLabel(zone, nowMs),
    tz_offset: offsetSeconds(zone, nowMs),
    is_admin: isAdmin,
    is_owner: isAdmin,
    is_primary_owner: false,
    is_restricted: member.isRestricted ?? false,
    is_ultra_restricted: member.isUltraRestricted ?? false,
    is_email_confirmed: !isBot,
    // Somebody of another workspace who shares a channel is no stranger.
    ...(teamId === TEAM.id ? {} : { is_stranger: false }),
    ...(withLocale ? { locale: member.locale } : {}),
  };
}

function profileObject(member: Member, withEmail: boolean): Json {
  const { id, teamId, name, title, email, isBot = false } = member;
  const [firstName = '', ...lastNames] = name.split(' ');
  const isHuman = !isBot && id !== SLACKBOT_ID;
  return {
    team: teamId,
    title,
    real_name: name,
    real_name_normalized: name.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    display_name: isHuman ? firstName : '',
    display_name_normalized: isHuman ? firstName : '',
    first_name: firstName,
    last_name: lastNames.join(' '),
    phone: '',
    skype: '',
    status_text: '',
    status_emoji: '',
    status_expiration: 0,
    avatar_hash: 'g0',
    ...(withEmail && email !== undefined ? { email } : {}),
    ...(id === APP.userId ? { bot_id: APP.botId, api_app_id: APP.id, always_active: false } : {}),
  };
}

/** By zone: to make one takes longer than all the rest of a person. */
const zoneFormats = new Map<string, Intl.DateTimeFormat>();

function zoneLabel(timeZone: string, nowMs: number): string {
  const format =
    zoneFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'long' });
  zoneFormats.set(timeZone, format);
  const parts = format.formatToParts(nowMs);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

function offsetSeconds(zone: string, nowMs: number): number {
  const moment = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone);
  return moment.offsetNanoseconds / 1e9;
}
