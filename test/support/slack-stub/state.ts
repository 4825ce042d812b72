import type {
  Message,
  Person,
  State,
} from '../../../src/playground/slack-workspace/page-protocol.ts';
import { pageMessage } from '../page-message.ts';
import { digestBlocks } from './digest.ts';
import { homeView } from './views.ts';

/** 20 November 2026, 09:00 in Paris. */
const MORNING_S = 1_795_161_600;

const APP = 'U0APP';

function person(id: string, name: string, role: string, locale = 'en-GB'): Person {
  return { id, name, role, locale, isBot: id === APP };
}

function message(channel: string, minute: number, part: Partial<Message>): Message {
  return pageMessage((MORNING_S + minute * 60).toFixed(6), { channel, ...part });
}

/** A workspace in which a morning's work has begun. */
export function firstState(): State {
  return {
    team: { id: 'T0', name: 'Maison Verte Immobilier' },
    app: { id: 'A0', name: 'Rental Desk', userId: APP },
    people: [
      person('U0ZOE', 'Zoé Lambert', 'admin'),
      person('U0SAM', 'Sam Okafor', 'leasing'),
      person('U0GUEST', 'Gina Bell', 'guest'),
      person('U0EXT', 'Ed Park', 'other workspace', 'en-US'),
      person(APP, 'Rental Desk', 'app'),
    ],
    channels: [
      { id: 'C0LEASING', name: 'leasing', kind: 'public', isExternal: false },
      { id: 'C0TRY', name: 'try-it', kind: 'public', isExternal: false },
      { id: 'C0OWNERS', name: 'owners-private', kind: 'private', isExternal: false },
      { id: 'C0PARTNER', name: 'partner-agency', kind: 'public', isExternal: true },
      { id: 'D0APP', name: 'Rental Desk', kind: 'dm', isExternal: false },
    ],
    messages: [
      message('C0LEASING', 0, { text: 'Morning digest', blocks: digestBlocks() }),
      message('C0LEASING', 4, {
        author: 'U0SAM',
        text: 'Thanks! I take the two on *rue des Lilas* :raised_hands: <@U0ZOE> can you call them?',
      }),
      message('C0LEASING', 5, { author: 'U0SAM', text: 'and `T3-0142` is mine already' }),
    ],
    modals: [],
    panels: [],
    homes: { U0ZOE: homeView() },
    commands: [
      {
        command: '/rental',
        description: 'Rental files, their decisions and what waits',
        usageHint: 'list [query] | show ID | digest [add|list|status] | help',
      },
    ],
    shortcuts: [],
    settings: { transport: 'socket', serviceMode: 'fair', bot: 'ready', service: 'playground' },
  };
}
