import type { Person } from '../../slack-workspace/page-protocol.ts';
import type { Suggestion } from './completion.ts';

const BEING_TYPED = /^(?<before>(?:.*\s)?)@(?<name>[\p{L}\p{N}’' -]*)$/su;
const SUGGESTIONS_MAX = 6;

/** The people who could be meant by the `@…` at the end of what was typed. */
export function mentionsFor(typed: string, people: readonly Person[]): readonly Suggestion[] {
  const { before, name } = BEING_TYPED.exec(typed)?.groups ?? {};
  if (before === undefined || name === undefined) return [];
  const wanted = name.toLowerCase();
  return people
    .filter((person) => person.name.toLowerCase().startsWith(wanted))
    .slice(0, SUGGESTIONS_MAX)
    .map((person) => ({
      label: `@${person.name}`,
      insert: `${before}@${person.name} `,
      placeholder: person.role,
      description: '',
      callbackId: null,
      isOptional: false,
    }));
}
