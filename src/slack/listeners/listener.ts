import type { App } from '@slack/bolt';

import { ExpiredActionError } from '../../commands/errors.ts';
import type { PostLog } from '../../delivery/ports.ts';
import type { Log } from '../../log.ts';
import type { Action, Answer } from '../../views/message.ts';
import type { ReplayGuard } from '../admission.ts';
import type { RequestHandler } from '../request-handler.ts';
import type { Modals, ModalsOptions } from '../respond/modal.ts';

/** Everything that listeners share. */
export interface ListenerContext extends Omit<ModalsOptions, 'client'> {
  readonly app: App;
  readonly requestHandler: RequestHandler;
  readonly modals: Modals;
  readonly replayGuard: ReplayGuard;
  readonly log: Log;
  /** Whether links are shown as Work Objects, which the app's settings at Slack must allow. */
  readonly workObjects?: boolean;
  /** Record of posts in channels. */
  readonly postLog?: PostLog;
  /** Called with each channel that other organisations have come into. */
  readonly onShared?: (channelId: string) => void;
  /** Called with each person of whom Slack reports a change. */
  readonly onPersonChanged?: (userId: string) => void;
}

/** Who uses a button, a form or a shortcut. */
export interface Interaction {
  readonly user: { readonly id: string; readonly team_id?: string };
  readonly team: { readonly id: string } | null;
}

/** The person of an interaction, and the workspace that it names as theirs. */
export function requesterIn({ user, team }: Interaction): { userId: string; teamId: string } {
  return { userId: user.id, teamId: user.team_id ?? team?.id ?? '' };
}

/**
 * The private metadata of a view; empty where Slack sends none, as in its documentation's actions of
 * the Home tab.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
export function privateMetadataOf({
  private_metadata: metadata = '',
}: {
  private_metadata?: string;
}) {
  return metadata;
}

/** An action without a command: the answer is that the button is no longer good. */
export const NO_ACTION: Action = { command: '', args: {} };

/** Name of requests with an expired action in metrics and the log. */
export const EXPIRED_NAME = 'grown_old';

/** Answers a request with an expired action. */
export function rejectExpired(): AsyncIterable<Answer> {
  throw new ExpiredActionError();
}
