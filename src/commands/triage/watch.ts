import { z } from 'zod';

import type { DigestChoice } from '../../store/digest.ts';
import { ALERT_ASPECTS, WATCH_LIST_QUERY } from '../../store/events.ts';
import { alertChoice } from '../alert/find.ts';
import type { Command, CommandContext } from '../command.ts';
import { type Act, actOn, actOnNamed, argumentsIn, FILE_ID } from './file.ts';

const Args = z.object({ id: FILE_ID, off: z.literal(1).optional() });

export const startWatching: Act = async (entry, triage, call) => {
  const { userId } = call.person;
  const announced = await announcing(call);
  await triage.watch(entry.id, userId);
  return announced;
};

/** Quarters of an hour are batched; nights are quiet. Both are changed as with any alert. */
const EVERY_MINUTES = 15;
const QUIET = { from: '20:00', until: '08:00' };

/**
 * Sets up the alert that announces changes of the files a person watches, where there is none yet.
 *
 * @returns what the card says of it: whether changes come by direct message
 */
async function announcing(call: CommandContext): Promise<'watching' | 'watchingSilently'> {
  const { digests: service, person, words } = call;
  if (service === undefined || !service.allowsDirectAlerts) return 'watchingSilently';
  const { userId } = person;
  const own = await service.digests.list({ channelId: userId, kind: 'alert' });
  const known = own.find(({ query }) => query === WATCH_LIST_QUERY);
  if (known !== undefined) return known.state === 'active' ? 'watching' : 'watchingSilently';
  const choice = alertChoice(call, service);
  const watchList: DigestChoice = {
    ...choice,
    channelId: userId,
    query: WATCH_LIST_QUERY,
    options: { ...choice.options, language: words.language },
    alert: { on: 'changes', aspects: ALERT_ASPECTS, everyMinutes: EVERY_MINUTES, quiet: QUIET },
  };
  // Where the name is taken, another request or instance was faster, or an alert is called the same.
  for (let number = 1; number <= NAMES_MAX; number += 1) {
    const { watchList: first } = words.triage;
    const name = number === 1 ? first : words.alerts.numbered(first, number);
    const added = await service.digests.add({ ...watchList, name }, userId, null);
    if (added !== null) return 'watching';
    const all = await service.digests.list({ channelId: userId, kind: 'alert' });
    if (all.some(({ query }) => query === WATCH_LIST_QUERY)) return 'watching';
  }
  return 'watchingSilently';
}

const NAMES_MAX = 9;

export const stopWatching: Act = async (entry, triage, { person: { userId } }) => {
  await triage.unwatch(entry.id, userId);
  return 'unwatched';
};

/** Words that ask for the list, as no word at all does. */
const LIST = /^(?:list|liste)?$/iu;

export const watch: Command = {
  name: 'watch',
  called: { en: 'watch', fr: 'suivre' },
  aliases: ['suivre', 'watched', 'suivis', 'follow'],
  group: 'keep',
  summary: {
    en: 'Get a file’s changes by direct message, or list those you watch',
    fr: 'Recevoir les changements d’un dossier par message direct, ou lister ceux que vous suivez',
  },
  hint: { en: '[file]', fr: '[dossier]' },
  examples: { en: ['watch LY-0342', 'watch'], fr: ['suivre LY-0342', 'suivre'] },
  run: (text, call) =>
    actOnNamed(LIST.test(text.trim()) ? '' : text, 'watched', startWatching, call),
  runAction(args, call) {
    const { id, off } = argumentsIn(Args, args);
    return actOn(id, off === 1 ? stopWatching : startWatching, call);
  },
};
