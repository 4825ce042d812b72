import { z } from 'zod';

import { HAND_FIELD, handForm } from '../../views/files/triage.ts';
import type { Command } from '../command.ts';
import { FormError } from '../errors.ts';
import { type Act, actOn, actOnNamed, argumentsIn, FILE_ID } from './file.ts';

const Args = z.union([
  z.object({ id: FILE_ID, hand: z.literal(1) }),
  z.object({ id: FILE_ID, from: z.string().max(40).optional() }),
]);
const HandArgs = z.object({ id: FILE_ID, hand: z.literal(1) });

export const take: Command = {
  name: 'take',
  called: { en: 'take', fr: 'prendre' },
  aliases: ['prendre', 'prends', 'claim', 'taken', 'pris'],
  group: 'keep',
  summary: {
    en: 'Take a file, so that colleagues see that you work on it',
    fr: 'Prendre un dossier en charge, pour que vos collègues le sachent',
  },
  hint: { en: '[file]', fr: '[dossier]' },
  examples: { en: ['take LY-0342', 'take'], fr: ['prendre LY-0342', 'prendre'] },

  run: (text, call) => actOnNamed(text, 'taken', takeFrom(), call),

  async *runAction(args, call) {
    const asked = argumentsIn(Args, args);
    if ('hand' in asked) {
      yield handForm({ command: take.name, args: { id: asked.id, hand: 1 } }, call.words);
      return;
    }
    yield* actOn(asked.id, takeFrom(asked.from), call);
  },

  async *submit(args, filled, call) {
    const { id } = argumentsIn(HandArgs, args);
    const { [HAND_FIELD]: chosen = [] } = filled;
    const [to] = typeof chosen === 'string' ? [chosen] : chosen;
    const { hand } = call.words.triage;
    if (to === undefined) throw new FormError({ [HAND_FIELD]: hand.one });
    if ((await call.channels.ownerState(to)) === 'gone') {
      throw new FormError({ [HAND_FIELD]: hand.gone });
    }
    yield* actOn(
      id,
      async (entry, triage, { person: { userId } }) => {
        const { takenBy } = await triage.take(entry.id, to, userId);
        return takenBy === to ? 'handed' : 'faster';
      },
      call,
    );
  },
};

/** @param from who had it when the button was made */
export function takeFrom(from?: string): Act {
  return async (entry, triage, { person: { userId } }) => {
    const { takenBy } = await triage.take(entry.id, userId, from);
    return takenBy === userId ? null : 'faster';
  };
}

const DropArgs = z.object({ id: FILE_ID });

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
  runAction: (args, call) => actOn(argumentsIn(DropArgs, args).id, giveBack, call),
};
