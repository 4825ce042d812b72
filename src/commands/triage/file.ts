import { z } from 'zod';

import type { Entry } from '../../portfolio/entry.ts';
import { isOver } from '../../portfolio/lifecycle.ts';
import { parseQuery } from '../../portfolio/query/parser.ts';
import { entryIn } from '../../portfolio/snapshot.ts';
import type { Triage } from '../../triage/triage.ts';
import type { CardTriage } from '../../views/files/triage.ts';
import type { Action, Answer, Form } from '../../views/message.ts';
import { refusalView } from '../../views/notices.ts';
import type { CommandContext } from '../command.ts';
import { StaleActionError } from '../errors.ts';
import { countFiles } from '../file-list.ts';
import { list } from '../list.ts';
import { showCard } from '../show/card.ts';
import { fileNamed } from '../show/index.ts';
import { awaitReading } from '../snapshot.ts';

/** Id of a file in the arguments of an action. */
export const FILE_ID = z.string().min(1).max(100);

/** Does something about a file; resolves with what its card is to say of it, or a form that asks more. */
export type Act = (
  entry: Entry,
  triage: Triage,
  call: CommandContext,
) => Promise<CardTriage['note'] | Form>;

/** The files that commands list without a text. */
const LISTED = { taken: 'taken:me', watched: 'watched:me', snoozed: 'snoozed:yes' } as const;

/** Does something about the file that a text names; without a text, lists those of which it was done. */
export async function* actOnNamed(
  text: string,
  listed: keyof typeof LISTED,
  act: Act,
  call: CommandContext,
): AsyncGenerator<Answer> {
  if (text.trim() === '') {
    const query = LISTED[listed];
    const snapshot = call.portfolio.latest() ?? (yield* awaitReading(call));
    const isKnown = (call.triage?.state() ?? null) !== null;
    const isEmpty = isKnown && countFiles(parseQuery(query), snapshot, call) === 0;
    if (isEmpty) yield refusalView(call.words.triage.none[listed]);
    else yield* list.run(query, call);
    return;
  }
  const id = yield* fileNamed(text.trim(), call, call.words.choice.nothingDone);
  if (id !== null) yield* actOn(id, act, call);
}

/** Does something about a file, and shows its card with what became of it. */
export async function* actOn(id: string, act: Act, call: CommandContext): AsyncGenerator<Answer> {
  const { triage, words } = call;
  const snapshot = call.portfolio.latest() ?? (yield* awaitReading(call));
  if (!triage?.state()) {
    yield refusalView(words.triage.unknown);
    return;
  }
  const entry = entryIn(snapshot, id);
  if (entry === null) {
    // Newer than the snapshot, or gone: the card knows which.
    yield* showCard(id, call);
    return;
  }
  if (isOver(entry)) {
    yield* showCard(id, call, 'closed');
    return;
  }
  const done = await act(entry, triage, call);
  if (typeof done === 'object' && done !== null) yield done;
  else yield* showCard(id, call, done);
}

/**
 * The arguments of an action.
 *
 * @throws {StaleActionError} for others
 */
export function argumentsIn<Args>(schema: z.ZodType<Args>, args: Action['args']): Args {
  const asked = schema.safeParse(args);
  if (!asked.success) throw new StaleActionError('arguments');
  return asked.data;
}
