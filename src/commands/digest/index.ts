import { z } from 'zod';

import { definitionOf, fieldsOf, optionKeys } from '../../digests/options/lookup.ts';
import { parseOptions } from '../../digests/options/parse.ts';
import { describesDigest } from '../../digests/options/phrases.ts';
import type { Messages } from '../../i18n/messages.ts';
import type { Digest } from '../../store/digest.ts';
import { digestDetailsView } from '../../views/digests/manage.ts';
import type { Answer, Button, Message } from '../../views/message.ts';
import { failureView, refusalView } from '../../views/notices.ts';
import type { CommandContext, Command, DigestService } from '../command.ts';
import { FormError, StaleActionError } from '../errors.ts';
import { act, ACTS } from './actions.ts';
import { CALLED, DigestRefusedError, digestSlip, SeveralDigestsError } from './errors.ts';
import { assertMayChange, beginsWithName, digestById, digestMeant } from './find.ts';
import {
  editDigestForm,
  moreDigestForm,
  parseMoreForm,
  newDigestForm,
  parseFirstForm,
} from './form.ts';
import {
  DIGEST_VERBS,
  digestNamedIn,
  type DigestTyped,
  digestTypedIn,
  unquotedName,
} from './parse.ts';
import { digestsPage, ledgerPage, previewOf, toldOf } from './present.ts';
import { addDigest, editDigest } from './save.ts';

/** So long a line still travels in a button, sealed. */
const TYPED_BYTES_MAX = 900;

const Id = z.string().max(20);
const PressArgs = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['edit', 'more', 'preview', ...ACTS]), id: Id }),
  z.object({ do: z.literal('status'), id: Id, before: z.number().optional() }),
  z.object({ do: z.literal('list'), page: z.int().min(1).optional() }),
  z.object({ do: z.literal('add') }),
]);
const FormArgs = z.discriminatedUnion('do', [
  z.object({ do: z.literal('create') }),
  z.object({ do: z.enum(['save', 'saveMore']), id: Id, version: z.int() }),
]);

export const digest: Command = {
  name: 'digest',
  called: CALLED,
  aliases: ['digests', 'point', 'points', 'récap', 'recap'],
  verbs: DIGEST_VERBS,
  group: 'keep',
  summary: {
    en: 'Have what awaits a decision posted here at set times',
    fr: 'Faire publier ici, à heures fixes, ce qui attend une décision',
  },
  hint: {
    en: '[add|list|edit|run|preview|pause|resume|remove|status] [options] [query]',
    fr: '[ajouter|liste|modifier|lancer|aperçu|pause|reprendre|supprimer|état] [options] [requête]',
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
    yield* spoken(text, call, (digests) => answer(digestTypedIn(text), call, digests));
  },

  async *runAction(args, call) {
    const asked = PressArgs.safeParse(args);
    if (!asked.success) throw new StaleActionError('arguments');
    yield* spoken('', call, (digests) => press(asked.data, call, digests));
  },

  async *submit(args, filled, call) {
    const asked = FormArgs.safeParse(args);
    const { digests } = call;
    if (!asked.success || digests === undefined) throw new StaleActionError('form');
    try {
      if (asked.data.do === 'create') {
        yield added(await addDigest(parseFirstForm(filled, call), call, digests), call, digests);
        return;
      }
      const { id, version } = asked.data;
      const before = await changeable(id, call, digests);
      const isMore = asked.data.do === 'saveMore';
      const wish = isMore ? parseMoreForm(filled, before, call) : parseFirstForm(filled, call);
      yield changed(await editDigest({ ...before, version }, wish, call, digests), call, digests);
    } catch (error) {
      if (!(error instanceof DigestRefusedError)) throw error;
      throw formErrorOf(error, asked.data.do);
    }
  },
};

/** Slack takes an error only for a field that the form has. */
function formErrorOf({ said, field }: DigestRefusedError, form: 'create' | 'save' | 'saveMore') {
  const isMore = form === 'saveMore';
  const isThere = isMore
    ? fieldsOf('more').has(field)
    : field === 'query' || fieldsOf('first').has(field);
  const otherwise = isMore ? 'group' : 'name';
  const sentence = `${said.happened} ${said.remedy}`.trim();
  return new FormError({ [isThere ? field : otherwise]: sentence });
}

