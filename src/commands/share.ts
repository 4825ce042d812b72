import { z } from 'zod';

import { stricter } from '../i18n/privacy.ts';
import type { PrivacyReason } from '../i18n/types.ts';
import type { Message, Action } from '../views/message.ts';
import { sharedView, shareForm } from '../views/share.ts';
import type { CommandContext, Command } from './command.ts';
import { StaleActionError } from './errors.ts';

const SharedAction = z.object({
  command: z.string(),
  args: z.record(z.string(), z.union([z.string(), z.number()])),
});
const Privacies = z.enum(['full', 'initials', 'reference']);
const Args = z.object({
  /** The action whose answer is to be shared, as JSON. */
  of: z.string(),
  /** The privacy that the person confirmed. */
  privacy: Privacies.optional(),
});

/** An answer as a channel would see it. */
interface Shared {
  readonly message: Message;
  readonly privacy: CommandContext['privacy'];
  readonly of: Action;
}

/**
 * The command behind every “Share” button: previews an answer as the channel would see it, then
 * posts it.
 *
 * @param others whose answers can be shared
 */
export function shareFor(others: readonly Command[]): Command {
  async function answerOf(args: Action['args'], call: CommandContext): Promise<Shared> {
    const { of, confirmed } = parsed(args);
    const command = others.find(({ name }) => name === of.command);
    // Answers for admins are not for channels.
    if (command === undefined || command.isForAdmins === true || call.place.channelId === null) {
      throw new StaleActionError('share');
    }
    const allowed = await call.channelPrivacy();
    const privacy = confirmed === null ? allowed : stricter(confirmed, allowed);
    const inChannel: CommandContext = {
      ...call,
      privacy,
      place: { ...call.place, audience: 'channel' },
    };
    const { typed } = of.args;
    const answers =
      typeof typed === 'string'
        ? command.run(typed, inChannel)
        : command.runAction(of.args, inChannel);
    const last = (await Array.fromAsync(answers)).at(-1);
    if (last?.kind !== 'message') throw new StaleActionError('share');
    return { message: last, privacy, of };
  }

  return {
    name: 'share',
    called: { en: 'share', fr: 'partager' },
    aliases: [],
    group: null,
    summary: { en: 'Share an answer with its channel', fr: 'Partager une réponse avec son canal' },
    hint: { en: '', fr: '' },
    examples: { en: [], fr: [] },

    run() {
      throw new StaleActionError('typed');
    },

    async *runAction(args, call) {
      const { message, privacy, of } = await answerOf(args, call);
      const action = { command: 'share', args: { of: JSON.stringify(of), privacy } };
      yield shareForm({ message, privacy, reason: await reasonIn(call), action }, call.words);
    },

    async *submit(args, _filled, call) {
      const { message, of } = await answerOf(args, call);
      await written(of, call);
      yield { kind: 'post', message };
      yield sharedView(call.words);
    },
  };
}

function parsed(args: Action['args']): { of: Action; confirmed: CommandContext['privacy'] | null } {
  const asked = Args.safeParse(args);
  if (!asked.success) throw new StaleActionError('arguments');
  try {
    const of = SharedAction.parse(JSON.parse(asked.data.of));
    return { of, confirmed: asked.data.privacy ?? null };
  } catch {
    throw new StaleActionError('press');
  }
}

async function reasonIn({ place }: CommandContext): Promise<PrivacyReason> {
  const sharing = await place.sharing();
  return sharing === 'internal' ? 'channel' : sharing;
}

/** Logs who shared what, and where; when that fails, nothing is shared. */
async function written(
  { args: { id } }: Action,
  { store, person, place }: CommandContext,
): Promise<void> {
  await store.accessLog.record({
    userId: person.userId,
    kind: 'share',
    fileId: typeof id === 'string' ? id : null,
    channelId: place.channelId,
    surface: place.surface,
  });
}
