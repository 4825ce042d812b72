import { z } from 'zod';

import type { Query } from '../../portfolio/query/query.ts';
import { findRows } from '../../portfolio/search/execute.ts';
import { unsureIn, entriesAt } from '../../portfolio/search/results.ts';
import { databaseTimesOf, hasEveryFile, type Snapshot } from '../../portfolio/snapshot.ts';
import { PAUSED_BY_HAND, type Digest, type DigestChoice } from '../../store/digest.ts';
import { StoreError } from '../../store/errors.ts';
import { ALERT_ASPECTS } from '../../store/events.ts';
import { alertChangedView } from '../../views/alerts/manage.ts';
import type { Answer, Message } from '../../views/message.ts';
import {
  type Command,
  type CommandContext,
  type DigestContext,
  argumentsIn,
  hasDigests,
} from '../command.ts';
import { answeredOrExplained } from '../digest/actions.ts';
import {
  changeableById,
  changeableNamed,
  existingById,
  findSaved,
  isTimeInstead,
  namesHere,
  pageNumberOf,
} from '../digest/find.ts';
import { removalForm } from '../digest/form.ts';
import {
  ALIASES,
  AmbiguousDigestError,
  assertRunnable,
  CALLED,
  DigestRefusedError,
  UnknownVerbError,
  unquotedName,
} from '../digest/parse.ts';
import { alikeNotices, userErrorView } from '../digest/present.ts';
import {
  addNamed,
  channelIssues,
  editDigest,
  isOtherFiles,
  renamed,
  splitSaved,
  wantedChoice,
} from '../digest/save.ts';
import { FormError, listedAfter, StaleActionError } from '../errors.ts';
import { datedWhileOld, missingNotices, scoreNotices } from '../snapshot.ts';
import { untilIn } from '../until.ts';
import { formFor, parseAlertForm } from './form.ts';
import {
  ALERT_VERBS,
  alertChoice,
  DEFAULT_ALERT,
  alertOptionHelp,
  type AlertVerb,
  type ParsedAlert,
  parseAlert,
  parseAlertCommand,
} from './parse.ts';
import {
  alertsPage,
  alikeAlertOffer,
  contextOf,
  detailsOf,
  historyPage,
  nameOf,
  offerOf,
  queryOf,
  testOf,
} from './present.ts';

const Id = z.string().max(20);
const ActionArgs = z.discriminatedUnion('do', [
  z.object({
    do: z.enum(['edit', 'test', 'history', 'pause', 'resume', 'take', 'ask-remove']),
    id: Id,
  }),
  // Of a page, or of the one on which an alert stands.
  z.object({ do: z.literal('list'), page: z.int().min(1).optional(), of: Id.optional() }),
  z.object({
    do: z.literal('add'),
    /** What the form is to begin with, in the reader’s language. */
    query: z.string().optional(),
    /** A user, where the alert is to go to them. */
    to: Id.optional(),
    /** What it announces; absent where the person has not chosen. */
    on: z.literal('changes').optional(),
  }),
]);
const FormArgs = z.discriminatedUnion('do', [
  z.object({ do: z.literal('create') }),
  z.object({ do: z.literal('save'), id: Id, version: z.int() }),
  z.object({ do: z.literal('remove'), id: Id }),
]);

