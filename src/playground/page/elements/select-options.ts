import type { Place, State } from '../../slack-workspace/page-protocol.ts';
import { channelsFor } from '../api/apply-change.ts';
import type { Send } from '../api/user-actions.ts';
import type { Element } from '../block-kit/element.ts';
import type { Option, OptionGroup } from '../block-kit/objects.ts';

const KINDS = { public: 'public', private: 'private', dm: 'im' } as const;
const ALL_KINDS: readonly string[] = Object.values(KINDS);

/** Selects of options hold options, the others hold ids. */
export function holdsIds({ type }: Element): boolean {
  return /(?:users|conversations|channels)_select$/.test(type);
}

/** The options that are known without asking the bot, in groups; a group may have no label. */
export function knownGroups(
  element: Element,
  state: State,
  person: string,
): readonly OptionGroup[] {
  if (element.option_groups) return element.option_groups;
  return [group(element.options ?? workspaceOptions(element, state, person))];
}

/** People, and the channels that the person is in. */
function workspaceOptions({ type, filter }: Element, state: State, person: string): Option[] {
  const { people } = state;
  const { include = ALL_KINDS, exclude_external_shared_channels: excludesExternal } = filter ?? {};
  const channels = channelsFor(state, person).filter(
    ({ kind, isExternal }) =>
      include.includes(KINDS[kind]) && !(isExternal && excludesExternal === true),
  );
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
