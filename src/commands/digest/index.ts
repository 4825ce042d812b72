import { z } from 'zod';

import { digestWishIn } from '../../digests/options/parse.ts';
import { tellsOfTimes } from '../../digests/options/phrases.ts';
import type { Digest } from '../../store/digest.ts';
import { digestToldView } from '../../views/digests/manage.ts';
import type { Answer, Button, Message } from '../../views/message.ts';
import { failureView, refusalView } from '../../views/notices.ts';
import type { Words } from '../../views/words/words.ts';
import {
  type Call,
  type Command,
  type DigestDesk,
  FormError,
  StalePressError,
} from '../command.ts';
import { act, ACTS } from './actions.ts';
import { CALLED, DigestRefusedError, digestSlip, SeveralDigestsError } from './errors.ts';
import { assertMayChange, beginsWithName, digestById, digestMeant } from './find.ts';
import {
  editDigestForm,
  moreDigestForm,
  moreFilledIn,
  newDigestForm,
  wishFilledIn,
} from './form.ts';
import { digestHelp } from './help.ts';
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
  details: digestHelp,

  async *typed(text, call) {
    yield* spoken(text, call, (desk) => answer(digestTypedIn(text), call, desk));
  },

  async *pressed(args, call) {
    const asked = PressArgs.safeParse(args);
    if (!asked.success) throw new StalePressError('arguments');
    yield* spoken('', call, (desk) => press(asked.data, call, desk));
  },

  async *submitted(args, filled, call) {
    const asked = FormArgs.safeParse(args);
    const { digests: desk } = call;
    if (!asked.success || desk === undefined) throw new StalePressError('form');
    try {
      if (asked.data.do === 'create') {
        yield added(await addDigest(wishFilledIn(filled, call), call, desk), call, desk);
        return;
      }
      const { id, version } = asked.data;
      const before = await changeable(id, call, desk);
      const isMore = asked.data.do === 'saveMore';
      const wish = isMore ? moreFilledIn(filled, before, call) : wishFilledIn(filled, call);
      yield changed(await editDigest({ ...before, version }, wish, call, desk), call, desk);
    } catch (error) {
      if (!(error instanceof DigestRefusedError)) throw error;
      throw formErrorOf(error, asked.data.do);
    }
  },
};

/** Slack takes an error only for a field that the form has. */
function formErrorOf({ said, field }: DigestRefusedError, form: 'create' | 'save' | 'saveMore') {
  const isMore = form === 'saveMore';
  const isThere = isMore === (field === 'escalate');
  const otherwise = isMore ? 'group' : 'name';
  const sentence = `${said.happened} ${said.remedy}`.trim();
  return new FormError({ [isThere ? field : otherwise]: sentence });
}

/** Answers, and tells a person in words who wants what there is not, or may not have it. */
async function* spoken(
  typed: string,
  call: Call,
  answered: (desk: DigestDesk) => AsyncIterable<Answer>,
): AsyncGenerator<Answer> {
  const { digests: desk, words, reference } = call;
  if (desk === undefined) {
    yield refusalView(words.digestDesk.absent);
    return;
  }
  try {
    yield* answered(desk);
  } catch (error) {
    if (error instanceof SeveralDigestsError) {
      const { happened, remedy } = error.said;
      yield await digestsPage(1, call, desk, [`${happened} ${remedy}`]);
      return;
    }
    const slip = digestSlip(error, typed, words);
    if (slip === null) throw error;
    yield failureView(slip.said, reference, mendedWay(slip.mended, words), words);
  }
}

/** Types the line again as it was probably meant. */
function mendedWay(mended: string | null, { failure }: Words): Button | null {
  if (mended === null || Buffer.byteLength(mended) > TYPED_BYTES_MAX) return null;
  return {
    label: failure.askInstead,
    spoken: failure.askInsteadSpoken,
    press: { command: digest.name, args: { typed: mended } },
  };
}

async function* answer(
  { verb, rest, unsaid }: DigestTyped,
  call: Call,
  desk: DigestDesk,
): AsyncGenerator<Answer> {
  const { words, person } = call;
  const teller = { userId: person.userId, language: words.language };
  switch (verb) {
    case 'add':
      // Whoever begins with the name of a digest means that one, and has left out what to do.
      if (unsaid !== undefined && (await beginsWithName(rest, call, desk))) throw unsaid;
      yield rest === ''
        ? newDigestForm(call, desk)
        : added(await addDigest(digestWishIn(rest, teller), call, desk), call, desk);
      break;
    case 'list':
      yield await digestsPage(1, call, desk);
      break;
    case 'edit': {
      // Times in plain words name no digest, unless one is called so.
      const isWish = tellsOfTimes(rest) && !(await beginsWithName(rest, call, desk));
      const { of, rest: line } = isWish ? { of: '', rest } : digestNamedIn(rest);
      const meant = await digestMeant(of, verb, call, desk);
      assertMayChange(meant, call);
      yield line === ''
        ? editDigestForm(meant, call)
        : changed(await editDigest(meant, digestWishIn(line, teller), call, desk), call, desk);
      break;
    }
    case 'remove': {
      const meant = await digestMeant(unquotedName(rest), verb, call, desk);
      assertMayChange(meant, call);
      const outcome = words.digestDesk.removing(meant.name);
      // Its button asks once more, and removes.
      yield digestToldView(outcome, toldOf(meant, call, desk), words);
      break;
    }
    case 'run':
    case 'preview':
    case 'pause':
    case 'resume':
    case 'status':
    case 'snooze':
    case 'take': {
      const { id } = await digestMeant(unquotedName(rest), verb, call, desk);
      yield* press({ do: verb, id }, call, desk);
    }
  }
}

async function* press(
  asked: z.output<typeof PressArgs>,
  call: Call,
  desk: DigestDesk,
): AsyncGenerator<Answer> {
  if (asked.do === 'list') {
    yield await digestsPage(asked.page ?? 1, call, desk);
  } else if (asked.do === 'add') {
    yield newDigestForm(call, desk);
  } else if (asked.do === 'status') {
    yield await ledgerPage(await present(asked.id, call, desk), asked.before ?? null, call, desk);
  } else if (asked.do === 'preview') {
    yield* previewOf(await present(asked.id, call, desk), call, desk);
  } else {
    const meant = await changeable(asked.id, call, desk);
    if (asked.do === 'edit') yield editDigestForm(meant, call);
    else if (asked.do === 'more') yield moreDigestForm(meant, call);
    else yield await act(asked.do, meant, call, desk);
  }
}

async function present(id: string, call: Call, desk: DigestDesk): Promise<Digest> {
  const found = await digestById(id, call, desk);
  if (found === null) throw new DigestRefusedError(call.words.digestDesk.unknown(id, null));
  return found;
}

async function changeable(id: string, call: Call, desk: DigestDesk): Promise<Digest> {
  const found = await present(id, call, desk);
  assertMayChange(found, call);
  return found;
}

function added(after: Digest, call: Call, desk: DigestDesk): Message {
  const { words } = call;
  return digestToldView(words.digestDesk.saved(after.name), toldOf(after, call, desk), words);
}

function changed(after: Digest, call: Call, desk: DigestDesk): Message {
  const { words } = call;
  return digestToldView(words.digestDesk.changed(after.name), toldOf(after, call, desk), words);
}
