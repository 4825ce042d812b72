import type { WebClient } from '@slack/web-api';

import type { DigestStore } from '../store/store.ts';
import { type Examination, type Finding, skipped, trouble, well } from './finding.ts';
import { awayFinding, slackFailure } from './slack-error.ts';

const ABOUT = 'Digest channels';

/** Slack answers fifty such questions a minute. */
const CHANNELS_MAX = 40;

/** Direct messages need nobody’s invitation. */
const CHANNEL = /^[CG]/;

/** Whether the app is in the channels that digests go to. */
export async function* examineDigestChannels(
  { digests }: Pick<DigestStore, 'digests'>,
  client: WebClient,
): Examination {
  const all = await digests.list({});
  const active = all.filter(({ state }) => state === 'active');
  const ids = active.map(({ channelId }) => channelId).filter((id) => CHANNEL.test(id));
  const channels = [...new Set(ids)];
  let troubles = 0;
  for (const channel of channels.slice(0, CHANNELS_MAX)) {
    const finding = await examineChannel(channel, client);
    if (finding === null) continue;
    yield finding;
    troubles += 1;
  }
  if (troubles === 0) yield well(ABOUT, allWell(active.length, channels.length));
  if (channels.length > CHANNELS_MAX) {
    yield skipped(ABOUT, `only the first ${CHANNELS_MAX} of ${channels.length} are looked at`);
  }
  return null;
}

function allWell(digests: number, channels: number): string {
  if (digests === 0) return 'there is no active digest.';
  const some = `active digests: ${digests}`;
  if (channels === 0) return `${some}, all of them direct messages.`;
  return `${some}, and Rental Desk is in all channels that they go to.`;
}

/** `null` when the channel takes a digest. */
async function examineChannel(channel: string, client: WebClient): Promise<Finding | null> {
  const about = `Digest channel ${channel}`;
  try {
    const { channel: told } = await client.conversations.info({ channel });
    if (told?.is_archived === true) {
      return trouble(
        about,
        'It is archived.',
        'Restore the channel, or remove its digests (/rental digest list).',
      );
    }
    if (told?.is_member === true) return null;
    return trouble(about, 'Rental Desk is not in it.', INVITE);
  } catch (error) {
    const failure = slackFailure(error);
    if (failure.kind === 'away') {
      return awayFinding(about, failure);
    }
    return failure.code === 'channel_not_found'
      ? trouble(about, 'It does not exist any more, or Rental Desk is not in it.', INVITE_OR_REMOVE)
      : trouble(about, `Slack tells nothing about it (${failure.code}).`, SCOPES);
  }
}

const INVITE = 'Open the channel in Slack and type /invite @Rental Desk there.';
const INVITE_OR_REMOVE = `${INVITE} If there is no such channel, remove its digests (/rental digest list).`;
const SCOPES = 'Look at the scopes above.';
