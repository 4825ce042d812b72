import { z } from 'zod';

import { definitionOf, fieldsOf, optionKeys } from '../../digests/options/definitions.ts';
import { OptionError, parseOptions } from '../../digests/options/parse.ts';
import { digestQuery } from '../../digests/query.ts';
import { formatQuery } from '../../portfolio/query/describe.ts';
import { parseQuery } from '../../portfolio/query/parser.ts';
import { oneLine } from '../../views/block-kit.ts';
import type { Answer } from '../../views/message.ts';
import {
  type CommandContext,
  type Command,
  type DigestContext,
  type FormValues,
  argumentsIn,
  COMMAND_LENGTH_MAX,
  hasDigests,
} from '../command.ts';
import { FormError, StaleActionError } from '../errors.ts';
import { untilIn } from '../until.ts';
import {
  alikeDigestOffer,
  answeredOrExplained,
  applyAction,
  choiceToChange,
  DIGEST_ACTIONS,
  digestOffer,
  snooze,
  snoozeForm,
  snoozeUntil,
} from './actions.ts';
import {
  beginsWithName,
  changeableById,
  changeableNamed,
  existingById,
  findSaved,
  isTimeInstead,
  isName,
  namesHere,
} from './find.ts';
import {
  editDigestForm,
  type Folding,
  newDigestForm,
  parseDigestForm,
  removalForm,
} from './form.ts';
import {
  ALIASES,
  authorOf,
  CALLED,
  DIGEST_VERBS,
  type DigestCommandLine,
  DigestRefusedError,
  lineToCopy,
  parseDigestCommand,
  splitKnownName,
  unquotedName,
} from './parse.ts';
import {
  changedView,
  detailsPage,
  digestsPage,
  historyPage,
  previewOf,
  savedView,
  userErrorView,
} from './present.ts';
import { addDigest, channelIssues, editDigest, renamed, splitSaved, wantedChoice } from './save.ts';

const Id = z.string().max(20);
const ActionArgs = z.discriminatedUnion('do', [
  z.object({
    // `more` is a button of earlier versions.
    do: z.enum(['edit', 'more', 'preview', 'details', 'ask-remove', 'snooze', ...DIGEST_ACTIONS]),
    id: Id,
  }),
  z.object({ do: z.literal('status'), id: Id, before: z.number().optional() }),
  // Of a page, or of the one on which a digest stands.
  z.object({ do: z.literal('list'), page: z.int().min(1).optional(), of: Id.optional() }),
  z.object({
    do: z.literal('add'),
    /** A report, and its query as text in English. */
    report: z.enum(['week', 'month']).optional(),
    query: z.string().optional(),
    /** The line that the form is to begin with, as it follows `digest add`. */
    line: z.string().optional(),
  }),
  // The version is the one that the folded form shows; earlier versions of it leave it out.
  z.object({ do: z.literal('unfold'), id: Id.optional(), version: z.int().optional() }),
]);
const FormArgs = z.discriminatedUnion('do', [
  z.object({ do: z.literal('create'), all: z.literal(1).optional() }),
  z.object({ do: z.literal('save'), id: Id, version: z.int(), all: z.literal(1).optional() }),
  z.object({ do: z.enum(['remove', 'snooze']), id: Id }),
]);

