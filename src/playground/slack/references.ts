import { withLinks } from './links.ts';
import type { Store } from './store.ts';

const NAME = /(?<=^|[\s:])([@#])([\p{L}\p{N}._-]*[\p{L}\p{N}_])/gu;

/**
 * A typed text as Slack sends it when `should_escape` is on: people, channels and links become
 * references. What names nobody stays as it was typed.
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
