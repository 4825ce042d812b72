import { z } from 'zod';

import { type ChannelLevel, stricter, type KnownSharing, wordsIn } from '../i18n/index.ts';
import type { Language, PrivacyReason } from '../i18n/types.ts';
import { outsideFigures } from '../portfolio/lifecycle.ts';
import { LANGUAGES } from '../portfolio/query/vocabulary/types.ts';
import { entryIn } from '../portfolio/snapshot.ts';
import {
  type Preview,
  outsidePreviewOf,
  outsideView,
  previewOf,
} from '../views/files/link-preview.ts';
import type { Message, Action } from '../views/message.ts';
import { sentenceView, SHARED_BY, shareForm, withSharer } from '../views/notices.ts';
import { writeAccess } from './access.ts';
import {
  type Command,
  type CommandContext,
  hiddenCommand,
  type Place,
  argumentsIn,
} from './command.ts';
import { StaleActionError, SharingError } from './errors.ts';
import { lineOf, showingOf } from './file-list.ts';
import { cardAction } from './show/card.ts';

const SharedAction = z.object({
  command: z.string(),
  args: z.record(z.string(), z.union([z.string(), z.number()])),
});
const Levels = z.enum(['full', 'initials', 'reference', 'outside']);
const Args = z.union([
  z.object({
    /** The action whose answer is to be shared, as JSON. */
    of: z.string(),
    /** The level that the person confirmed. */
    privacy: Levels.optional(),
  }),
  /** The id of the rental file whose card is to be shared: short enough for a menu. */
  z.object({ file: z.string() }),
]);

/** An answer as a channel would see it. */
interface Shared {
  readonly message: Message;
  readonly level: ChannelLevel;
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
    const allowed = await call.channelLevel();
    const level = confirmed === null ? allowed : stricter(confirmed, allowed);
    const inChannel: CommandContext = {
      ...call,
      privacy: level === 'outside' ? 'reference' : level,
      place: { ...call.place, audience: 'channel' },
    };
    const { typed } = of.args;
    const answers =
      typeof typed === 'string'
        ? command.run(typed, inChannel)
        : command.runAction(of.args, inChannel);
    const last = (await Array.fromAsync(answers)).at(-1);
    if (last?.kind !== 'message') throw new StaleActionError('share');
    const sharedBy = call.words.share.by(`<@${call.person.userId}>`);
    return { message: withSharer(messageAt(level, last, call), sharedBy), level, of };
  }

  return hiddenCommand('share', {
    async *runAction(args, call) {
      const { message, level, of } = await answerOf(args, call);
      const action = { command: 'share', args: { of: JSON.stringify(of), privacy: level } };
      yield shareForm({ message, level, reason: privacyReason(level, call), action }, call.words);
    },

    async *submit(args, _filled, call) {
      const { message, of } = await answerOf(args, call);
      const { id } = of.args;
      // When that fails, nothing is shared.
      await writeAccess('share', typeof id === 'string' ? id : null, call);
      yield { kind: 'post', message };
      yield sentenceView(call.words.share.done, call.words.share.title);
    },
  });
}

/** A block that says who shared the message in which it is. */
const SharedByBlock = z.object({
  block_id: z.literal(SHARED_BY),
  elements: z.tuple([z.object({ text: z.string().regex(/^[^<>\n]{1,40}<@[UW][A-Z0-9]+>$/) })]),
});

/**
 * What takes the place of a shared message, with its line of who shared that.
 *
 * @param blocks of the shared message, as Slack has them
 */
export function keepSharer(message: Message, blocks: readonly unknown[]): Message {
  const sharedBy = sharerIn(blocks);
  return sharedBy === null ? message : withSharer(message, sharedBy);
}

/**
 * The language in which a message was shared, for each reader who turns its pages; `null` for another message.
 *
 * @param blocks of the message, as Slack has them
 */
export function languageShared(blocks: readonly unknown[]): Language | null {
  const sharedBy = sharerIn(blocks);
  const isIn = (language: Language) =>
    sharedBy?.startsWith(wordsIn(language).share.by('')) === true;
  return LANGUAGES.find(isIn) ?? null;
}

function sharerIn(blocks: readonly unknown[]): string | null {
  const [found] = blocks.flatMap((block) => SharedByBlock.safeParse(block).data ?? []);
  return found?.elements[0].text ?? null;
}

function parsed(args: Action['args']): { of: Action; confirmed: ChannelLevel | null } {
  const asked = argumentsIn(Args, args);
  if ('file' in asked) return { of: cardAction(asked.file), confirmed: null };
  try {
    const of = SharedAction.parse(JSON.parse(asked.of));
    return { of, confirmed: asked.privacy ?? null };
  } catch {
    throw new StaleActionError('action', true);
  }
}

/**
 * Whether people of other organisations are in the channel of a request.
 *
 * @throws {SharingError} when Slack does not say
 */
export async function knownSharing(place: Pick<Place, 'sharing'>): Promise<KnownSharing> {
  const sharing = await place.sharing();
  if (sharing === 'unknown') throw new SharingError('unknown');
  return sharing;
}

/** Why a channel gets a message at this level. */
export function privacyReason(
  level: ChannelLevel,
  { areSettingsUnread }: Pick<CommandContext, 'areSettingsUnread'>,
): PrivacyReason {
  if (level === 'outside') return 'external';
  return areSettingsUnread ? 'unread' : 'channel';
}

/**
 * A message as a channel of this level may see it.
 *
 * @throws {SharingError} when nothing of it may be seen there
 */
export function messageAt(
  level: ChannelLevel,
  message: Message,
  { portfolio, words }: Pick<CommandContext, 'portfolio' | 'words'>,
): Message {
  if (level !== 'outside' || message.isForOutside) return message;
  const snapshot = portfolio.latest();
  const { files = [] } = message;
  if (snapshot === null || files.length === 0) throw new SharingError('nothing');
  const entries = files.map((id) => entryIn(snapshot, id)).filter((entry) => entry !== null);
  const figures = outsideFigures(entries, snapshot);
  return { ...outsideView({ figures, isPart: true }, words), files };
}

/** A preview, and the file that it shows. */
export interface LinkPreview extends Preview {
  readonly id: string;
  /** Where the file opens for people. */
  readonly url: string;
}

/** Links of a message that get a preview, as many as Slack itself unfurls. */
const PREVIEWS_MAX = 5;

/**
 * Previews of rental files by link, for everybody in the channel, from the last snapshot only. A
 * link to a file that is not in it has none, nor has a second link to the same file.
 *
 * @throws {StoreError} when the access log cannot be written: a preview is never shown unlogged
 */
export async function previewsOf(
  links: readonly string[],
  call: CommandContext,
): Promise<ReadonlyMap<string, LinkPreview>> {
  const snapshot = call.portfolio.latest();
  if (snapshot === null) return new Map();
  const level = await call.channelLevel();
  const previews = new Map<string, LinkPreview>();
  const shown = new Set<string>();
  for (const link of links) {
    const entry = entryIn(snapshot, call.idIn(link) ?? '');
    if (entry === null || shown.has(entry.id)) continue;
    if (shown.size === PREVIEWS_MAX) break;
    shown.add(entry.id);
    await writeAccess('unfurl', entry.id, call);
    const preview =
      level === 'outside'
        ? outsidePreviewOf(entry.property.reference, snapshot.endedAt, call.words)
        : previewOf(lineOf(entry, snapshot, call), snapshot.endedAt, {
            ...showingOf(call),
            privacy: level,
          });
    previews.set(link, { ...preview, id: entry.id, url: call.linkTo(entry.id) ?? link });
  }
  return previews;
}
