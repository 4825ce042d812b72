import { didYouMean } from '../../lib/did-you-mean.ts';
import type { Digest } from '../../store/digest.ts';
import { oneLine } from '../../views/text.ts';
import type { CommandContext, DigestService } from '../command.ts';
import { DigestRefusedError, SeveralDigestsError } from './errors.ts';
import type { DigestVerb } from './parse.ts';

const NAME_LENGTH_MAX = 60;

/** The digests that belong where somebody asks: the channel's, or their own outside one. */
export async function digestsHere(
  { place, person }: CommandContext,
  digests: DigestService,
): Promise<Digest[]> {
  const { channelId } = place;
  return channelId === null || channelId.startsWith('D')
    ? digests.digests.list({ ownerId: person.userId })
    : digests.digests.list({ channelId });
}

/**
 * The digest that somebody means, by its name or id; without a word, the only one there is.
 *
 * @param verb what they want of it
 * @throws {SeveralDigestsError} when there are more
 * @throws {DigestRefusedError} when there is none, or one that they may not read about
 */
export async function digestMeant(
  of: string,
  verb: DigestVerb,
  call: CommandContext,
  digests: DigestService,
): Promise<Digest> {
  const { digestCommands: digestDesk } = call.words;
  const here = await digestsHere(call, digests);
  if (of === '') {
    const [only, ...more] = here;
    if (only === undefined) {
      throw new DigestRefusedError({ happened: digestDesk.none, remedy: digestDesk.how });
    }
    if (more.length > 0) {
      const example = oneLine(only.name, NAME_LENGTH_MAX);
      throw new SeveralDigestsError(
        verb === 'snooze' ? digestDesk.whichSnoozed(example) : digestDesk.which,
      );
    }
    return only;
  }
  const found =
    here.find(({ name }) => name.toLowerCase() === of.toLowerCase()) ??
    (await digestById(of.toLowerCase(), call, digests));
  if (found !== null) return found;
  const nearest = didYouMean(
    of,
    here.map(({ name }) => name),
  );
  throw new DigestRefusedError(
    digestDesk.unknown(
      oneLine(of, NAME_LENGTH_MAX),
      nearest === null ? null : oneLine(nearest, NAME_LENGTH_MAX),
    ),
  );
}

/** Whether a line begins with the name of a digest that belongs where somebody asks. */
export async function beginsWithName(
  line: string,
  call: CommandContext,
  digests: DigestService,
): Promise<boolean> {
  const words = `${line.toLowerCase()} `;
  const here = await digestsHere(call, digests);
  return here.some(({ name }) => words.startsWith(`${name.toLowerCase()} `));
}

/**
 * The digest of an id; `null` when there is none.
 *
 * @throws {DigestRefusedError} when the person may not read about it
 */
export async function digestById(
  id: string,
  call: CommandContext,
  digests: DigestService,
): Promise<Digest | null> {
  const digest = await digests.digests.find(id);
  if (digest !== null && !(await mayRead(digest, call))) {
    throw new DigestRefusedError(call.words.digestCommands.notMember);
  }
  return digest;
}

/** Whether the person may change a digest: its owner and admins. */
export function mayChange(
  { ownerId }: Pick<Digest, 'ownerId'>,
  { person }: CommandContext,
): boolean {
  return person.isAdmin || person.userId === ownerId;
}

/** @throws {DigestRefusedError} when the person may not change the digest */
export function assertMayChange(digest: Digest, call: CommandContext): void {
  if (!mayChange(digest, call)) throw new DigestRefusedError(call.words.digestCommands.notYours);
}

/** Those who may change it, and those who are in its channel. */
async function mayRead(digest: Digest, call: CommandContext): Promise<boolean> {
  const { place, person, channels } = call;
  return (
    mayChange(digest, call) ||
    place.channelId === digest.channelId ||
    channels.isIn(digest.channelId, person.userId)
  );
}
