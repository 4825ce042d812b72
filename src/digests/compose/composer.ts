import { wordsIn } from '../../i18n/index.ts';
import type { Messages } from '../../i18n/messages.ts';
import type { Language } from '../../i18n/types.ts';
import { deliveryReference } from '../../lib/reference-code.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import type { ChannelSettingsStore } from '../../store/channel-settings.ts';
import type { Delivery, Digest } from '../../store/digest.ts';
import { reasonIn } from '../../views/digests/history.ts';
import {
  digestMissedView,
  digestOwnerView,
  digestTryingView,
  escalationRefusedView,
  escalationUnclearView,
} from '../../views/digests/notices.ts';
import { audienceIn } from '../audience.ts';
import { isPausing } from '../delivery/errors.ts';
import type { AdminsTools, DeliverTools, EscalationTools, OwnersTools } from '../delivery/ports.ts';
import type { LiveTools } from '../live-updates.ts';
import type { Calendars } from '../planner.ts';
import { composeDigest } from './digest.ts';
import { composeEscalation, overdueFiles } from './escalation.ts';
import { composeLive } from './live.ts';
import { digestAction } from './parts.ts';
import { createSharedWork } from './shared-work.ts';

interface ComposerOptions {
  readonly settings: Pick<ChannelSettingsStore, 'of'>;
  readonly calendars: Calendars;
  /** Where neither a digest nor its channel has a language. */
  readonly language: Language;
  readonly now: () => number;
  /** Where a rental file opens for people; `null` where it does not. */
  readonly linkTo: (id: string) => string | null;
}

/** Everything that digests say. */
interface Composer extends Pick<DeliverTools, 'compose' | 'messages'> {
  readonly escalating: Omit<EscalationTools, 'store'>;
  readonly toChannel: OwnersTools['toChannel'];
  readonly toAdmin: AdminsTools['messageFor'];
  readonly composeLive: LiveTools['compose'];
}

/** Finds out who reads a digest and in what, and composes it and all that is said about it. */
export function createComposer({
  settings,
  calendars,
  language,
  now,
  linkTo,
}: ComposerOptions): Composer {
  const shared = createSharedWork();

  async function wordsFor({ channelId, options }: Digest): Promise<Messages> {
    const held = await settings.of(channelId);
    return wordsIn(options.language ?? held?.language ?? language);
  }

  async function toOthers(reader: 'channel' | 'admin', digest: Digest, delivery: Delivery) {
    const { presses, ...news } = newsOf(digest, delivery);
    const take = digestAction('take', digest.id);
    const told = { ...news, presses: { ...presses, take }, reader };
    return digestOwnerView(told, await wordsFor(digest));
  }

  function overdueIn(digest: Digest, snapshot: Snapshot) {
    const workingDays = calendars.workingDaysOf(digest.schedule.holidays);
    return { digest, snapshot: snapshot, workingDays, shared };
  }

  return {
    async compose(moment, sharing) {
      const { digest } = moment;
      const held = await settings.of(digest.channelId);
      await shared.air();
      return composeDigest(
        {
          ...moment,
          audience: audienceIn(held, sharing, language),
          workingDays: calendars.workingDaysOf(digest.schedule.holidays),
          now: now(),
          linkTo,
        },
        shared,
      );
    },
    messages: {
      outageNotice: async (digest, { giveUpAt }) =>
        digestTryingView(noticed(digest), giveUpAt, await wordsFor(digest)),
      missed: async (digest, { dueAt }) =>
        digestMissedView(noticed(digest), dueAt, await wordsFor(digest)),
      toOwner: async (digest, delivery) =>
        digestOwnerView(newsOf(digest, delivery), await wordsFor(digest)),
    },
    escalating: {
      filesOf: (digest, snapshot) => overdueFiles(overdueIn(digest, snapshot)),
      async messageFor(digest, snapshot, files, sharing) {
        const channelId = digest.options.escalate?.channelId ?? digest.channelId;
        return composeEscalation({
          ...overdueIn(digest, snapshot),
          files,
          audience: audienceIn(await settings.of(channelId), sharing, language),
          now: now(),
          linkTo,
        });
      },
      async refusal(digest, code) {
        const words = await wordsFor(digest);
        return escalationRefusedView(digest.name, reasonIn(code, words), words);
      },
      unclear: async (digest) => escalationUnclearView(digest.name, await wordsFor(digest)),
    },
    async composeLive(moment, channelId, sharing) {
      const held = await settings.of(channelId);
      await shared.air();
      const { holidays } = moment.post.digest.schedule;
      return composeLive(
        {
          ...moment,
          audience: audienceIn(held, sharing, language),
          workingDays: calendars.workingDaysOf(holidays),
          now: now(),
          linkTo,
        },
        shared,
      );
    },
    toChannel: async (digest, delivery) => toOthers('channel', digest, delivery),
    toAdmin: async (digest, delivery) => toOthers('admin', digest, delivery),
  };
}

function noticed({ name, schedule: { zone } }: Digest) {
  return { name, zone };
}

function newsOf(digest: Digest, delivery: Delivery) {
  const { id, state } = digest;
  const { dueAt, reason, postedAt, isIncomplete, counts } = delivery;
  const isPaused = state === 'paused' || isPausing(delivery);
  return {
    ...noticed(digest),
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
