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

/** The channels that a person is in. */
export function channelsFor(state: State, person: string): readonly Channel[] {
  return state.channels.filter(({ members }) => members?.includes(person) ?? true);
}
