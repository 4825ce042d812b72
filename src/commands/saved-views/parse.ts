import { fold } from '../../lib/text.ts';

/** A parsed text of the command. Names and queries are as they were typed. */
export type ViewCommand =
  | { readonly do: 'list' }
  | { readonly do: 'run' | 'remove'; readonly name: string }
  | { readonly do: 'save'; readonly name: string; readonly query: string };

const VERBS: Readonly<Record<ViewCommand['do'], readonly string[]>> = {
  list: ['list', 'ls', 'liste', 'lister'],
  run: ['run', 'open', 'lancer', 'ouvrir'],
  remove: ['remove', 'delete', 'rm', 'supprimer', 'effacer'],
  save: ['save', 'add', 'enregistrer', 'garder', 'ajouter'],
};

/** All verbs, in both languages. */
export const VIEW_VERBS = Object.values(VERBS).flat();

/** A name in quotation marks of any kind. */
const QUOTED = /^["“”„«»]([^"“”„«»]*)["“”„«»](?:\s+|$)/u;

/**
 * Parses `save <name> <query>`, `list`, `run <name>` or `remove <name>`. A name of several
 * words stands in quotation marks before a query, and may without one; a name alone runs its view.
 */
export function parseViewCommand(text: string): ViewCommand {
  const typed = text.trim();
  const [word = ''] = /^\S*/u.exec(typed) ?? [];
  const rest = typed.slice(word.length).trim();
  switch (verbOf(word)) {
    case 'list':
      return rest === '' ? { do: 'list' } : { do: 'run', name: unquoted(typed) };
    case 'save': {
      const { name, query } = nameAndQuery(rest);
      return { do: 'save', name, query };
    }
    case 'remove':
      return { do: 'remove', name: unquoted(rest) };
    case 'run':
      return rest === '' ? { do: 'list' } : { do: 'run', name: unquoted(rest) };
    case null:
      return typed === '' ? { do: 'list' } : { do: 'run', name: unquoted(typed) };
  }
}

function verbOf(word: string): ViewCommand['do'] | null {
  const folded = fold(word);
  const verbs = ['list', 'run', 'remove', 'save'] as const;
  return verbs.find((verb) => VERBS[verb].includes(folded)) ?? null;
}

function nameAndQuery(text: string): { name: string; query: string } {
  const [quoted, inside] = QUOTED.exec(text) ?? [];
  if (quoted !== undefined && inside !== undefined) {
    return { name: inside.trim(), query: text.slice(quoted.length).trim() };
  }
  const [name = ''] = /^\S*/u.exec(text) ?? [];
  return { name, query: text.slice(name.length).trim() };
}

function unquoted(text: string): string {
  const [quoted, inside] = QUOTED.exec(text) ?? [];
  return quoted?.length === text.length && inside !== undefined ? inside.trim() : text;
}
