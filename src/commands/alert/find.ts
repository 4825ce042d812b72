import { NAME_LENGTH_MAX } from '../../digests/options/scope-definitions.ts';
import { didYouMean } from '../../lib/text.ts';
import type { Digest, DigestChoice } from '../../store/digest.ts';
import type { AlertOptions } from '../../store/events.ts';
import { oneLine } from '../../views/block-kit.ts';
import type { CommandContext, DigestService } from '../command.ts';
import { mayChange } from '../digest/find.ts';
import { AmbiguousDigestError, DigestRefusedError } from '../digest/parse.ts';
import { defaultChoice } from '../digest/save.ts';
import { assertAdmin } from '../errors.ts';
import { DAILY } from './parse.ts';

/** What an alert does where nobody has chosen. */
export const DEFAULT_ALERT: AlertOptions = {
  on: 'enters',
  aspects: [],
  everyMinutes: 60,
  quiet: null,
};

/** What a new alert is set to where nobody has chosen: to the channel, or else to the person. */
export function alertChoice(call: CommandContext, digests: DigestService): DigestChoice {
  const choice = defaultChoice(call, digests);
  const isChannel = /^[CG]/.test(choice.channelId);
  return {
    ...choice,
    channelId: isChannel ? choice.channelId : call.person.userId,
    schedule: { ...choice.schedule, times: [], days: DAILY },
    options: { ...choice.options, style: 'detailed' },
    alert: DEFAULT_ALERT,
  };
}

/** The alerts of the channel and those to the person alone; outside channels, the person's own. */
export async function alertsHere(
  { place, person }: CommandContext,
  { digests }: DigestService,
): Promise<readonly Digest[]> {
  const { channelId } = place;
  const { userId } = person;
  if (channelId === null || channelId.startsWith('D')) {
    return digests.list({ ownerId: userId, kind: 'alert' });
  }
  const inChannel = await digests.list({ channelId, kind: 'alert' });
  return [...inChannel, ...(await digests.list({ channelId: userId, kind: 'alert' }))];
}

/**
 * The alert with a name or id; with neither, the only one here.
 *
 * @throws {AmbiguousDigestError} when neither is given and there are several
 * @throws {DigestRefusedError} when there is none, or the person may not read it
 */
export async function resolveAlert(
  nameOrId: string,
  call: CommandContext,
  digests: DigestService,
): Promise<Digest> {
  const { alerts } = call.words;
  const here = await alertsHere(call, digests);
  if (nameOrId === '') {
    const [only, ...more] = here;
    if (only === undefined) {
      const isInChannel = call.place.channelId !== null;
      throw new DigestRefusedError({
        happened: alerts.none(isInChannel),
        remedy: alerts.how(isInChannel),
      });
    }
    if (more.length > 0) throw new AmbiguousDigestError(alerts.which);
    return only;
  }
  const named = here.find(({ name }) => name.toLowerCase() === nameOrId.toLowerCase());
  if (named !== undefined) return named;
  const id = nameOrId.toLowerCase();
  const found = await alertById(id, call, digests);
  if (found !== null) return found;
  if (await digests.digests.wasRemoved(id, 'alert')) {
    throw new DigestRefusedError(alerts.wasRemoved);
  }
  const nearest = didYouMean(
    nameOrId,
    here.map(({ name }) => name),
  );
  throw new DigestRefusedError(
    alerts.unknown(
      oneLine(nameOrId, NAME_LENGTH_MAX),
      nearest === null ? null : oneLine(nearest, NAME_LENGTH_MAX),
    ),
  );
}

/**
 * The alert that a button names by its id.
 *
 * @throws {DigestRefusedError} when it was removed, or the person may not read it
 */
export async function existingAlert(
  id: string,
  call: CommandContext,
  digests: DigestService,
): Promise<Digest> {
  const found = await alertById(id, call, digests);
  if (found === null) throw new DigestRefusedError(call.words.alerts.wasRemoved);
  return found;
}

/**
 * The alert with an id; `null` when there is none.
 *
 * @throws {DigestRefusedError} when the person may not read it
 */
async function alertById(
  id: string,
  call: CommandContext,
  digests: DigestService,
): Promise<Digest | null> {
  const found = await digests.digests.find(id);
  if (!found?.alert) return null;
  if (!(await mayRead(found, call))) throw new DigestRefusedError(call.words.alerts.notMember);
  return found;
}

/** @throws {DigestRefusedError} when the person may not change the alert */
export function assertMayChangeAlert(alert: Digest, call: CommandContext): void {
  if (mayChange(alert, call)) return;
  assertAdmin(call.person, new DigestRefusedError(call.words.alerts.notYours));
}

/** Whether the person may change an alert or is in its channel. */
async function mayRead(alert: Digest, call: CommandContext): Promise<boolean> {
  const { place, person, channels } = call;
  return (
    mayChange(alert, call) ||
    place.channelId === alert.channelId ||
    channels.isIn(alert.channelId, person.userId)
  );
}