/** Answers, and tells a person in words who wants what there is not, or may not have it. */
async function* spoken(
  typed: string,
  call: CommandContext,
  answered: (digests: DigestService) => AsyncIterable<Answer>,
): AsyncGenerator<Answer> {
  const { digests, words, reference } = call;
  if (digests === undefined) {
    yield refusalView(words.digestCommands.absent);
    return;
  }
  try {
    yield* answered(digests);
  } catch (error) {
    if (error instanceof SeveralDigestsError) {
      const { happened, remedy } = error.said;
      yield await digestsPage(1, call, digests, [`${happened} ${remedy}`]);
      return;
    }
    const slip = digestSlip(error, typed, words);
    if (slip === null) throw error;
    yield failureView(slip.said, reference, mendedWay(slip.mended, words), words);
  }
}

/** Types the line again as it was probably meant. */
function mendedWay(mended: string | null, { failure }: Messages): Button | null {
  if (mended === null || Buffer.byteLength(mended) > TYPED_BYTES_MAX) return null;
  return {
    label: failure.askInstead,
    spoken: failure.askInsteadSpoken,
    action: { command: digest.name, args: { typed: mended } },
  };
}

async function* answer(
  { verb, rest, unsaid }: DigestTyped,
  call: CommandContext,
  digests: DigestService,
): AsyncGenerator<Answer> {
  const { words, person } = call;
  const teller = { userId: person.userId, language: words.language };
  switch (verb) {
    case 'add':
      // Whoever begins with the name of a digest means that one, and has left out what to do.
      if (unsaid !== undefined && (await beginsWithName(rest, call, digests))) throw unsaid;
      yield rest === ''
        ? newDigestForm(call, digests)
        : added(await addDigest(parseOptions(rest, teller), call, digests), call, digests);
      break;
    case 'list':
      yield await digestsPage(1, call, digests);
      break;
    case 'edit': {
      // Times in plain words name no digest, unless one is called so.
      const isWish = describesDigest(rest) && !(await beginsWithName(rest, call, digests));
      const { of, rest: line } = isWish ? { of: '', rest } : digestNamedIn(rest);
      const meant = await digestMeant(of, verb, call, digests);
      assertMayChange(meant, call);
      yield line === ''
        ? editDigestForm(meant, call)
        : changed(
            await editDigest(meant, parseOptions(line, teller), call, digests),
            call,
            digests,
          );
      break;
    }
    case 'remove': {
      const meant = await digestMeant(unquotedName(rest), verb, call, digests);
      assertMayChange(meant, call);
      const outcome = words.digestCommands.removing(meant.name);
      // Its button asks once more, and removes.
      yield digestDetailsView(outcome, toldOf(meant, call, digests), words);
      break;
    }
    case 'run':
    case 'preview':
    case 'pause':
    case 'resume':
    case 'status':
    case 'snooze':
    case 'take': {
      const { id } = await digestMeant(unquotedName(rest), verb, call, digests);
      yield* press({ do: verb, id }, call, digests);
    }
  }
}

async function* press(
  asked: z.output<typeof PressArgs>,
  call: CommandContext,
  digests: DigestService,
): AsyncGenerator<Answer> {
  if (asked.do === 'list') {
    yield await digestsPage(asked.page ?? 1, call, digests);
  } else if (asked.do === 'add') {
    yield newDigestForm(call, digests);
  } else if (asked.do === 'status') {
    yield await ledgerPage(
      await present(asked.id, call, digests),
      asked.before ?? null,
      call,
      digests,
    );
  } else if (asked.do === 'preview') {
    yield* previewOf(await present(asked.id, call, digests), call, digests);
  } else {
    const meant = await changeable(asked.id, call, digests);
    if (asked.do === 'edit') yield editDigestForm(meant, call);
    else if (asked.do === 'more') yield moreDigestForm(meant, call);
    else yield await act(asked.do, meant, call, digests);
  }
}

async function present(id: string, call: CommandContext, digests: DigestService): Promise<Digest> {
  const found = await digestById(id, call, digests);
  if (found === null) throw new DigestRefusedError(call.words.digestCommands.unknown(id, null));
  return found;
}

async function changeable(
  id: string,
  call: CommandContext,
  digests: DigestService,
): Promise<Digest> {
  const found = await present(id, call, digests);
  assertMayChange(found, call);
  return found;
}

function added(after: Digest, call: CommandContext, digests: DigestService): Message {
  const { words } = call;
  return digestDetailsView(
    words.digestCommands.saved(after.name),
    toldOf(after, call, digests),
    words,
  );
}

function changed(after: Digest, call: CommandContext, digests: DigestService): Message {
  const { words } = call;
  return digestDetailsView(
    words.digestCommands.changed(after.name),
    toldOf(after, call, digests),
    words,
  );
}
