import type { Store } from './store.ts';

const NAME = /(?<=^|\s)([@#])([\p{L}\p{N}._-]*[\p{L}\p{N}_])/gu;
const LINK = /(?<=^|\s)https?:\/\/\S+/g;

/** `&`, `<` and `>` as Slack writes them in every text. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * A typed text as Slack sends it when `should_escape` is on: people, channels and links become
 * references. What names nobody stays as it was typed.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function withReferences(text: string, store: Store): string {
  return withMentions(text, store).replaceAll(LINK, (link) => `<${link}>`);
}

/** The text with `@name` and `#channel` as references, as the composer makes them. */
export function withMentions(text: string, store: Store): string {
  return text.replaceAll(NAME, (typed, sign: string, name: string) => {
    if (sign === '@') {
      const person = store.people().find(({ handle }) => handle === name);
      return person === undefined ? typed : `<@${person.id}>`;
    }
    const room = store.room(`#${name}`);
    if (room === undefined) return typed;
    return `<#${room.id}|${room.kind === 'private' ? '' : room.name}>`;
  });
}
