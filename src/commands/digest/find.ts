import { NAME_LENGTH_MAX } from '../../digests/options/scope-definitions.ts';
import { didYouMean } from '../../lib/text.ts';
import type { Digest } from '../../store/digest.ts';
import { oneLine } from '../../views/block-kit.ts';
import type { CommandContext, DigestService } from '../command.ts';
import { assertAdmin } from '../errors.ts';
import { AmbiguousDigestError, DigestRefusedError, type DigestVerb } from './parse.ts';

/** The digests of the channel, or the person's own outside channels. */
export async function digestsHere(
  { place, person }: CommandContext,
  digests: DigestService,
): Promise<Digest[]> {
  const { channelId } = place;
  return channelId === null || channelId.startsWith('D')
    ? digests.digests.list({ ownerId: person.userId, kind: 'digest' })
    : digests.digests.list({ channelId, kind: 'digest' });
}

/**
 * The digest with a name or id; with neither, the only one here.
 *
 * @throws {AmbiguousDigestError} when neither is given and there are several
 * @throws {DigestRefusedError} when there is none, or the person may not read it
 */
export async function resolveDigest(
  nameOrId: string,
  verb: DigestVerb,
  call: CommandContext,
  digests: DigestService,
): Promise<Digest> {
  const { digestCommands } = call.words;
  const here = await digestsHere(call, digests);
  if (nameOrId === '') {
    const [only, ...more] = here;
    if (only === undefined) {
      const isInChannel = call.place.channelId !== null;
      throw new DigestRefusedError({
        happened: digestCommands.none(isInChannel),
        remedy: digestCommands.how(isInChannel),
      });
    }
    if (more.length > 0) {
      const example = oneLine(only.name, NAME_LENGTH_MAX);
      throw new AmbiguousDigestError(
        verb === 'snooze' ? digestCommands.whichSnoozed(example) : digestCommands.which,
      );
    }
    return only;
  }
  const found =
    here.find(({ name }) => name.toLowerCase() === nameOrId.toLowerCase()) ??
    (await digestById(nameOrId.toLowerCase(), call, digests));
  if (found !== null) return found;
  if (await digests.digests.wasRemoved(nameOrId.toLowerCase(), 'digest')) {
    throw new DigestRefusedError(digestCommands.wasRemoved);
  }
  const nearest = didYouMean(
    nameOrId,
    here.map(({ name }) => name),
  );
  throw new DigestRefusedError(
    digestCommands.unknown(
      oneLine(nameOrId, NAME_LENGTH_MAX),
      nearest === null ? null : oneLine(nearest, NAME_LENGTH_MAX),
    ),
  );
}

/** The names of the digests of this place. */
export async function namesHere(
  call: CommandContext,
  digests: DigestService,
): Promise<readonly string[]> {
  return (await digestsHere(call, digests)).map(({ name }) => name);
}

/** Whether a line begins with the name of a digest of this place. */
export async function beginsWithName(
  line: string,
  call: CommandContext,
  digests: DigestService,
): Promise<boolean> {
  const words = `${line.toLowerCase()} `;
  const here = await digestsHere(call, digests);
  return here.some(({ name }) => words.startsWith(`${name.toLowerCase()} `));
}

/** Whether a line is the name of a digest of this place. */
export async function isName(
  line: string,
  call: CommandContext,
  digests: DigestService,
): Promise<boolean> {
  const here = await digestsHere(call, digests);
  return here.some(({ name }) => name.toLowerCase() === line.toLowerCase());
}

/**
 * The digest with an id; `null` when there is none.
 *
 * @throws {DigestRefusedError} when the person may not read it
 */
export async function digestById(
  id: string,
  call: CommandContext,
  digests: DigestService,
): Promise<Digest | null> {
  const digest = await digests.digests.find(id);
  if (digest?.alert) return null;
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
  if (mayChange(digest, call)) return;
  assertAdmin(call.person, new DigestRefusedError(call.words.digestCommands.notYours));
}

/** Whether the person may change a digest or is in its channel. */
async function mayRead(digest: Digest, call: CommandContext): Promise<boolean> {
  const { place, person, channels } = call;
  return (
    mayChange(digest, call) ||
    place.channelId === digest.channelId ||
    channels.isIn(digest.channelId, person.userId)
  );
}
