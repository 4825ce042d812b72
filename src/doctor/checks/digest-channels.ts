import type { WebClient } from '@slack/web-api';

import { isOutsideChannel } from '../../slack-errors.ts';
import type { Digest } from '../../store/digest.ts';
import type { DigestStore } from '../../store/store.ts';
import { type Examination, type Finding, skipped, problem, ok } from '../finding.ts';
import { callFinding } from './slack.ts';

const ABOUT = 'Digest channels';

/** Slack’s rate limit for `conversations.info` is about 50 a minute. */
const CHANNELS_MAX = 40;

/** Ids of channels; direct messages need no invitation. */
const CHANNEL = /^[CG]/;

/**
 * Checks that the app is a member of every channel of an active digest and of its escalations, and may
 * answer there and in direct messages.
 *
 * @param allowed the only channels with answers; all without any
 */
export async function* examineDigestChannels(
  { digests }: Pick<DigestStore, 'digests'>,
  client: WebClient,
  allowed: readonly string[],
): Examination {
  const all = await digests.list({});
  const active = all.filter(({ state }) => state === 'active');
  const inChannels = active.filter(({ channelId }) => CHANNEL.test(channelId));
  const byChannel = Map.groupBy(inChannels, ({ channelId }) => channelId);
  const channels = [...byChannel.keys()];
  const isAnswered = (channel: string) => allowed.length === 0 || allowed.includes(channel);
  let problems = 0;
  for (const finding of refusedElsewhere(active, isAnswered)) {
    yield finding;
    problems += 1;
  }
  const second = secondChannels(active, isAnswered).filter(
    ({ channel }) => !byChannel.has(channel),
  );
  const places = [...channels.map((channel) => placeOfDigests(channel, byChannel)), ...second];
  for (const place of places.slice(0, CHANNELS_MAX)) {
    const finding = isAnswered(place.channel)
      ? await examineChannel(place, client)
      : problem(place.about, NOT_ALLOWED, `${ALLOW} Or ${place.without(IN_NAMED)}`);
    if (finding === null) continue;
    yield finding;
    problems += 1;
  }
  const count = Math.min(places.length, CHANNELS_MAX);
  if (problems === 0) yield ok(ABOUT, noProblems(active.length, count, places.length));
  if (places.length > CHANNELS_MAX) {
    yield skipped(ABOUT, `only the first ${CHANNELS_MAX} of ${places.length} are looked at`);
  }
  return null;
}

/** A channel that something is posted to. */
interface PostedTo {
  readonly channel: string;
  /** What a finding is about. */
  readonly about: string;
  /** How nothing is posted there any more: what to type, and where. */
  readonly without: (where?: string) => string;
}

function placeOfDigests(
  channel: string,
  byChannel: ReadonlyMap<string, readonly Digest[]>,
): PostedTo {
  const digests = byChannel.get(channel) ?? [];
  return {
    channel,
    about: `Digest channel ${channel}`,
    without: (where) => removeThem(digests, where),
  };
}

/** The channels of escalations that get answers; the others have findings of their own. */
function secondChannels(
  active: readonly Digest[],
  isAnswered: (channel: string) => boolean,
): readonly PostedTo[] {
  const escalating = active.filter(({ options: { escalate } }) => escalate !== null);
  const byChannel = Map.groupBy(escalating, ({ options: { escalate } }) => escalate?.channelId);
  return Array.from(byChannel).flatMap(([channel, digests]) =>
    channel !== undefined && isAnswered(channel)
      ? [{ channel, about: `Escalation channel ${channel}`, without: () => endEscalation(digests) }]
      : [],
  );
}

/** Direct messages and channels of escalations without answers. */
function refusedElsewhere(
  active: readonly Digest[],
  isAnswered: (channel: string) => boolean,
): readonly Finding[] {
  const direct = active.filter(({ channelId: to }) => !CHANNEL.test(to) && !isAnswered(to));
  const second = new Set(active.flatMap(({ options: { escalate } }) => escalate?.channelId ?? []));
  return [
    ...(direct.length === 0
      ? []
      : [problem(ABOUT, NOT_DIRECT, `Leave it empty, or ${removeThem(direct, IN_NAMED)}`)]),
    ...Array.from(second)
      .filter((channel) => !isAnswered(channel))
      .map((channel) => problem(`Escalation channel ${channel}`, NOT_ALLOWED, ALLOW)),
  ];
}

function noProblems(digests: number, examined: number, channels: number): string {
  if (digests === 0) return 'there is no active digest.';
  const some = `active digests: ${digests}`;
  if (channels === 0) return `${some}, all of them direct messages.`;
  return examined < channels
    ? `${some}, and Rental Desk is in the first ${examined} of the channels that they go to.`
    : `${some}, and Rental Desk is in all channels that they go to.`;
}

/** `null` if messages can be posted to the channel. */
async function examineChannel(
  { channel, about, without }: PostedTo,
  client: WebClient,
): Promise<Finding | null> {
  try {
    const { channel: info } = await client.conversations.info({ channel });
    if (info?.is_archived === true) {
      return problem(about, 'It is archived.', `Restore the channel, or ${without()}`);
    }
    if (info?.is_member === true) return null;
    return problem(about, 'Rental Desk is not in it.', INVITE);
  } catch (error) {
    return callFinding(about, error, (code) =>
      isOutsideChannel(code)
        ? problem(
            about,
            'It does not exist any more, or Rental Desk is not in it.',
            `${INVITE} If there is no such channel, ${without()}`,
          )
        : problem(about, `Slack tells nothing about it (${code}).`, SCOPES),
    );
  }
}

const NOT_ALLOWED = 'ACCESS_CHANNELS does not name it, so nothing is posted there.';
const NOT_DIRECT = 'ACCESS_CHANNELS is set, so nothing goes to a person directly.';
const ALLOW = 'Add it to ACCESS_CHANNELS.';
const INVITE = 'Open the channel in Slack and type /invite @Rental Desk there.';
const SCOPES = 'Look at the scopes above.';

const IN_NAMED = 'in a channel that it names';

/** By id, since a command cannot be typed in a channel that is archived, deleted or not answered. */
function removeThem(digests: readonly Digest[], where = 'in any other channel'): string {
  const commands = digests.map(
    ({ id, alert }) => `/rental ${alert ? 'alert' : 'digest'} remove ${id}`,
  );
  return `type ${commands.join(' and ')} ${where} (their owner, or an admin of Rental Desk).`;
}

/** Escalations end with an option of their digest, which is changed in its channel. */
function endEscalation(digests: readonly Digest[]): string {
  const commands = digests.map(({ id }) => `/rental digest edit ${id} escalate:none`);
  return `type ${commands.join(' and ')} in the channel of the digest (its owner, or an admin of Rental Desk).`;
}
