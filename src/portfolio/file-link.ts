/** Leads from a rental file to where it opens for people, and back. */
export interface FileLink {
  /** Where the file opens; `null` where it does not. */
  readonly linkTo: (id: string) => string | null;
  /** The id in a text that holds such a link; `null` in any other text. */
  readonly idIn: (text: string) => string | null;
}

const PLACE = '{id}';
const ID = '([^\\s/?#&|<>"]+)';

/** @param template a URL in which `{id}` stands for the id of a file; `null` where there is none */
export function createFileLink(template: string | null): FileLink {
  const [beginning = ''] = template?.split(PLACE) ?? [];
  const pattern = template === null ? null : new RegExp(RegExp.escape(beginning) + ID, 'iu');
  return {
    linkTo: (id) => template?.replace(PLACE, () => encodeURIComponent(id.toWellFormed())) ?? null,
    idIn(text) {
      const found = pattern?.exec(text)?.[1];
      return found === undefined ? null : decoded(found);
    },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
