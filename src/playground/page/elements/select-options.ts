import type { Place, State } from '../../slack/protocol.ts';
import type { Element } from '../block-kit/element.ts';
import type { Option, OptionGroup } from '../block-kit/objects.ts';
import type { Send } from '../wire/deeds.ts';

/** What kind of thing a select offers decides whether it holds options or ids. */
export function holdsIds({ type }: Element): boolean {
  return /(?:users|conversations|channels)_select$/.test(type);
}

/** The options that are known without asking the bot, in groups; a group may have no label. */
export function knownGroups(element: Element, state: State): readonly OptionGroup[] {
  if (element.option_groups) return element.option_groups;
  return [group(element.options ?? workspaceOptions(element.type, state))];
}

function workspaceOptions(type: string, { people, channels }: State): Option[] {
  if (type.endsWith('users_select')) return people.map(({ id, name }) => option(id, name));
  const named = channels.map(({ id, name, kind }) => option(id, kind === 'dm' ? name : `#${name}`));
  if (type.endsWith('conversations_select')) return named;
  if (type.endsWith('channels_select')) {
    return named.filter((_, index) => channels[index]?.kind === 'public');
  }
  return [];
}

interface Search {
  readonly element: Element;
  readonly blockId: string;
  readonly place: Place;
  readonly person: string;
  readonly value: string;
}

/** The options that the bot suggests for what was typed. */
export async function suggestedGroups(send: Send, search: Search): Promise<readonly OptionGroup[]> {
  const { element, blockId, place, person, value } = search;
  const actionId = element.action_id ?? '';
  const answer = await send('suggest', { person, place, actionId, blockId, value });
  if (!answer.ok) return [];
  if (answer.option_groups.length > 0) return answer.option_groups;
  return [group(answer.options)];
}

/** Keeps the options whose text has what was typed in it. */
export function matching(groups: readonly OptionGroup[], typed: string): readonly OptionGroup[] {
  const wanted = typed.trim().toLowerCase();
  return groups
    .map(({ label, options }) => ({
      label,
      options: options.filter(({ text }) => text.text.toLowerCase().includes(wanted)),
    }))
    .filter(({ options }) => options.length > 0);
}

function group(options: Option[]): OptionGroup {
  return { label: { type: 'plain_text', text: '' }, options };
}

function option(id: string, name: string): Option {
  return { text: { type: 'plain_text', text: name, emoji: false }, value: id };
}
