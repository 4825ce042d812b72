export interface Command {
  readonly command: string;
  readonly description: string;
  readonly usageHint: string;
}

export interface Shortcut {
  readonly type: 'global' | 'message';
  readonly callbackId: string;
  readonly name: string;
  readonly description: string;
}

export interface Suggestion {
  /** How it is called in the list. */
  readonly label: string;
  /** Text of the composer once this is chosen. */
  readonly insert: string;
  /** Placeholder such as `ID` or `[query]`; shown, never inserted. */
  readonly placeholder: string;
  readonly description: string;
  /** Set for a shortcut: it is used, nothing is inserted. */
  readonly callbackId: string | null;
  /** Set where it only adds to a command that can be sent as it is typed. */
  readonly isOptional: boolean;
}

const COMMAND_BEING_TYPED = /^\/\S*$/;

/**
 * Suggestions for the typed text: the commands and the global shortcuts, then the
 * subcommands that the command's usage hint names. Nothing once an argument is being typed.
 */
export function suggestionsFor(
  typed: string,
  commands: readonly Command[],
  shortcuts: readonly Shortcut[] = [],
): readonly Suggestion[] {
  return [...commandsFor(typed, commands), ...shortcutsFor(typed, shortcuts)];
}

/** `/find a` means the shortcut “Find a rental file”. */
function shortcutsFor(typed: string, shortcuts: readonly Shortcut[]): readonly Suggestion[] {
  const wanted = typed.toLowerCase();
  return shortcuts
    .filter(({ type, name }) => type === 'global' && isPrefixOf(`/${name.toLowerCase()}`, wanted))
    .map(({ callbackId, name, description }) => ({
      label: name,
      insert: `/${name}`,
      placeholder: 'shortcut',
      description,
      callbackId,
      isOptional: false,
    }));
}

function isPrefixOf(name: string, typed: string): boolean {
  return typed.startsWith('/') && name.startsWith(typed);
}

function commandsFor(typed: string, commands: readonly Command[]): readonly Suggestion[] {
  if (COMMAND_BEING_TYPED.test(typed)) {
    return commands
      .filter(({ command }) => command.startsWith(typed))
      .map(({ command, description, usageHint }) => ({
        label: command,
        insert: `${command} `,
        placeholder: usageHint,
        description,
        callbackId: null,
        isOptional: false,
      }));
  }
  const known = commands.find(({ command }) => typed.startsWith(`${command} `));
  if (known === undefined) return [];
  return subcommands(known)
    .filter(({ insert }) => insert.startsWith(typed) && insert !== typed)
    .filter(({ insert, placeholder }) => insert.trimEnd() !== typed || placeholder !== '');
}

/**
 * Suggestion that Enter takes although no arrow key has chosen one: the first, while a name is
 * typed that cannot be sent yet; -1 where Enter sends what is typed.
 */
export function preselected(typed: string, suggestions: readonly Suggestion[]): number {
  const isTyped = suggestions.some(
    ({ insert, callbackId }) => callbackId === null && insert.trimEnd() === typed.trimEnd(),
  );
  return isTyped || suggestions[0]?.isOptional !== false ? -1 : 0;
}

/** The ways to use a command that its usage hint names: `list [query] | show ID | help`. */
export function subcommands({ command, usageHint }: Command): readonly Suggestion[] {
  return alternatives(unwrapped(usageHint.trim()))
    .flatMap(nested)
    .map((words) => {
      const [, literal = '', placeholder = ''] = LITERAL_THEN_REST.exec(words) ?? [];
      const space = placeholder === '' ? '' : ' ';
      const insert = `${command} ${literal}${space}`;
      const noShortcut = { description: '', callbackId: null, isOptional: true };
      return { label: insert.trim(), insert, placeholder, ...noShortcut };
    })
    .filter(({ insert }) => insert.trim() !== command);
}

/** Lower-case words are typed as they stand; the first of another kind begins what is filled in. */
const LITERAL_THEN_REST =
  /^((?:[\p{Ll}\d][\p{Ll}\d-]*)?(?: [\p{Ll}\d][\p{Ll}\d-]*(?![^\s]))*)\s*(.*)$/u;

const OPENING = '[(<{';
const CLOSING = '])>}';

function alternatives(hint: string): readonly string[] {
  const found = [''];
  let depth = 0;
  for (const character of hint) {
    if (OPENING.includes(character)) depth += 1;
    if (CLOSING.includes(character)) depth -= 1;
    if (depth === 0 && '|·\n'.includes(character)) found.push('');
    else found[found.length - 1] += character;
  }
  return found.map((words) => words.trim()).filter((words) => words !== '');
}

function unwrapped(hint: string): string {
  const inner = /^[[(<{]([^[\](){}<>]*)[\])>}]$/.exec(hint)?.[1];
  return inner?.includes('|') ? inner : hint;
}

/** `digest [add|list]` is two ways, `digest add` and `digest list`. */
function nested(words: string): readonly string[] {
  const [, before = '', inner = '', after = ''] =
    /^([^[(<{]*)[[(<{]([\p{Ll}\- ]*\|[\p{Ll}|\- ]*)[\])>}](.*)$/u.exec(words) ?? [];
  if (inner === '') return [words];
  return inner.split('|').map((word) => `${before}${word.trim()}${after}`.trim());
}
