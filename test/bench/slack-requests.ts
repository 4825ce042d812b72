import { createHmac } from 'node:crypto';

import { SECRETS } from '../../src/playground/playground.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { TEAM } from '../../src/playground/slack-workspace/store/team.ts';
import { type SlackFront, startSlackFront } from '../support/slack-front.ts';

/** Where files open for people. */
export const LINK = 'https://console.example/files/';

/** What a bot made of one request, in milliseconds after it was sent. */
export interface Timed {
  readonly acknowledgedMs: number;
  readonly answeredMs: number;
  /** The answer, as it was sent to the response URL. */
  readonly answer: Answer;
}

/** The part of an answer that further requests are made from. */
export interface Answer {
  readonly text: string;
  readonly blocks: readonly {
    readonly type: string;
    readonly elements?: readonly { readonly value?: string; readonly action_id?: string }[];
  }[];
}

/** Sends a bot what Slack would, and hears its answers. */
export interface Slack extends Pick<SlackFront, 'apiUrl' | 'passTo' | 'stop'> {
  /** Says where the bot is. */
  sendTo(bot: URL): void;
  /** A command, typed. */
  typed(text: string): Promise<Timed>;
  /** The details panel of a file's Work Object; milliseconds until it is filled. */
  panel(fileId: string): Promise<number>;
  /** The button of an answer that has this in its action id. */
  pressed(answer: Answer, index: number): Promise<Timed>;
}

/** Stands where Slack would; it answers in no time itself. */
export async function startSlack(): Promise<Slack> {
  const waiting = new Map<string, (answer: Answer) => void>();
  const front = await startSlackFront((path, body) => {
    const settle = waiting.get(path);
    waiting.delete(path);
    settle?.(JSON.parse(body));
  });
  const panels = new Map<string, () => void>();
  front.takeCalls('entity.presentDetails', (body) => {
    const call = new URLSearchParams(body);
    const trigger = call.get('trigger_id') ?? '';
    if (!call.has('metadata')) throw new Error(`a panel shows ${call.get('error')}`);
    panels.get(trigger)?.();
    panels.delete(trigger);
  });
  let bot: URL | null = null;
  let sent = 0;

  async function timed(fields: (responseUrl: string) => Record<string, string>): Promise<Timed> {
    sent += 1;
    const path = `/${sent}`;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    waiting.set(path, resolve);
    const body = new URLSearchParams(fields(front.answersUrl + path)).toString();
    if (bot === null) throw new Error('no bot is known yet');
    const start = performance.now();
    const response = await fetch(bot, { method: 'POST', headers: signed(body), body });
    const acknowledgedMs = performance.now() - start;
    await response.arrayBuffer();
    if (response.status !== 200) {
      throw new Error(`not acknowledged: ${response.status} after ${acknowledgedMs} ms`);
    }
    const answer = await promise;
    return { acknowledgedMs, answeredMs: performance.now() - start, answer };
  }

  return {
    ...front,
    sendTo(url) {
      bot = url;
    },
    typed: async (text) =>
      timed((responseUrl) => ({
        command: '/rental',
        text,
        user_id: PEOPLE.hannah,
        team_id: TEAM.id,
        channel_id: CHANNELS.leasing,
        response_url: responseUrl,
        trigger_id: '1.1',
        api_app_id: 'A1',
      })),
    async panel(fileId) {
      sent += 1;
      const trigger = `2.${sent}`;
      const { promise, resolve } = Promise.withResolvers<void>();
      panels.set(trigger, resolve);
      const body = JSON.stringify({
        type: 'event_callback',
        team_id: TEAM.id,
        api_app_id: 'A1',
        event_id: `Ev${sent}`,
        event: {
          type: 'entity_details_requested',
          user: PEOPLE.hannah,
          channel: CHANNELS.leasing,
          trigger_id: trigger,
          entity_url: LINK + fileId,
          external_ref: { id: fileId, type: 'rental_file' },
        },
      });
      if (bot === null) throw new Error('no bot is known yet');
      const start = performance.now();
      const headers = { ...signed(body), 'content-type': 'application/json' };
      const response = await fetch(bot, { method: 'POST', headers, body });
      await response.arrayBuffer();
      await promise;
      return performance.now() - start;
    },
    async pressed({ blocks }, index) {
      const row = blocks.filter(({ type }) => type === 'actions').at(-1)?.elements ?? [];
      const { value = '', action_id: actionId = '' } = row[index] ?? {};
      return timed((responseUrl) => ({
        payload: JSON.stringify({
          type: 'block_actions',
          user: { id: PEOPLE.hannah, team_id: TEAM.id },
          team: { id: TEAM.id },
          channel: { id: CHANNELS.leasing },
          container: { type: 'message', is_ephemeral: true },
          response_url: responseUrl,
          trigger_id: '1.1',
          api_app_id: 'A1',
          actions: [{ type: 'button', action_id: actionId, block_id: 'b', value }],
        }),
      }));
    },
  };
}

function signed(body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', SECRETS.signingSecret)
    .update(`v0:${timestamp}:${body}`)
    .digest('hex');
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${signature}`,
  };
}
