import type { ViewStateValue } from '@slack/bolt';

import type { Filled } from '../commands/command.ts';

/**
 * What was filled into the inputs of a modal, by the name of the field; what is empty is absent.
 *
 * @see https://docs.slack.dev/reference/views#view-state
 */
export function filledIn(
  values: Readonly<Record<string, Readonly<Record<string, ViewStateValue>>>>,
): Filled {
  // Not by assignment: a field may go by the name of something that every object has.
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, elements]) => {
      const [element] = Object.values(elements);
      const value = element === undefined ? null : valueOf(element);
      return value !== null && value.length > 0 ? [[name, value] as const] : [];
    }),
  );
}

function valueOf(element: ViewStateValue): string | readonly string[] | null {
  const {
    selected_options: options,
    selected_conversations: conversations,
    selected_users: users,
  } = element;
  return (
    options?.map(({ value }) => value ?? '') ??
    conversations ??
    users ??
    element.value ??
    element.selected_option?.value ??
    element.selected_time ??
    element.selected_date ??
    element.selected_conversation ??
    element.selected_channel ??
    element.selected_user ??
    null
  );
}
