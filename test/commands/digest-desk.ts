import type { CommandContext, DigestService } from '../../src/commands/command.ts';
import { createCalendars } from '../../src/digests/schedule.ts';
import type { Digest } from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';
import type { Form } from '../../src/views/message.ts';

/** What talking about digests takes, over a store. */
export function digestDeskOver({
  digests,
  deliveries,
  alerts,
}: Pick<DigestStore, 'digests' | 'deliveries' | 'alerts'>): {
  readonly digests: DigestService;
  readonly ran: Digest[];
} {
  const ran: Digest[] = [];
  return {
    ran,
    digests: {
      digests,
      deliveries,
      alerts,
      calendars: createCalendars(),
      holidays: 'FR',
      language: 'en',
      allowsDirectAlerts: true,
      runNow: async (digest) => {
        ran.push(digest);
        return true;
      },
    },
  };
}

/** The same call, somewhere else or by somebody else. */
export function by(call: CommandContext, userId: string, isAdmin = false): CommandContext {
  return { ...call, person: { ...call.person, userId, isAdmin } };
}

/** The values of a form by block id, as Slack submits them. */
export function formValues({ blocks }: Form): Record<string, string | readonly string[]> {
  const values: Record<string, string | readonly string[]> = {};
  for (const block of blocks) {
    if (block.type !== 'input' || block.block_id === undefined) continue;
    const { element } = block;
    if (element.type === 'plain_text_input' && element.initial_value !== undefined) {
      values[block.block_id] = element.initial_value;
    } else if (element.type === 'timepicker' && element.initial_time !== undefined) {
      values[block.block_id] = element.initial_time;
    } else if (element.type === 'multi_static_select' && element.initial_options !== undefined) {
      values[block.block_id] = element.initial_options.map(({ value }) => value ?? '');
    } else if (element.type === 'checkboxes' && element.initial_options !== undefined) {
      values[block.block_id] = element.initial_options.map(({ value }) => value ?? '');
    } else if (element.type === 'conversations_select' && element.initial_conversation) {
      values[block.block_id] = element.initial_conversation;
    } else if (element.type === 'multi_users_select' && element.initial_users !== undefined) {
      values[block.block_id] = element.initial_users;
    } else if (
      (element.type === 'radio_buttons' ||
        element.type === 'static_select' ||
        element.type === 'external_select') &&
      element.initial_option
    ) {
      values[block.block_id] = element.initial_option.value ?? '';
    }
  }
  return values;
}
