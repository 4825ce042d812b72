import type { Truth } from './truth.ts';

/** What the bot says of how many files await a decision, in either language. */
const AWAITING =
  /(\d[\d\s,]*?)\s(?:rental files? awaits? a decision|dossiers? attend(?:ent)? une décision)/g;
const NOTHING =
  /Nothing awaits a decision: every|Rien à décider : tous|nothing awaits a decision|rien n’attend de décision|lists no rental file at all|ne liste aucun dossier/;
const ALL = /(?:^|")(\d[\d\s,]*) (?:rental files|dossiers de location)(?! await| attend)/;

/**
 * What is wrong in something that the bot said, or `null`: a number of files that wait which was
 * never right, or that nothing waits.
 */
export function wrongStatement(text: string, truth: Truth): string | null {
  if (NOTHING.test(text)) return 'says that nothing waits';
  for (const [, said = ''] of text.matchAll(AWAITING)) {
    const count = numberOf(said);
    if (!truth.awaitingEver.has(count)) return `says that ${count} wait`;
  }
  return null;
}

/** The same of an answer that shows all files, whatever became of them. */
export function wrongTotal(text: string, truth: Truth): string | null {
  const [, said] = ALL.exec(text) ?? [];
  return said === undefined || numberOf(said) === truth.total ? null : `says ${said} files`;
}

function numberOf(text: string): number {
  return Number(text.replaceAll(/\D/g, ''));
}