export const digest: Command = {
  name: 'digest',
  called: CALLED.digest,
  aliases: ALIASES.digest,
  verbs: DIGEST_VERBS,
  group: 'keep',
  summary: {
    en: 'Post files awaiting decision here at set times',
    fr: 'Publier ici, à heures fixes, un récap des dossiers à décider',
  },
  hint: {
    en: '[add|list|edit|run|preview|snooze|pause|resume|remove|take|status] [options] [query]',
    fr: '[ajouter|liste|modifier|lancer|aperçu|veille|pause|reprendre|supprimer|prendre|état] [options] [requête]',
  },
  examples: {
    en: [
      'digest add 09:00',
      'digest add 09:00,14:00 days:mon-fri name:"Morning" decision:ready age:>1bd',
      'digest status',
    ],
    fr: [
      'point ajouter 09:00',
      'point ajouter 9h,14h jours:lun-ven nom:"Le matin" décision:prêt âge:>1jo',
      'point état',
    ],
  },
  details: (language) =>
    optionKeys().map((key) => {
      const { names, examples, help } = definitionOf(key);
      return { example: `${names[language][0]}:${examples[language][0]}`, says: help[language] };
    }),

  async *run(text, call) {
    yield* explained(text, call, (known) => runVerb(parseDigestCommand(text), known));
  },

  async *runAction(args, call) {
    const parsed = argumentsIn(ActionArgs, args);
    yield* explained('', call, (known) => runDigestAction(parsed, known));
  },

  async *submit(args, filled, call) {
    const parsed = FormArgs.safeParse(args);
    if (!parsed.success || !hasDigests(call)) {
      throw new StaleActionError('form', !parsed.success);
    }
    const { data } = parsed;
    if (data.do !== 'create' && !('version' in data)) {
      // These forms have no field that a refusal could be of.
      yield* explained('', call, () => removedOrSnoozed(data, filled, call));
      return;
    }
    const folding = foldingOf(data);
    try {
      if (data.do === 'create') {
        const options = parseDigestForm(filled, folding, null, call);
        yield await savedView(await addDigest(options, call), call);
        return;
      }
      const { id, version } = data;
      const before = await changeableById('digest', id, call);
      const options = parseDigestForm(filled, folding, before, call);
      const after = await editDigest({ ...before, version }, options, call);
      yield await changedView(before, after, await channelIssues(after, call), call);
    } catch (error) {
      if (!(error instanceof DigestRefusedError)) throw error;
      throw formErrorOf(error, folding);
    }
  },
};

async function* removedOrSnoozed(
  { do: what, id }: { readonly do: 'remove' | 'snooze'; readonly id: string },
  filled: FormValues,
  call: DigestContext,
): AsyncGenerator<Answer> {
  const found = await changeableById('digest', id, call);
  yield what === 'remove'
    ? await applyAction('remove', found, call)
    : await snooze(found, filled, call);
}

function foldingOf(data: z.output<typeof FormArgs>): Folding {
  return 'all' in data && data.all === 1 ? 'unfolded' : 'folded';
}

/** Slack accepts errors only for fields that the form has. */
function formErrorOf({ field, sentence }: DigestRefusedError, folding: Folding) {
  const isThere =
    field === 'query' ||
    fieldsOf('first').has(field) ||
    (folding === 'unfolded' && fieldsOf('more').has(field));
  return new FormError({ [isThere ? field : 'name']: sentence });
}

async function* explained(
  typed: string,
  call: CommandContext,
  answered: (call: DigestContext) => AsyncIterable<Answer>,
): AsyncGenerator<Answer> {
  yield* answeredOrExplained('digest', call, answered, {
    listPage: digestsPage,
    answerTo: async (error, known) => {
      const names = error instanceof OptionError ? await namesHere('digest', known) : [];
      const parse = (line: string) => {
        const { rest, verb } = parseDigestCommand(line);
        const options = verb === 'edit' ? splitKnownName(rest, names).rest : rest;
        return parseOptions(options, authorOf(call));
      };
      return userErrorView('digest', error, lineToCopy(typed, call.words.language), parse, call);
    },
  });
}

