import type { Change, Channel, Message, State } from '../../slack-workspace/page-protocol.ts';

/** State after one more change; `null` before the first complete state. */
export function applyChange(state: State | null, change: Change): State | null {
  if (change.kind === 'state') return change.state;
  if (state === null) return null;
  switch (change.kind) {
    case 'message':
      return { ...state, messages: withMessage(state.messages, change.message) };
    case 'message_gone':
      return {
        ...state,
        messages: state.messages.filter((message) => !isAt(message, change.channel, change.ts)),
      };
    case 'modals':
      return { ...state, modals: change.modals };
    case 'panels':
      return { ...state, panels: change.panels };
    case 'home':
      return { ...state, homes: { ...state.homes, [change.person]: change.view } };
    case 'settings':
      return { ...state, settings: change.settings };
  }
}

function withMessage(messages: readonly Message[], message: Message): readonly Message[] {
  const isKnown = messages.some(({ channel, ts }) => isAt(message, channel, ts));
  if (!isKnown) return [...messages, message];
  return messages.map((known) => (isAt(known, message.channel, message.ts) ? message : known));
}

function isAt(message: Message, channel: string, ts: string): boolean {
  return message.channel === channel && message.ts === ts;
}

/** The messages of a channel that a person can see, oldest first. */
export function messagesFor(state: State, channel: string, person: string): readonly Message[] {
  return state.messages
    .filter((message) => message.channel === channel)
    .filter(({ onlyFor }) => onlyFor === null || onlyFor === person)
    .toSorted((one, other) => Number(one.ts) - Number(other.ts));
}

/** When the newest message was written that a person sees in a channel; 0 without any. */
export function newestIn(state: State, channel: string, person: string): number {
  return Number(messagesFor(state, channel, person).at(-1)?.ts ?? 0);
}

/**
 * The channels with messages of others that a person has not seen.
 *
 * @param readTo until when the person has read a channel, as `ts`
 */
export function unreadFor(
  state: State,
  person: string,
  readTo: (channel: string) => number,
): ReadonlySet<string> {
  const unread = channelsFor(state, person).filter(({ id }) =>
    messagesFor(state, id, person).some(
      ({ author, ts }) => author !== person && Number(ts) > readTo(id),
    ),
  );
  return new Set(unread.map(({ id }) => id));
}

/** The channels that a person is in. */
export function channelsFor(state: State, person: string): readonly Channel[] {
  return state.channels.filter(({ members }) => members?.includes(person) ?? true);
}
