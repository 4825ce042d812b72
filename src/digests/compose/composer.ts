import { wordsIn } from '../../i18n/index.ts';
import type { Messages } from '../../i18n/messages.ts';
import { channelPrivacy, type Sharing } from '../../i18n/privacy.ts';
import type { Language } from '../../i18n/types.ts';
import { deliveryReference } from '../../lib/reference-code.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import {
  type ChannelSettings,
  type ChannelSettingsStore,
  DEFAULT_CHANNEL_SETTINGS,
} from '../../store/channel-settings.ts';
import type { Delivery, Digest } from '../../store/digest.ts';
import { reasonIn } from '../../views/digests/history.ts';
import {
  digestMissedView,
  digestOwnerView,
  digestTryingView,
  escalationRefusedView,
  escalationUnclearView,
} from '../../views/digests/notices.ts';
import { isPausing } from '../delivery/errors.ts';
import type { AdminPorts, DeliveryPorts, EscalationPorts, OwnerPorts } from '../delivery/ports.ts';
import type { LiveUpdatePorts } from '../live-updates.ts';
import type { Calendars } from '../planner.ts';
import { composeDigest } from './digest.ts';
import { composeEscalation, overdueFiles } from './escalation.ts';
import { composeLive } from './live.ts';
import { digestAction } from './parts.ts';
import { createSharedWork } from './shared-work.ts';
import type { Audience } from './types.ts';

interface ComposerOptions {
  readonly settings: Pick<ChannelSettingsStore, 'of'>;
  readonly calendars: Calendars;
  /** Language of digests for which neither the digest nor its channel has one. */
  readonly language: Language;
  readonly now: () => number;
  /** Link to a rental file; `null` without a web address of the service. */
  readonly linkTo: (id: string) => string | null;
}

/** Composes digests and all messages about them. */
interface Composer extends Pick<DeliveryPorts, 'compose' | 'messages'> {
  readonly escalationMessages: Omit<EscalationPorts, 'store'>;
  readonly channelNotice: OwnerPorts['toChannel'];
  readonly adminNotice: AdminPorts['messageFor'];
  readonly composeLive: LiveUpdatePorts['compose'];
}

/** Creates the composer, which looks up audience and language by itself. */
export function createComposer({
  settings,
  calendars,
  language,
  now,
  linkTo,
}: ComposerOptions): Composer {
  const shared = createSharedWork();

  async function wordsFor({ channelId, options }: Digest): Promise<Messages> {
    const stored = await settings.of(channelId);
    return wordsIn(options.language ?? stored?.language ?? language);
  }

  async function noticeFor(reader: 'channel' | 'admin', digest: Digest, delivery: Delivery) {
    const { presses, ...notice } = ownerNotice(digest, delivery);
    const take = digestAction('take', digest.id);
    const model = { ...notice, presses: { ...presses, take }, reader };
    return digestOwnerView(model, await wordsFor(digest));
  }

  function overdueIn(digest: Digest, snapshot: Snapshot) {
    const workingDays = calendars.workingDaysOf(digest.schedule.holidays);
    return { digest, snapshot, workingDays, shared };
  }

  return {
    async compose(input, sharing) {
      const { digest } = input;
      const stored = await settings.of(digest.channelId);
      await shared.yieldToRequests();
      return composeDigest(
        {
          ...input,
          audience: audienceOf(stored, sharing, language),
          workingDays: calendars.workingDaysOf(digest.schedule.holidays),
          now: now(),
          linkTo,
        },
        shared,
      );
    },
    messages: {
      outageNotice: async (digest, { giveUpAt }) =>
        digestTryingView(noticeHeader(digest), giveUpAt, await wordsFor(digest)),
      missed: async (digest, { dueAt }) =>
        digestMissedView(noticeHeader(digest), dueAt, await wordsFor(digest)),
      toOwner: async (digest, delivery) =>
        digestOwnerView(ownerNotice(digest, delivery), await wordsFor(digest)),
    },
    escalationMessages: {
      overdueFiles: (digest, snapshot) => overdueFiles(overdueIn(digest, snapshot)),
      async messageFor(digest, snapshot, files, sharing) {
        const channelId = digest.options.escalate?.channelId ?? digest.channelId;
        return composeEscalation({
          ...overdueIn(digest, snapshot),
          files,
          audience: audienceOf(await settings.of(channelId), sharing, language),
          now: now(),
          linkTo,
        });
      },
      async refusedMessage(digest, code) {
        const words = await wordsFor(digest);
        return escalationRefusedView(digest.name, reasonIn(code, words), words);
      },
      unclearMessage: async (digest) => escalationUnclearView(digest.name, await wordsFor(digest)),
    },
    async composeLive(input, channelId, sharing) {
      const stored = await settings.of(channelId);
      await shared.yieldToRequests();
      const { holidays } = input.post.digest.schedule;
      return composeLive(
        {
          ...input,
          audience: audienceOf(stored, sharing, language),
          workingDays: calendars.workingDaysOf(holidays),
          now: now(),
          linkTo,
        },
        shared,
      );
    },
    channelNotice: async (digest, delivery) => noticeFor('channel', digest, delivery),
    adminNotice: async (digest, delivery) => noticeFor('admin', digest, delivery),
  };
}

function noticeHeader({ name, schedule: { zone } }: Digest) {
  return { name, zone };
}

function ownerNotice(digest: Digest, delivery: Delivery) {
  const { id, state } = digest;
  const { dueAt, reason, postedAt, isIncomplete, counts } = delivery;
  const isPaused = state === 'paused' || isPausing(delivery);
  return {
    ...noticeHeader(digest),
    reference: deliveryReference(delivery.id),
    reader: 'owner' as const,
    line: {
      dueAt,
      isRun: delivery.kind === 'run',
      state: delivery.state,
      reason,
      postedAt,
      isIncomplete,
      counts,
    },
    isPaused,
    presses: {
      edit: digestAction('edit', id, 'modal'),
      more: null,
      preview: null,
      run: digestAction('run', id),
      pause: null,
      resume: isPaused ? digestAction('resume', id) : null,
      status: digestAction('status', id),
      take: null,
      remove: null,
    },
  };
}

/**
 * The privacy level and language of a channel. Nobody is named where other organisations are in the
 * channel, or may be.
 *
 * @param stored settings of the channel; `null` for the defaults
 * @param language for a channel that has chosen none
 */
export function audienceOf(
  stored: ChannelSettings | null,
  sharing: Sharing,
  language: Language,
): Audience {
  const settings = stored ?? DEFAULT_CHANNEL_SETTINGS;
  return {
    privacy: channelPrivacy(settings.privacy, sharing),
    language: settings.language ?? language,
  };
}
