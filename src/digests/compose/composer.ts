import { deliveryReference } from '../../lib/reference-code.ts';
import type { Reading } from '../../portfolio/snapshot.ts';
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
import { wordsIn } from '../../views/words/languages.ts';
import type { Language, Words } from '../../views/words/words.ts';
import { readershipIn } from '../audience.ts';
import { isPausing } from '../delivery/errors.ts';
import type { AdminsTools, DeliverTools, EscalationTools, OwnersTools } from '../delivery/ports.ts';
import type { LiveTools } from '../live-updates.ts';
import type { Calendars } from '../planner.ts';
import { composeDigest } from './digest.ts';
import { composeEscalation, overdueFiles } from './escalation.ts';
import { composeLive } from './live.ts';
import { digestPress } from './parts.ts';
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
interface Composer extends Pick<DeliverTools, 'compose' | 'sayings'> {
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

  async function wordsFor({ channelId, options }: Digest): Promise<Words> {
    const held = await settings.of(channelId);
    return wordsIn(options.language ?? held?.language ?? language);
  }

  async function toOthers(reader: 'channel' | 'admin', digest: Digest, delivery: Delivery) {
    const { presses, ...news } = newsOf(digest, delivery);
    const take = digestPress('take', digest.id);
    const told = { ...news, presses: { ...presses, take }, reader };
    return digestOwnerView(told, await wordsFor(digest));
  }

  function overdueIn(digest: Digest, reading: Reading) {
    const workingDays = calendars.workingDaysOf(digest.schedule.holidays);
    return { digest, reading, workingDays, shared };
  }

  return {
    async compose(moment, exposure) {
      const { digest } = moment;
      const held = await settings.of(digest.channelId);
      await shared.air();
      return composeDigest(
        {
          ...moment,
          readership: readershipIn(held, exposure, language),
          workingDays: calendars.workingDaysOf(digest.schedule.holidays),
          now: now(),
          linkTo,
        },
        shared,
      );
    },
    sayings: {
      notice: async (digest, { giveUpAt }) =>
        digestTryingView(noticed(digest), giveUpAt, await wordsFor(digest)),
      missed: async (digest, { dueAt }) =>
        digestMissedView(noticed(digest), dueAt, await wordsFor(digest)),
      toOwner: async (digest, delivery) =>
        digestOwnerView(newsOf(digest, delivery), await wordsFor(digest)),
    },
    escalating: {
      filesOf: (digest, reading) => overdueFiles(overdueIn(digest, reading)),
      async messageFor(digest, reading, files, exposure) {
        const channelId = digest.options.escalate?.channelId ?? digest.channelId;
        return composeEscalation({
          ...overdueIn(digest, reading),
          files,
          readership: readershipIn(await settings.of(channelId), exposure, language),
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
    async composeLive(moment, channelId, exposure) {
      const held = await settings.of(channelId);
      await shared.air();
      const { holidays } = moment.post.digest.schedule;
      return composeLive(
        {
          ...moment,
          readership: readershipIn(held, exposure, language),
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
      edit: digestPress('edit', id, 'modal'),
      more: null,
      preview: null,
      run: digestPress('run', id),
      pause: null,
      resume: isPaused ? digestPress('resume', id) : null,
      status: digestPress('status', id),
      take: null,
      remove: null,
    },
  };
}
