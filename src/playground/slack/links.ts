import { escapeText } from './escape.ts';
import type { Identifiers } from './identifiers.ts';

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

/** Which links of which messages the app was told of. */
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