async function* runVerb(
  { verb, rest, unknownVerb, maySetUp, mayChange: isOfOptions }: DigestCommandLine,
  call: DigestContext,
): AsyncGenerator<Answer> {
  const { words } = call;
  const author = authorOf(call);
  if (maySetUp === true && !(await beginsWithName(rest, call))) {
    yield* runVerb({ verb: 'add', rest }, call);
    return;
  }
  switch (verb) {
    case 'add': {
      // A line that begins with the name of a digest is about that one, and lacks a verb.
      if (unknownVerb !== undefined && (await beginsWithName(rest, call))) throw unknownVerb;
      if (rest === '') {
        yield newDigestForm(call);
        break;
      }
      const added = parseOptions(rest, author);
      const instead =
        (isOfOptions === true ? await choiceToChange(added, rest, call) : null) ??
        (added.name === null ? await alikeDigestOffer(added, rest, call) : null);
      yield instead ?? (await savedView(await addDigest(added, call), call, added.ignored));
      break;
    }
    case 'offer':
      yield await digestOffer(rest, call);
      break;
    case 'list': {
      // “Delete both digests” does nothing.
      const isChange = rest !== '' && (await namesHere('digest', call)).length > 0;
      yield await digestsPage(1, call, isChange ? [words.digestCommands.unchanged] : []);
      break;
    }
    case 'edit': {
      const { of, rest: line } = await splitSaved('digest', rest, call);
      const found = await changeableNamed('digest', of, verb, call, line);
      if (line === '') {
        yield editDigestForm(found, call);
        break;
      }
      const options = parseOptions(line, author, found.schedule);
      const after = await editDigest(found, options, call);
      const issues = await channelIssues(after, call);
      yield await changedView(found, after, issues, call, options.ignored);
      break;
    }
    case 'rename': {
      const { found, options } = await renamed('digest', rest, call);
      if (options === null) yield editDigestForm(found, call);
      else yield await changedView(found, await editDigest(found, options, call), [], call);
      break;
    }
    case 'remove':
      yield removalForm(
        'digest',
        await changeableNamed('digest', unquotedName(rest), verb, call),
        words,
      );
      break;
    case 'pause':
    case 'snooze': {
      const line = rest.replaceAll(/\s+/gu, ' ');
      const { before, until } = untilIn(line, call);
      if (until !== null && !(await isName(rest, call))) {
        const name = unquotedName(before);
        const behind = line.slice(before.length).trim();
        const found = await changeableNamed('digest', name, 'snooze', call, behind);
        // “Pause the digest next week”: it rests from now on, up to a day.
        if (until.date === null || until.isBare) throw untilWhen(until.typed, call);
        yield await snoozeUntil(found, until.date, call);
        break;
      }
      const { id } = await findSaved('digest', unquotedName(rest), verb, call).catch(
        (error: unknown) => {
          // “Pause the digest on Monday”: it rests from now on, up to a day; « celui du lundi » is another.
          throw isTimeInstead(error, rest) && !OF_DAY.test(rest) ? untilWhen(rest, call) : error;
        },
      );
      yield* runDigestAction({ do: verb, id }, call);
      break;
    }
    case 'run':
    case 'preview':
    case 'resume':
    case 'status':
    case 'take': {
      const { id } = await findSaved('digest', unquotedName(rest), verb, call);
      yield* runDigestAction({ do: verb, id }, call);
    }
  }
}

/** Selects a digest by its day: « du lundi ». */
const OF_DAY = /^(?:of|du|des)\s/iu;

function untilWhen(typed: string, { words }: CommandContext): DigestRefusedError {
  return new DigestRefusedError(words.digestCommands.untilWhen(oneLine(typed, COMMAND_LENGTH_MAX)));
}

async function* runDigestAction(
  parsed: z.output<typeof ActionArgs>,
  call: DigestContext,
): AsyncGenerator<Answer> {
  if (parsed.do === 'list') {
    yield await digestsPage(parsed.page ?? parsed.of ?? 1, call);
  } else if (parsed.do === 'add') {
    const { report, query, line } = parsed;
    if (line !== undefined) {
      const wanted = await wantedChoice(parseOptions(line, authorOf(call)), call);
      yield newDigestForm(call, 'unfolded', () => wanted);
      return;
    }
    yield report === undefined
      ? newDigestForm(call)
      : newDigestForm(call, 'unfolded', (choice) => ({
          ...choice,
          name: call.words.report.name[report],
          query: formatQuery(digestQuery(query === undefined ? null : parseQuery(query)), 'en'),
          schedule: { ...choice.schedule, report },
        }));
  } else if (parsed.do === 'unfold') {
    const { id, version } = parsed;
    if (id === undefined) {
      yield newDigestForm(call, 'unfolded');
      return;
    }
    const found = await changeableById('digest', id, call);
    // Slack keeps what the fields above show, which would then be saved over the change.
    if (version !== undefined && version !== found.version) {
      throw new DigestRefusedError(call.words.digestCommands.meanwhile);
    }
    yield editDigestForm(found, call, 'unfolded');
  } else if (parsed.do === 'status') {
    yield await historyPage(
      await existingById('digest', parsed.id, call),
      parsed.before ?? null,
      call,
    );
  } else if (parsed.do === 'preview') {
    yield* previewOf(await existingById('digest', parsed.id, call), call);
  } else if (parsed.do === 'details') {
    yield await detailsPage(await existingById('digest', parsed.id, call), call);
  } else {
    const found = await changeableById('digest', parsed.id, call);
    if (parsed.do === 'edit') yield editDigestForm(found, call);
    else if (parsed.do === 'more') yield editDigestForm(found, call, 'unfolded');
    else if (parsed.do === 'ask-remove') yield removalForm('digest', found, call.words);
    else if (parsed.do === 'snooze') yield snoozeForm(found, call);
    else yield await applyAction(parsed.do, found, call);
  }
}
