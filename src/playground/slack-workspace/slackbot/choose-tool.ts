import type { Json } from '../page-protocol.ts';

/** The call of a tool. */
export interface ToolCall {
  readonly tool: string;
  readonly arguments: Json;
}

/** A property's reference, as the model service gives them, or the id of a file. */
const REFERENCE = /\b(?:[A-Z]{2}-\d{3,5}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/iu;

/** What files are counted by, and the words for it in both languages. */
const BY: readonly (readonly [string, RegExp])[] = [
  ['decision', /\b(?:by|per|par)\s+d[ée]cisions?\b/iu],
  ['town', /\b(?:by|per|par)\s+(?:towns?|city|cities|villes?)\b|\b(?:towns?|villes?)$/iu],
  ['property', /\b(?:by|per|par)\s+(?:propert(?:y|ies)|biens?)\b/iu],
  ['backlog', /\b(?:by|per|par)\s+backlog\b/iu],
  ['situation', /\b(?:by|per|par)\s+situations?\b/iu],
  ['status', /\b(?:by|per|par)\s+(?:status(?:es)?|statuts?)\b/iu],
];

const TIMELINE = /\b(?:timeline|history|happened|historique|chronologie)\b/iu;
const REPORT = /\b(?:report|rapport|bilan)\b/iu;
const MONTH = /\b(?:month|mois)\b/iu;
const COUNT = /\b(?:how many|count|number of|combien|nombre de|compte[rz]?)\b/giu;
/** “Waiting for documents” is a query of its own. */
const PENDING =
  /(?<!\p{L})(?:pending|(?:await(?:s|ing)?|waiting(?! for (?!(?:an? |the )?decision))(?: for)?|en attente(?: d[e’'])?|attend(?:ent)?)(?:\s?(?:an? |the |une |la )?d[eé]cisions?)?|à décider)(?!\p{L})/giu;

/** Words of a question that are not of a name. */
const AROUND =
  /(?<!\p{L})(?:what|which|who|whose|show|list|find|search|give|tell|me|us|please|is|are|there|the|all|a|an|of|for|do|does|we|have|have got|rental|files?|quels?|quelles?|montre[rz]?|liste[rz]?|trouve[rz]?|cherche[rz]?|les?|la|des|du|un|une|y|a-t-il|sont|est|nous|avons|dossiers?|de|d['’])(?!\p{L})|[?!.]+/giu;

/**
 * The tool that a scripted assistant calls for a question. It only looks for words: Slackbot's own
 * model chooses by the descriptions of the tools.
 *
 * @param cursor of the last answer, for “next page”
 */
export function chooseTool(question: string, cursor: string | null): ToolCall {
  if (/^(?:next|more|suite|la suite|page suivante)/iu.test(question.trim()) && cursor !== null) {
    return { tool: 'search_files', arguments: { cursor } };
  }
  const [reference] = REFERENCE.exec(question) ?? [];
  if (TIMELINE.test(question)) {
    return { tool: 'file_timeline', arguments: { file: reference ?? nameIn(question) } };
  }
  if (REPORT.test(question)) {
    return { tool: 'report', arguments: { period: MONTH.test(question) ? 'month' : 'week' } };
  }
  const by = BY.find(([, words]) => words.test(question));
  if (by !== undefined || question.search(COUNT) >= 0) {
    const [name, words] = by ?? ['status', COUNT];
    return {
      tool: 'count_files',
      arguments: { by: name, query: without(question.replaceAll(COUNT, ' '), words) },
    };
  }
  if (reference !== undefined) return { tool: 'show_file', arguments: { file: reference } };
  if (question.search(PENDING) >= 0) {
    return { tool: 'pending_overview', arguments: { query: without(question, PENDING) } };
  }
  return { tool: 'search_files', arguments: { query: withoutLead(question.trim()) } };
}

/** The name in a question about what happened to a file. */
function nameIn(question: string): string {
  return without(question.replace(TIMELINE, ' '), AROUND);
}

/** What stands before a query: “Find”, “What”; those inside it, as in “older than a week”, belong to it. */
const LEAD =
  /^(?:(?:what|which|find|show|list|search|give|me|us|is|are|there|the|all|rental|files?|quels?|quelles?|montre[rz]?|liste[rz]?|trouve[rz]?|cherche[rz]?|moi|sont|do|we|have|dossiers?|les?) )+/iu;

function withoutLead(question: string): string {
  return `${question} `.replace(LEAD, '').trim();
}

/** A question as it was typed, without what the choice of the tool says already. */
function without(question: string, understood: RegExp): string {
  const left = question
    .replace(understood, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<![?!.\s])[?!.\s]+$/u, '')
    .trim();
  return withoutLead(left);
}
