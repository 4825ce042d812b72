import { z } from 'zod';

import type { Command } from '../command.ts';
import { type Act, actOn, actOnNamed, argumentsIn, FILE_ID } from './file.ts';

const Args = z.object({ id: FILE_ID, off: z.literal(1).optional() });

const start: Act = async (entry, triage, { person: { userId } }) => {
  await triage.watch(entry.id, userId);
  return 'watching';
};

const stop: Act = async (entry, triage, { person: { userId } }) => {
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
    en: 'Put a file on your watch list, or show the list',
    fr: 'Suivre un dossier, ou lister ceux que vous suivez',
  },
  hint: { en: '[file]', fr: '[dossier]' },
  examples: { en: ['watch LY-0342', 'watch'], fr: ['suivre LY-0342', 'suivre'] },
  run: (text, call) => actOnNamed(LIST.test(text.trim()) ? '' : text, 'watched', start, call),
  runAction(args, call) {
    const { id, off } = argumentsIn(Args, args);
    return actOn(id, off === 1 ? stop : start, call);
  },
};
