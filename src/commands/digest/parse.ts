import { describesDigest } from '../../digests/options/phrases.ts';
import { didYouMean } from '../../lib/did-you-mean.ts';
import { isTyped } from '../../lib/text.ts';

/** The verbs of the command. */
export type DigestVerb =
  | 'add'
  | 'list'
  | 'edit'
  | 'run'
  | 'preview'
  | 'pause'
  | 'resume'
  | 'remove'
  | 'status'
  | 'snooze'
  | 'take';

/** The text after `digest`, parsed. */
export interface DigestCommandLine {
  readonly verb: DigestVerb;
  readonly rest: string;
  /** Set when `add` was left out and the first word could also be the name of a digest. */
  readonly unknownVerb?: UnknownVerbError;
}

const VERBS: Readonly<Record<DigestVerb, readonly string[]>> = {
  add: ['add', 'new', 'create', 'ajouter', 'nouveau', 'créer'],
  list: ['list', 'ls', 'liste', 'lister'],
  edit: ['edit', 'change', 'modifier', 'changer'],
  run: ['run', 'post', 'now', 'lancer', 'publier'],
  preview: ['preview', 'aperçu'],
  pause: ['pause', 'stop', 'suspendre'],
  resume: ['resume', 'continue', 'reprendre'],
  remove: ['remove', 'delete', 'rm', 'supprimer', 'effacer'],
  status: ['status', 'ledger', 'log', 'état', 'journal'],
  snooze: ['snooze', 'veille'],
  take: ['take', 'prendre'],
};

/** All spellings of verbs. */
export const DIGEST_VERBS = Object.values(VERBS).flat();

const QUOTED = /^["“”„«»]([^"“”„«»]*)["“”„«»](?:\s+|$)/u;

/** The first word is no verb. */
export class UnknownVerbError extends Error {
  override readonly name = 'UnknownVerbError';
  readonly word: string;
  readonly nearest: string | null;

  constructor(word: string, known: readonly string[]) {
    super('no such verb');
    this.word = word;
    this.nearest = didYouMean(word, known);
  }
}

/**
 * The verb of a line and the rest. An empty line lists digests; a time or an option without a verb adds
 * one, also in plain words: `every monday at 9`.
 *
 * @throws {UnknownVerbError} when the line begins with none of these
 */
export function parseDigestCommand(text: string): DigestCommandLine {
  const typed = text.trim();
  const [word = ''] = /^\S*/u.exec(typed) ?? [];
  if (word === '') return { verb: 'list', rest: '' };
  const verb = verbs().find((each) => VERBS[each].some((known) => isTyped(known, word)));
  if (verb !== undefined) return { verb, rest: typed.slice(word.length).trim() };
  if (/^\d|:/u.test(word)) return { verb: 'add', rest: typed };
  const unknown = new UnknownVerbError(word, DIGEST_VERBS);
  if (describesDigest(typed)) return { verb: 'add', rest: typed, unknownVerb: unknown };
  throw unknown;
}

/** The name or id of a digest at the start of a line, and the rest. A line of options has no name. */
export function splitDigestName(text: string): { readonly of: string; readonly rest: string } {
  const [quoted, inside] = QUOTED.exec(text) ?? [];
  if (quoted !== undefined && inside !== undefined) {
    return { of: inside.trim(), rest: text.slice(quoted.length).trim() };
  }
  const [word = ''] = /^\S*/u.exec(text) ?? [];
  if (/^\d|:/u.test(word)) return { of: '', rest: text };
  return { of: word, rest: text.slice(word.length).trim() };
}

/** A name without the quotation marks around it. */
export function unquotedName(text: string): string {
  const [quoted, inside] = QUOTED.exec(text) ?? [];
  return quoted?.length === text.length && inside !== undefined ? inside.trim() : text;
}

function verbs(): readonly DigestVerb[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of a constant are known.
  return Object.keys(VERBS) as DigestVerb[];
}
