/**
 * Protocol between the playground's page and its Slack workspace, all of it JSON.
 *
 * The page opens `GET /playground/stream` (server-sent events, one `Change` each; the first is
 * `state`) and sends `POST /playground/<action>` with one of the `UserActions` below. An action is answered
 * `{ ok: true }`, or `{ ok: false, error }` with a sentence for the person.
 */

import type { FileState } from '../rental-service/data/stages.ts';
import type { DetailsError, Entity } from './blocks/entity.ts';

/** A block or a view as the bot sent it; the page draws it, the server has checked it. */
export type Json = { readonly [key: string]: unknown };

/** Somebody whose part the visitor can play. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Role in a few words: `admin`, `guest`, `other workspace`, … */
  readonly role: string;
  readonly locale: string;
  /** An IANA time zone. Absent: the reader's own. */
  readonly zone?: string;
  readonly isBot: boolean;
  /** Absent: a full member of the workspace. */
  readonly membership?: 'guest' | 'deactivated' | 'external';
}

export interface Channel {
  readonly id: string;
  /** Without `#`; for the app's direct message, the app's name. */
  readonly name: string;
  readonly kind: 'public' | 'private' | 'dm';
  /** Shared with another organisation. */
  readonly isExternal: boolean;
  /** Ids of those who are in it; a person sees the channels they are in. Absent: everybody. */
  readonly members?: readonly string[];
}

/** A file that hangs on a message. */
export interface SharedFile {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly author: string;
  readonly sizeBytes: number;
  /** Seconds since the epoch. */
  readonly createdS: number;
  /** Where its bytes are; `null` once it is deleted. */
  readonly url: string | null;
}

export interface Message {
  readonly channel: string;
  /** Slack's own shape, `1795240800.000100`: the message's id and its time. */
  readonly ts: string;
  readonly author: string;
  /** Set on an ephemeral message: the one person who sees it. */
  readonly onlyFor: string | null;
  readonly text: string;
  readonly blocks: readonly Json[];
  /** Previews of links among them: blocks, or an older form of words. */
  readonly attachments: readonly Json[];
  readonly files: readonly SharedFile[];
  readonly isEdited: boolean;
  readonly thread: string | null;
  /** Message metadata of the app, invisible in Slack. */
  readonly metadata?: Json;
}

/** An open modal; the last one of a person's stack is the one shown. */
export interface Modal {
  readonly id: string;
  readonly person: string;
  readonly view: Json;
  /** Words under input blocks, by block id, after a refused submission. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The details panel of a Work Object that a person has open. */
export interface DetailsPanel {
  readonly person: string;
  /** The message with the link, and the id of its preview. */
  readonly channel: string;
  readonly ts: string;
  readonly attachment: number;
  readonly names: {
    readonly url: string;
    readonly external_ref: { readonly id: string; readonly type?: string | undefined };
    readonly app_unfurl_url: string;
  };
  /** `null` until the app has answered, or when it gave an error. */
  readonly entity: Entity | null;
  readonly error: DetailsError | null;
  readonly isLoading: boolean;
}

/** How the Rental File Service behaves, for trying out what people read when it does not. */
export const SERVICE_MODES = ['fair', 'slow', 'down', 'refused', 'unreadable'] as const;
export type ServiceMode = (typeof SERVICE_MODES)[number];

export type Transport = 'http' | 'socket';

/** How the playground's clock is moved: an hour on, or to just before nine of a later day. */
export const CLOCK_STEPS = ['hour', 'tomorrow', 'workday'] as const;
export type ClockStep = (typeof CLOCK_STEPS)[number];

/** The playground's clock beside the machine's. */
export interface ClockSetting {
  readonly aheadMs: number;
  /** Why it cannot be moved, in a sentence; `null` when it can. */
  readonly fixedBecause: string | null;
}

/** Which parts of the playground are the real thing, from the environment. */
export interface Settings {
  readonly transport: Transport;
  readonly serviceMode: ServiceMode;
  readonly bot: 'starting' | 'ready' | 'stopped';
  /** Set until the files have their days of history: nothing is sent to the bot before. */
  readonly isOpening?: boolean;
  /** `real` when `RENTAL_*` names a real service: its mode cannot be set. */
  readonly service: 'playground' | 'real';
  /** Set while Slack knows no charts, as where they are not rolled out yet. */
  readonly refusesCharts?: boolean;
  /** Absent: the machine's own time, and no other. */
  readonly clock?: ClockSetting;
}

/** Something of the app's that is used without typing. */
export interface Shortcut {
  readonly type: 'global' | 'message';
  readonly callbackId: string;
  readonly name: string;
  readonly description: string;
}

export interface State {
  readonly team: { readonly id: string; readonly name: string };
  readonly app: { readonly id: string; readonly name: string; readonly userId: string };
  readonly people: readonly Person[];
  readonly channels: readonly Channel[];
  readonly messages: readonly Message[];
  readonly modals: readonly Modal[];
  readonly panels: readonly DetailsPanel[];
  /** Home tabs by person. */
  readonly homes: Readonly<Record<string, Json>>;
  /** From the manifest, for the composer's completion. */
  readonly commands: readonly {
    readonly command: string;
    readonly description: string;
    readonly usageHint: string;
  }[];
  /** From the manifest; a global one is in the composer, the others are on messages. */
  readonly shortcuts: readonly Shortcut[];
  readonly settings: Settings;
}

export type Change =
  | { readonly kind: 'state'; readonly state: State }
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'message_gone'; readonly channel: string; readonly ts: string }
  | { readonly kind: 'modals'; readonly modals: readonly Modal[] }
  | { readonly kind: 'panels'; readonly panels: readonly DetailsPanel[] }
  | { readonly kind: 'home'; readonly person: string; readonly view: Json }
  | { readonly kind: 'settings'; readonly settings: Settings };

