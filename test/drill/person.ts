import { setTimeout } from 'node:timers/promises';

import { wordsIn } from '../../src/i18n/index.ts';
import type { Change, Message, Modal } from '../../src/playground/slack-workspace/page-protocol.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { directMessageWith } from '../../src/playground/slack-workspace/store/channels.ts';
import { APP, SLACKBOT_ID } from '../../src/playground/slack-workspace/store/team.ts';
import type { Answer } from '../../src/playground/slack-workspace/user-actions/user-action.ts';
import type { Disturbances } from './disturbances.ts';
import { isToldAgain, type Request } from './requests.ts';

/** Somebody who asks one thing after the other, and waits for each answer. */
export interface Person {
  readonly id: string;
  /**
   * Asks for something, and resolves when it is answered or hopeless.
   *
   * @param wanted how many answers it should have
   */
  ask(what: string, deed: () => Promise<Answer>, wanted?: number): Promise<Request>;
  /** The answers they can still see, the newest last. */
  seen(): readonly Message[];
  modal(): Modal | undefined;
  /** Closes every window. */
  closeAll(): Promise<void>;
}

export interface PersonOptions {
  readonly workspace: Pick<SlackWorkspace, 'subscribe' | 'state' | 'perform'>;
  readonly disturbances: Disturbances;
  /** Every request, as soon as it is made. */
  readonly requests: Request[];
  /** So long after all is well again nobody waits any more. */
  readonly patienceMs: number;
}

/** What stands until the answer comes, in either language: signs of life, which are no answer. */
const PASSING = new RegExp(
  (['en', 'fr'] as const)
    .map(wordsIn)
    .flatMap(({ reading, card, status, waiting }) => [
      // A list that is read anew says so beside what stands.
      reading.begun.slice(0, reading.begun.indexOf('…') + 1),
      card.opening,
      status.checking,
      waiting.moment,
    ])
    .join('|'),
);
const UNHEARD =
  /failed with the error|\((?:operation_timeout|dispatch_failed|http_\w+_error)\)|trouble connecting/;
const LOOK_EVERY_MS = 20;
/** So long after it was asked an answer may still come, when the service says nothing for long. */
const LATE_MS_MAX = 60_000;

export function createPerson(id: string, options: PersonOptions): Person {
  const { workspace, disturbances, requests, patienceMs } = options;
  let current: Request | null = null;
  let windows: readonly Modal[] = [];
  /** Slack gave these up, or the bot was killed; it may answer them all the same. */
  const givenUp: Request[] = [];

  function answer(text: string): void {
    if (current === null || PASSING.test(text)) return;
    const isMore = current.answeredAt.length >= current.wanted && !current.said.includes(text);
    const late = isMore
      ? givenUp.findIndex(({ askedAt }) => Date.now() - askedAt < LATE_MS_MAX)
      : -1;
    const [answered = current] = late === -1 ? [] : givenUp.splice(late, 1);
    answered.answeredAt.push(Date.now());
    answered.said.push(text);
  }

  function see(shown: readonly Modal[]): void {
    const before = windows;
    windows = shown;
    const text = JSON.stringify(shown);
    const ids = new Set(shown.map((one) => one.id));
    const isReplaced = (one: Modal) => !ids.has(one.id) && PASSING.test(JSON.stringify(one));
    // What was to come into a window went with it when they opened another one in a hurry.
    if (current && current.wanted > 1 && shown.length > 0 && before.some(isReplaced)) {
      current.wanted -= 1;
    }
    // Their own closing of a window is no answer.
    if (shown.length > 0 && text !== JSON.stringify(before) && !PASSING.test(text)) answer(text);
  }

  function hear(change: Change): void {
    if (change.kind === 'message') {
      const { message } = change;
      const isTheirs = message.onlyFor === id || message.channel === directMessageWith(id);
      if (!isTheirs || message.thread !== null) return;
      if (message.author === APP.userId) answer(message.text);
      if (message.author === SLACKBOT_ID && UNHEARD.test(message.text) && current) {
        current.isUnheard = true;
      }
    }
    if (change.kind === 'modals') see(change.modals.filter(({ person }) => person === id));
    if (change.kind === 'home' && change.person === id) answer(JSON.stringify(change.view));
  }
  workspace.subscribe(hear);
  const modal = () => workspace.state().modals.findLast(({ person }) => person === id);

  return {
    id,
    seen: () =>
      workspace
        .state()
        .messages.filter(({ author, onlyFor }) => author === APP.userId && onlyFor === id),
    modal,
    async closeAll() {
      const open = modal();
      if (open) await workspace.perform('close', { person: id, modal: open.id, all: true });
    },
    async ask(what, deed, wanted = 1) {
      const request: Request = {
        who: id,
        what,
        askedAt: Date.now(),
        wanted,
        toldAgainAt: null,
        answeredAt: [],
        said: [],
        isUnheard: false,
        endedAt: null,
      };
      current = request;
      requests.push(request);
      let isSent = false;
      const sending = async () => {
        const outcome = await deed();
        isSent = true;
        // A form that closes is answered by that.
        if (outcome.ok && what === 'form' && modal() === undefined) answer('closed');
        if (outcome.ok) return;
        if (UNHEARD.test(outcome.error)) request.isUnheard = true;
        // What was to be used is gone: nothing was sent.
        else requests.splice(requests.indexOf(request), 1);
      };
      const sent = sending();
      const isOver = () =>
        isSent &&
        (request.answeredAt.length >= request.wanted ||
          request.isUnheard ||
          !requests.includes(request));
      const isHopeless = () =>
        (!isToldAgain(request) && disturbances.hasRestartedSince(request.askedAt)) ||
        (disturbances.calmMs() > patienceMs && Date.now() - request.askedAt > patienceMs);
      while (!isOver() && !isHopeless()) await setTimeout(LOOK_EVERY_MS);
      await sent;
      request.endedAt = Date.now();
      const isGivenUp = request.isUnheard || isHopeless();
      if (isGivenUp && request.answeredAt.length < request.wanted) givenUp.push(request);
      return request;
    },
  };
}