export const alert: Command = {
  name: 'alert',
  called: CALLED.alert,
  aliases: ALIASES.alert,
  verbs: ALERT_VERBS,
  group: 'keep',
  summary: {
    en: 'Announce files that enter a query, leave it or change, once each',
    fr: 'Annoncer une seule fois les dossiers qui entrent dans une requête, en sortent ou changent',
  },
  hint: {
    en: '[add|list|edit|test|pause|resume|remove|take|history] [options] [query]',
    fr: '[ajouter|liste|modifier|tester|pause|reprendre|supprimer|prendre|historique] [options] [requête]',
  },
  examples: {
    en: [
      'alert add decision:ready',
      'alert add decision:pending when:changes:score,completion to:me every:15m quiet:20:00-08:00',
      'alert list',
    ],
    fr: [
      'alerte ajouter décision:prêt',
      'alerte ajouter décision:attente quand:change:note,complétude à:moi toutes:15m silence:20h-8h',
      'alerte liste',
    ],
  },
  details: alertOptionHelp,

  async *run(text, call) {
    yield* explained(text, call, (known) => {
      const { verb, rest } = parseAlertCommand(text);
      return runVerb(verb, rest, known);
    });
  },

  async *runAction(args, call) {
    const parsed = argumentsIn(ActionArgs, args);
    yield* explained('', call, (known) => runAlertAction(parsed, known));
  },

  async *submit(args, filled, call) {
    const parsed = FormArgs.safeParse(args);
    if (!parsed.success || !hasDigests(call)) {
      throw new StaleActionError('form', !parsed.success);
    }
    const { data } = parsed;
    if (data.do === 'remove') {
      // This form has no field that a refusal could be of.
      yield* explained('', call, async function* () {
        yield await removed(await changeableById('alert', data.id, call), call);
      });
      return;
    }
    try {
      if (data.do === 'create') {
        yield await added(parseAlertForm(filled, call), call);
        return;
      }
      const { id, version } = data;
      const before = await changeableById('alert', id, call);
      yield await edited({ ...before, version }, parseAlertForm(filled, call), call);
    } catch (error) {
      if (!(error instanceof DigestRefusedError)) throw error;
      const { field, sentence } = error;
      const isField = ['query', 'channel', 'days', 'name'].includes(field);
      throw new FormError({ [isField ? field : 'name']: sentence });
    }
  },
};

async function* explained(
  typed: string,
  call: CommandContext,
  answered: (call: DigestContext) => AsyncIterable<Answer>,
): AsyncGenerator<Answer> {
  const parse = (line: string) => parseAlert(parseAlertCommand(line).rest, call);
  yield* answeredOrExplained('alert', call, answered, {
    listPage: alertsPage,
    answerTo: async (error) =>
      (error instanceof UnknownVerbError ? offerOf(typed, call) : null) ??
      userErrorView('alert', error, typed, parse, call),
  });
}

async function* runVerb(
  verb: AlertVerb,
  rest: string,
  call: DigestContext,
): AsyncGenerator<Answer> {
  switch (verb) {
    case 'add':
      yield rest === '' ? formFor(alertChoice(call), null, call) : await addedOrOffered(rest, call);
      break;
    case 'list': {
      const isChange = rest !== '' && (await namesHere('alert', call)).length > 0;
      yield await alertsPage(1, call, isChange ? [call.words.alerts.unchanged] : []);
      break;
    }
    case 'edit': {
      const { of, rest: line } = await splitSaved('alert', rest, call);
      const found = await changeableNamed('alert', of, verb, call, line);
      yield line === ''
        ? formFor(found, found, call)
        : await edited(found, parseAlert(line, call, found.schedule.days), call);
      break;
    }
    case 'rename': {
      const { found, options } = await renamed('alert', rest, call);
      yield options === null
        ? formFor(found, found, call)
        : await edited(found, { options, alert: {} }, call);
      break;
    }
    case 'remove': {
      const found = await changeableNamed('alert', unquotedName(rest), verb, call);
      yield removalForm('alert', found, call.words);
      break;
    }
    case 'test':
    case 'pause':
    case 'resume':
    case 'history':
    case 'take':
      try {
        const { id } = await findSaved('alert', unquotedName(rest), verb, call);
        yield* runAlertAction({ do: verb, id }, call);
      } catch (error) {
        const { before, until } = untilIn(rest, call);
        const isTimed = until !== null || isTimeInstead(error, rest);
        if (verb !== 'pause' || !isTimed) throw error;
        // “The Lyon alert for a week”, where there is none of Lyon, or none at all
        const name = unquotedName(until === null ? '' : before);
        await findSaved('alert', name, verb, call).catch(unlessAmbiguous);
        yield await alertsPage(1, call, [call.words.alerts.pausedForGood]);
      }
  }
}

