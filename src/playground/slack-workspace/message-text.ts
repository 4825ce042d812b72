import type { Identifiers } from './store/identifiers.ts';
import type { Store } from './store/store.ts';

/** `&`, `<` and `>` as Slack writes them in every text. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Up to what may end a sentence: that is no part of the address. */
const LINK = /(?<=^|\s)https?:\/\/\S*[^\s.,;:!?)'"\]]/g;

/** The addresses that stand in a typed text, each once. */
export function linksIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(LINK), ([link]) => link))];
}

/** An escaped text with its addresses between angle brackets, as Slack keeps them. */
export function withLinks(text: string): string {
  return text.replaceAll(LINK, (link) => `<${link}>`);
}

/** The domain among `domains` that a link is under; a subdomain counts. */
export function domainOf(link: string, domains: readonly string[]): string | undefined {
  const host = URL.canParse(link) ? new URL(link).hostname : '';
  return domains.find((domain) => host === domain || host.endsWith(`.${domain}`));
}

/** Links in a message that the app may show a preview of. */
export interface Unfurling {
  readonly id: string;
  readonly channel: string;
  readonly ts: string;
  readonly links: readonly string[];
}

export interface UnfurlBook {
  issue(message: Omit<Unfurling, 'id'>): Unfurling;
  byId(id: string): Unfurling | undefined;
  byMessage(channel: string, ts: string): Unfurling | undefined;
}

/** Links, by message, of which the app received an event. */
export function unfurlBook(ids: Identifiers): UnfurlBook {
  const issued: Unfurling[] = [];
  return {
    issue(message) {
      const unfurling = { ...message, id: `${message.channel}.${message.ts}.${ids.secret()}` };
      issued.push(unfurling);
      return unfurling;
    },
    byId: (wanted) => issued.find(({ id }) => id === wanted),
    byMessage: (channel, ts) => issued.find((one) => one.channel === channel && one.ts === ts),
  };
}

/** The link of a message that a preview names, whether it comes escaped or not. */
export function linkNamed({ links }: Unfurling, named: string): string | undefined {
  return links.find((link) => link === named || escapeText(link) === named);
}

const NAME = /(?<=^|[\s:])([@#])([\p{L}\p{N}._-]*[\p{L}\p{N}_])/gu;

/**
 * A typed text as Slack sends it when `should_escape` is on: people, channels and links become
 * references. A mention of no known person stays as typed.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function withReferences(text: string, store: Store): string {
  return withLinks(withMentions(text, store));
}

/**
 * The text with `@name` and `#channel` as references, as the composer makes them: at the start of
 * a word, and after a colon, `user:@name`.
 */
export function withMentions(text: string, store: Store): string {
  return withFullNames(text, store).replaceAll(NAME, (typed, sign: string, name: string) => {
    if (sign === '@') {
      const person = store.people().find(({ handle }) => handle === name);
      return person === undefined ? typed : `<@${person.id}>`;
    }
    const room = store.room(`#${name}`);
    if (room === undefined) return typed;
    return `<#${room.id}|${room.kind === 'private' ? '' : room.name}>`;
  });
}

/** `@Claire Fontaine` as the composer's list of people makes it. */
function withFullNames(text: string, store: Store): string {
  const people = store.people().toSorted((one, other) => other.name.length - one.name.length);
  return people.reduce((rest, { id, name }) => {
    const typed = new RegExp(`(?<=^|[\\s:])@${RegExp.escape(name)}(?![\\p{L}\\p{N}_])`, 'giu');
    return rest.replaceAll(typed, `<@${id}>`);
  }, text);
}
