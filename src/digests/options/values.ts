import type { Language } from '../../i18n/types.ts';
import { fold } from '../../lib/text.ts';
import { formatQuery } from '../../portfolio/query/describe.ts';
import { QueryError } from '../../portfolio/query/errors.ts';
import { parseQuery } from '../../portfolio/query/parser.ts';
import type { DigestOptions } from '../../store/digest.ts';

const CHANNEL = /^<?#?([CGD][A-Z0-9]{4,})(?:\|[^>]*)?>?$/u;
const PERSON = /^<?@?([UW][A-Z0-9]{4,})(?:\|[^>]*)?>?$/u;
const GROUP = /^(?:<!subteam\^)?(S[A-Z0-9]{4,})(?:\|[^>]*)?>?$/u;
const COUNT = /^(\d{1,4}) ?(?:bd|wd|d|jo|j|days?|jours?)?$/u;
const DURATION = /^(\d{1,4}) ?(h|hours?|heures?|m|min|mins|minutes?)?$/u;
const MINUTES_IN_HOUR = 60;

/** A channel as Slack escapes it (`<#C0LEASING01|leasing>`), or its id. */
export function parseChannel(text: string): string | null {
  return CHANNEL.exec(text)?.[1] ?? null;
}

/** A person or user group as Slack escapes it, or its id; `me` is the given person. */
export function parseMention(text: string, userId: string): string | null {
  if (['me', 'moi'].includes(fold(text))) return userId;
  return PERSON.exec(text)?.[1] ?? GROUP.exec(text)?.[1] ?? null;
}

/** `5`, `5d`, `5jo`: a number from 1 to `max`, with or without a unit of days. */
export function parseCount(text: string, max: number): number | null {
  const count = Number(COUNT.exec(text.toLowerCase())?.[1] ?? 0);
  return count >= 1 && count <= max ? count : null;
}

/** `2h`, `90min`, `90`: minutes, at most `max`. */
export function parseMinutes(text: string, max: number): number | null {
  const [, count, unit = 'min'] = DURATION.exec(text.toLowerCase()) ?? [];
  if (count === undefined) return null;
  const minutes = Number(count) * (unit.startsWith('h') ? MINUTES_IN_HOUR : 1);
  return minutes <= max ? minutes : null;
}

/** An age in the query language, `1jo` or `2w`, in its English spelling. */
export function parseAge(text: string, { language }: { readonly language: Language }) {
  try {
    const query = parseQuery(`age:>=${text}`, language);
    const [condition, ...more] = query.conditions;
    const [one, ...others] = condition?.kind === 'age' ? condition.any : [];
    if (one?.is !== '>=' || others.length > 0 || more.length > 0) return null;
    return formatQuery(query, 'en').replace('age:>=', '');
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

/** A stored age in the units of a language: `1bd` is `1jo` in French; empty for none. */
export function ageIn(age: string | null, language: Language): string {
  if (age === null) return '';
  try {
    return formatQuery(parseQuery(`age:>=${age}`), language).replace(/^[^=]*=/u, '');
  } catch (error) {
    if (error instanceof QueryError) return age;
    throw error;
  }
}

/** One half of an escalation, days or channel, with the other half as it was before. */
export function parseEscalation(
  text: string,
  before: DigestOptions['escalate'] | undefined,
  daysMax: number,
): NonNullable<DigestOptions['escalate']> | null {
  const { afterDays, channelId } = before ?? { afterDays: 0, channelId: '' };
  const channel = parseChannel(text);
  if (channel !== null) return { afterDays, channelId: channel };
  const days = parseCount(text, daysMax);
  return days === null ? null : { afterDays: days, channelId };
}

/** A list of one item; `null` for none. */
export function asList<Item>(item: Item | null): readonly [Item] | null {
  return item === null ? null : [item];
}
