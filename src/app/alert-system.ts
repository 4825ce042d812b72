import { type AlertComposerOptions, composeAlert } from '../alerts/compose.ts';
import { createAlertEvaluation } from '../alerts/evaluate.ts';
import { PostError } from '../delivery/errors.ts';
import type { DeliveryPorts } from '../delivery/ports.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import type { Searcher } from '../portfolio/search/execute.ts';
import { READER_REFUSED } from '../slack-errors.ts';
import type { Authorizer } from '../slack/authorize.ts';
import { isUserId } from '../slack/post/post-message.ts';
import type { AlertStore } from '../store/alerts/alerts.ts';

interface AlertSystemParts extends AlertComposerOptions {
  readonly store: AlertStore;
  readonly portfolio: Pick<Portfolio, 'latest'>;
  readonly journal: NonNullable<Searcher['journal']>;
  readonly access: Pick<Authorizer, 'authorize'>;
  /** Milliseconds of a clock that is never set back. */
  readonly monotonic: () => number;
  /** Writes a failure that may come again in seconds. */
  readonly warn: (error: unknown, message: string, fields: object) => void;
}

/** Alerts: what they announce, and its posts. */
interface AlertSystem {
  /** @see createAlertEvaluation */
  readonly evaluate: (stopping: AbortSignal) => Promise<void>;
  readonly compose: DeliveryPorts['compose'];
}

/** Wires alerts. Their posts are delivered as those of digests. */
export function createAlertSystem(parts: AlertSystemParts): AlertSystem {
  const { store, portfolio, access, warn } = parts;
  return {
    evaluate: createAlertEvaluation({
      ...parts,
      latestSnapshot: () => portfolio.latest(),
      onUnreadable(alert, error) {
        warn(error, 'an alert cannot be read and announces nothing', { alert });
      },
    }),
    async compose(request, sharing, { id }) {
      await assertMayRead(request.digest.channelId, access);
      return composeAlert(request, await store.entriesOf(id), sharing, parts);
    },
  };
}

/**
 * Everybody in a channel may read what is posted there; a person may have lost their right since.
 *
 * @throws {PostError} when they have, or Slack does not say
 */
async function assertMayRead(
  channelId: string,
  access: Pick<Authorizer, 'authorize'>,
): Promise<void> {
  if (!isUserId(channelId)) return;
  const answer = await access.authorize({ userId: channelId, teamId: null, channelId: null }, true);
  if (answer.isAllowed) return;
  if (answer.reason === 'unknown') {
    throw new PostError('wait', 'access_unknown', { cause: answer.failure });
  }
  throw new PostError('refused', READER_REFUSED);
}
