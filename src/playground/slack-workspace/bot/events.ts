import { grantedScopes, type Manifest } from '../manifest.ts';
import type { Json } from '../page-protocol.ts';
import type { Room } from '../store/channels.ts';
import type { Identifiers } from '../store/identifiers.ts';
import { APP, TEAM, VERIFICATION_TOKEN } from '../store/team.ts';
import type { Bot, Outcome, Refusal, Retry } from './bot.ts';

/** Slack tries three times more: at once, after a minute, after five. */
export const EVENT_RETRY_DELAYS_MS: readonly number[] = [0, 60_000, 300_000];

/** Without its scope no event is sent, whatever the manifest subscribes to. */
const EVENT_SCOPES: Readonly<Record<string, string>> = {
  app_mention: 'app_mentions:read',
  channel_archive: 'channels:read',
  channel_left: 'channels:read',
  channel_rename: 'channels:read',
  channel_shared: 'channels:read',
  channel_unarchive: 'channels:read',
  channel_unshared: 'channels:read',
  group_archive: 'groups:read',
  group_left: 'groups:read',
  group_rename: 'groups:read',
  group_unarchive: 'groups:read',
  link_shared: 'links:read',
  member_joined_channel: 'channels:read',
  member_left_channel: 'channels:read',
  'message.channels': 'channels:history',
  'message.groups': 'groups:history',
  'message.im': 'im:history',
  subteam_members_changed: 'usergroups:read',
  subteam_updated: 'usergroups:read',
  team_join: 'users:read',
  user_change: 'users:read',
};

export interface Events {
  /**
   * Tells the app of an event it subscribed to; resolves once the first try is over.
   *
   * @param subscription its name in the manifest: `message.im` is an event `message`
   * @param room where it happened; `null` for what happens in no channel
   */
  send(subscription: string, event: Json, room: Room | null): Promise<void>;
  stop(): void;
}

type Payload = Json & { readonly event: Json };

interface EventOptions {
  readonly manifest: Manifest;
  readonly bot: Bot;
  readonly ids: Identifiers;
  readonly now: () => number;
  readonly retryDelaysMs: readonly number[];
  /** Called with an event when it is tried again. */
  readonly onAgain: (event: Json) => void;
  /** Called with an event that is not tried again, though every try of it failed. */
  readonly onGivenUp: (event: Json) => void;
}

/**
 * The Events API: delivers events, and tries again when they are not acknowledged.
 *
 * @see https://docs.slack.dev/apis/events-api
 */
export function eventsApi(options: EventOptions): Events {
  const { manifest, bot, ids, now, retryDelaysMs, onAgain, onGivenUp } = options;
  const subscribed = new Set(manifest.settings.event_subscriptions.bot_events);
  const granted = grantedScopes(manifest);
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  function isGranted(subscription: string): boolean {
    const scope = EVENT_SCOPES[subscription];
    return scope === undefined || granted.includes(scope);
  }

  async function deliver(payload: Payload, retry?: Retry): Promise<void> {
    const envelope = { kind: 'events_api', payload } as const;
    const outcome = await bot.send(retry === undefined ? envelope : { ...envelope, retry });
    if (outcome.kind === 'refused' && !outcome.isFinal) again(payload, outcome, retry?.number ?? 0);
  }

  function again(payload: Payload, outcome: Outcome & { error: Refusal }, tries: number): void {
    const delayMs = retryDelaysMs[tries];
    if (isStopped) return;
    if (delayMs === undefined) return onGivenUp(payload.event);
    const retry = { number: tries + 1, reason: retryReason(outcome.error) };
    const timer = setTimeout(() => {
      timers.delete(timer);
      onAgain(payload.event);
      void deliver(payload, retry);
    }, delayMs);
    timers.add(timer);
  }

  return {
    async send(subscription, event, room) {
      if (!subscribed.has(subscription) || !isGranted(subscription)) return;
      await deliver({
        token: VERIFICATION_TOKEN,
        team_id: TEAM.id,
        context_team_id: TEAM.id,
        context_enterprise_id: null,
        api_app_id: APP.id,
        event: { ...event, event_ts: ids.ts() },
        type: 'event_callback',
        event_id: ids.id('Ev'),
        event_time: Math.floor(now() / 1000),
        authorizations: [
          {
            enterprise_id: null,
            team_id: TEAM.id,
            user_id: APP.userId,
            is_bot: true,
            is_enterprise_install: false,
          },
        ],
        is_ext_shared_channel: room?.isExternal ?? false,
        event_context: ids.secret(),
      });
    },

    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function retryReason(error: Refusal): string {
  switch (error) {
    case 'operation_timeout':
      return 'http_timeout';
    case 'dispatch_failed':
      return 'connection_failed';
    case 'http_client_error':
    case 'http_service_error':
      return 'http_error';
  }
}