/** Which one of several is meant does not matter where none is changed. */
function unlessAmbiguous(error: unknown): void {
  if (!(error instanceof AmbiguousDigestError)) throw error;
}

async function* runAlertAction(
  parsed: z.output<typeof ActionArgs>,
  call: DigestContext,
): AsyncGenerator<Answer> {
  if (parsed.do === 'list') {
    yield await alertsPage(parsed.page ?? parsed.of ?? 1, call);
  } else if (parsed.do === 'add') {
    const { query, to, on } = parsed;
    const choice = {
      ...alertChoice(call),
      ...(to === undefined ? {} : { channelId: to }),
      ...(on === undefined ? {} : { alert: { ...DEFAULT_ALERT, on, aspects: ALERT_ASPECTS } }),
    };
    yield formFor(choice, null, call, query);
  } else if (parsed.do === 'test') {
    yield* testOf(await existingById('alert', parsed.id, call), call);
  } else if (parsed.do === 'history') {
    yield await historyPage(await existingById('alert', parsed.id, call), call);
  } else {
    const found = await changeableById('alert', parsed.id, call);
    if (parsed.do === 'edit') yield formFor(found, found, call);
    else if (parsed.do === 'ask-remove') yield removalForm('alert', found, call.words);
    else yield await changed(parsed.do, found, call);
  }
}

async function addedOrOffered(line: string, call: DigestContext): Promise<Message> {
  const parsed = parseAlert(line, call);
  const { options } = parsed;
  const isNamed = options.name !== null || (options.query === null && options.view === null);
  const offer = isNamed
    ? null
    : await alikeAlertOffer(await wantedChoice(options, call, baseOf(parsed, call)), line, call);
  return offer ?? added(parsed, call);
}

async function added(parsed: ParsedAlert, call: DigestContext): Promise<Message> {
  const { words } = call;
  const { options } = parsed;
  if (options.query === null && options.view === null) {
    throw new DigestRefusedError(words.alerts.needsQuery, 'query');
  }
  const unnamed: typeof nameOf = (choice, spoken) => options.view ?? nameOf(choice, spoken);
  const made = await addNamed(options, baseOf(parsed, call), unnamed, call);
  return confirmed(words.alerts.saved(made.name), made, call);
}

function baseOf({ alert: own }: ParsedAlert, call: DigestContext): DigestChoice {
  return { ...alertChoice(call), alert: { ...DEFAULT_ALERT, ...own } };
}

async function edited(
  before: Digest,
  { options, alert: own }: ParsedAlert,
  call: DigestContext,
): Promise<Message> {
  const alertNow = { ...(before.alert ?? DEFAULT_ALERT), ...own };
  const after = await editDigest(before, options, call, alertNow, nameOf);
  const outcome = call.words.alerts.changed(after.name);
  return isOtherFiles(before, after)
    ? confirmed(outcome, after, call)
    : outcomeOf(outcome, after, [], call);
}

/** Begins an alert, and says when it is posted, what it announces first, and which one is like it. */
async function confirmed(outcome: string, after: Digest, call: DigestContext): Promise<Message> {
  const query = queryOf(after);
  const first = query === null ? [] : await begun(after, query, call);
  return outcomeOf(outcome, after, [...first, ...(await alikeNotices('alert', after, call))], call);
}

/** Begins an alert, and says what it announces first, or why it has not begun. */
async function begun(after: Digest, query: Query, call: DigestContext): Promise<string[]> {
  const { alerts, status } = call.words;
  const snapshot = call.portfolio.latest();
  if (snapshot === null) return [status.noReading];
  const scores = scoreNotices(query, snapshot, call);
  if (!hasEveryFile(snapshot)) {
    return [...missingNotices(snapshot, call), ...scores];
  }
  const { on } = after.alert ?? DEFAULT_ALERT;
  const fitting = await beginNow(after, query, snapshot, call);
  return [datedWhileOld(alerts.first[on](fitting), snapshot, call), ...scores];
}