/** Where a used element is. */
export type Place =
  /** `attachment` is its id, for what stands in the preview of a link. */
  | { readonly channel: string; readonly ts: string; readonly attachment?: number }
  | { readonly modal: string }
  /** The details panel of the person. */
  | { readonly panel: true }
  | { readonly home: true };

/** What a scripted Slackbot made of a question: a call of one of the app's tools, and its answer. */
export interface SlackbotAnswer {
  readonly tool: string;
  readonly arguments: Json;
  readonly isError: boolean;
  /** All that Slackbot's model would read. */
  readonly text: string;
  /** The same as data. */
  readonly data: Json;
  /** What Slack draws beside it. */
  readonly blocks: readonly Json[];
}

export interface UserActions {
  /** Sends what was typed: a slash command, or a message. */
  readonly say: {
    readonly person: string;
    readonly channel: string;
    readonly text: string;
    /** The `ts` of the message it answers, for a message in a thread. */
    readonly thread?: string;
  };
  /**
   * Uses an interactive element. `action` is what Slack would put into `actions[0]`: the element's
   * `type`, `action_id`, `block_id`, and its `value`, `selected_option`, …; `values` is the
   * `state.values` of the place, by block id and action id.
   */
  readonly act: {
    readonly person: string;
    readonly place: Place;
    readonly action: Json;
    readonly values: Json;
  };
  readonly submit: { readonly person: string; readonly modal: string; readonly values: Json };
  /** `all` is the x in the corner: it closes the whole stack. */
  readonly close: { readonly person: string; readonly modal: string; readonly all: boolean };
  /** Opens the details panel of a Work Object, or reads it again; `attachment` is its preview's id. */
  readonly open_entity: {
    readonly person: string;
    readonly channel: string;
    readonly ts: string;
    readonly attachment: number;
  };
  readonly close_entity: { readonly person: string };
  /** Looks at the app: at its home tab, or at its messages. */
  readonly open_home: { readonly person: string; readonly tab?: 'home' | 'messages' };
  /** Options for an external select; answered `{ ok: true, options }`. */
  readonly suggest: {
    readonly person: string;
    readonly place: Place;
    readonly actionId: string;
    readonly blockId: string;
    readonly value: string;
  };
  /** A global shortcut, or a message shortcut when `ts` is given. */
  readonly shortcut: {
    readonly person: string;
    readonly callbackId: string;
    readonly channel: string | null;
    readonly ts: string | null;
  };
  /** Asks Slackbot; answered `{ ok: true, slackbot }`. `cursor` is that of the page before. */
  readonly ask_slackbot: {
    readonly person: string;
    readonly text: string;
    readonly cursor: string | null;
  };
  readonly settings: {
    readonly transport?: Transport;
    readonly serviceMode?: ServiceMode;
    readonly refusesCharts?: boolean;
  };
  /** Moves the clock of everything forward, to a time of day in the zone of `person`. */
  readonly clock: { readonly person: string; readonly to: ClockStep };
  /** Changes the state of one rental file: the newest that `search` names and that is open. */
  readonly change_file: { readonly search: string; readonly to: FileState };
  /** Stops the bot's process and starts a new one. */
  readonly restart: Readonly<Record<string, never>>;
}
