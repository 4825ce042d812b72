import { z } from 'zod';

import type { Command } from '../command.ts';
import { type Act, actOn, actOnNamed, argumentsIn, FILE_ID } from './file.ts';

const Args = z.object({ id: FILE_ID });

export const giveBack: Act = async (entry, triage, { person: { userId } }) =>
  (await triage.giveBack(entry.id, userId)) ? 'givenBack' : 'notYours';

export const drop: Command = {
  name: 'drop',
  called: { en: 'drop', fr: 'rendre' },
  aliases: ['rendre', 'rends', 'release'],
  group: 'keep',
  summary: {
    en: 'Give back a file that you have taken',
    fr: 'Rendre un dossier que vous avez pris',
  },
  hint: { en: '[file]', fr: '[dossier]' },
  examples: { en: ['drop LY-0342'], fr: ['rendre LY-0342'] },
  run: (text, call) => actOnNamed(text, 'taken', giveBack, call),
  runAction: (args, call) => actOn(argumentsIn(Args, args).id, giveBack, call),
};