const CLOCK_MARGIN_MS = 1_000;

/**
 * Begins an alert with the files that fit now: what happens after its answer is announced, also
 * before it is first evaluated.
 *
 * @param snapshot with every file
 * @returns how many fit
 */
async function beginNow(
  after: Digest,
  query: Query,
  snapshot: Snapshot,
  call: DigestContext,
): Promise<number> {
  const { table, rows } = snapshot;
  const searchContext = contextOf(after, snapshot, call);
  const found = findRows(query, table, searchContext);
  const fits = new Set(entriesAt(table, found).map(({ id }) => id));
  const { id, version } = after;
  const { on } = after.alert ?? DEFAULT_ALERT;
  // As with the first evaluation.
  const there = on === 'enters' ? fits.union(unsureIn(query, table, () => searchContext)) : fits;
  const { alerts } = call.digests;
  try {
    const { nowMs } = await alerts.states([]);
    const { startedMs, endedMs } = databaseTimesOf(snapshot, nowMs - call.now());
    const has = (fileId: string) => rows.has(fileId);
    // By the two clocks as they are measured now: the next measurement may differ by milliseconds, and
    // an evaluation of the same snapshot is to count as later.
    const readAtMs = startedMs - CLOCK_MARGIN_MS;
    const evaluated = { readAtMs, readUntilMs: endedMs, has, generation: null };
    await alerts.apply([{ id, version, on, fits: there, among: 'all' }], evaluated);
  } catch (error) {
    // The next evaluation begins it.
    if (!(error instanceof StoreError)) throw error;
  }
  return fits.size;
}

/** What became of an alert, with how it stands now; above the list that the form was opened from. */
async function outcomeOf(
  outcome: string,
  after: Digest,
  more: readonly string[],
  call: DigestContext,
): Promise<Message> {
  const all = [...more, ...(await channelIssues(after, call))];
  if (call.place.returns !== true) {
    return alertChangedView(outcome, await detailsOf(after, call), all, call.words);
  }
  const outcomes = [outcome, ...all].join(' ');
  return listedAfter(outcomes, async () => alertsPage(after.id, call, [outcomes]), call.words);
}

async function changed(
  what: 'pause' | 'resume' | 'take',
  found: Digest,
  call: DigestContext,
): Promise<Message> {
  const { words } = call;
  const { id, name } = found;
  const by = call.person.userId;
  const existing = (after: Digest | null): Digest => {
    if (after === null) throw new DigestRefusedError(words.alerts.wasRemoved);
    return after;
  };
  if (what !== 'resume') {
    const isPause = what === 'pause';
    const { digests } = call.digests;
    const change = isPause ? digests.pause(id, PAUSED_BY_HAND, by) : digests.transfer(id, by, by);
    const details = await detailsOf(existing(await change), call);
    return alertChangedView(words.alerts[isPause ? 'paused' : 'taken'](name), details, [], words);
  }
  assertRunnable(found, call);
  // Who pauses an alert wants no announcements; what an error has delayed is announced.
  const wasAsked = found.pausedBecause === PAUSED_BY_HAND;
  if (wasAsked) await call.digests.alerts.reset(found);
  const after = existing(await call.digests.digests.resume(id, by, null));
  if (wasAsked) return confirmed(words.alerts.resumed(name), after, call);
  return outcomeOf(words.alerts.resumed(name), after, [words.alerts.resumedCatchesUp], call);
}

async function removed(found: Digest, call: DigestContext): Promise<Message> {
  const { person, words } = call;
  const page = await pageNumberOf('alert', found, call);
  await call.digests.digests.remove(found.id, person.userId);
  const outcome = words.alerts.removed(found.name);
  return listedAfter(outcome, async () => alertsPage(page, call, [outcome]), words);
}
