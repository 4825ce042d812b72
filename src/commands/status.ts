import { settlesWithin } from '../lib/concurrency.ts';
import { rentalFailure } from '../portfolio/portfolio.ts';
import { hasEveryFile } from '../portfolio/snapshot.ts';
import { momentBeside } from '../views/block-kit.ts';
import { digestName } from '../views/digests/post.ts';
import type { Message } from '../views/message.ts';
import { progressView } from '../views/notices.ts';
import { readingInstanceText, statusView } from '../views/status.ts';
import { type CommandContext, type Command, hasDigests } from './command.ts';
import { savedHere } from './digest/find.ts';
import { failureWords, whileAway } from './errors.ts';
import { inconsistencyNotices } from './snapshot.ts';

const PROGRESS_AFTER_MS = 1_000;

/**
 * The command for the state of the app itself.
 *
 * @param version of the app
 */
export function statusFor(version: string): Command {
  const status: Command = {
    name: 'status',
    called: { en: 'status', fr: 'état' },
    aliases: ['état', 'etat', 'statut', 'health', 'version'],
    group: 'manage',
    summary: {
      en: 'Check Rental Desk and the Rental File Service',
      fr: 'Vérifier l’état de Rental Desk et du service des dossiers',
    },
    hint: { en: '', fr: '' },
    examples: { en: ['status'], fr: ['état'] },
    run: (_text, call) => answer(call),
    runAction: (_args, call) => answer(call),
  };

  async function* answer(call: CommandContext): AsyncGenerator<Message> {
    const { portfolio, store, words } = call;
    const serviceFailure = yield* checked(call);
    const snapshot = portfolio.latest();
    const textOf = (error: unknown) =>
      error === null ? null : failureWords(error, words, call.zone, snapshot !== null);
    const failure = portfolio.failure();
    const { read } = portfolio.progress();
    const digests = await nextDigestsHere(call);
    const warning = serviceFailure ?? failure;
    const view = statusView(
      {
        serviceFailure: textOf(serviceFailure),
        degraded: call.person.isAdmin
          ? (call.degradations?.() ?? []).map((what) => words.status.degraded[what])
          : [],
        readAt:
          snapshot === null ? null : momentBeside(snapshot.endedAt, call.now(), call.zone, words),
        reading:
          snapshot === null
            ? []
            : [
                words.status.files(snapshot.table.entries.length),
                ...(snapshot.skipped > 0 ? [words.list.skipped(snapshot.skipped)] : []),
                ...inconsistencyNotices(snapshot, call),
                ...(hasEveryFile(snapshot) ? [] : [words.status.noneGone]),
                ...seenSince(call),
                ...(snapshot.unknown === 0 ? [] : [words.status.unknown(snapshot.unknown)]),
              ],
        instance:
          call.person.isAdmin && call.reading !== undefined
            ? readingInstanceText(call.reading(), words.status)
            : null,
        completionScale: snapshot?.completionScale ?? null,
        filesReadSoFar: snapshot === null && failure === null && read > 0 ? read : null,
        readingFailure: textOf(failure),
        reference: warning === null ? null : call.reference,
        isStoreReady: store.isReady(),
        digests,
        version,
        again: { command: status.name, args: {} },
      },
      words,
    );
    // The log has the details under the reference.
    yield warning === null ? view : { ...view, warning };
  }

  return status;
}

/** Since when changes of files have been seen; empty where they are not recorded yet. */
function seenSince({ journal, words, zone }: CommandContext): string[] {
  const history = journal?.history() ?? null;
  return history === null ? [] : [words.status.seenSince(words.card.day(history.sinceMs, zone))];
}

/** The error of the service or of its key; `null` without one. */
async function* checked({ checkService, words }: CommandContext): AsyncGenerator<Message, unknown> {
  const check = checkService().then(
    () => null,
    (error: unknown) => {
      if (rentalFailure(error) === null) throw error;
      return error;
    },
  );
  if (!(await settlesWithin(check, PROGRESS_AFTER_MS))) {
    yield progressView(words.status.checking, words.status.heading);
  }
  return check;
}

const DIGESTS_MAX = 3;
const NAME_LENGTH_MAX = 40;

/** The next digests of the channel, one line each; `null` when the store fails. */
async function nextDigestsHere(call: CommandContext): Promise<readonly string[] | null> {
  if (!hasDigests(call)) return null;
  const { words } = call;
  const all = await savedHere('digest', call).catch(whileAway(null));
  if (all === null) return null;
  return all
    .flatMap(({ nextDueAt, ...digest }) => (nextDueAt === null ? [] : [{ ...digest, nextDueAt }]))
    .filter(({ nextDueAt, snoozedUntil }) => nextDueAt >= (snoozedUntil ?? 0))
    .toSorted((one, other) => one.nextDueAt - other.nextDueAt)
    .slice(0, DIGESTS_MAX)
    .map(({ name, nextDueAt, schedule }) =>
      words.status.nextDigest(
        digestName(name, words, NAME_LENGTH_MAX),
        words.digest.moment(nextDueAt, schedule.zone),
      ),
    );
}

/** Whether a text asks what the status says: whether all works, and how recent the files are. */
export function asksOfService(text: string): boolean {
  return IS_UP.test(text) || IS_FRESH.test(text);
}

const IS_UP =
  /^(?:(?:is (?:it|the service|this|the (?:app|bot))|are you) (?:up|working|down|there|alive|online|broken)|ping|ça marche|(?:tu es|t['’]es|es-tu) là|le service (?:marche|fonctionne|est en panne))\s?\??$/iu;
const IS_FRESH =
  /^(?:how (?:fresh|recent|old|up[ -]to[ -]date) (?:is|are) (?:this|it|that|the (?:data|list|files))|(?:is|are) (?:this|it|that|these|the (?:data|list|files)) (?:still )?(?:up[ -]to[ -]date|current|live|fresh|recent)|when was (?:this|it|the (?:data|list)) (?:last )?(?:updated|refreshed|read|synced)|(?:(?:est-ce que )?c['’]est|les données sont(?:-elles)?) (?:bien |toujours )?à jour|(?:c['’]est|ça date|ces données datent) de quand|(?:la |c['’]est quand la )?dernière (?:mise à jour|actualisation|synchro(?:nisation)?)|quand (?:est-ce que )?(?:ça |c['’] ?)a été (?:mis à jour|actualisé))\s?\??$/iu;
