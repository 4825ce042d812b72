import { digestPress } from '../digests/compose/parts.ts';
import { besidesAwaiting } from '../digests/query.ts';
import { QueryError } from '../portfolio/query/errors.ts';
import { formatQuery } from '../portfolio/query/format.ts';
import { parseQuery } from '../portfolio/query/parser.ts';
import type { Digest, DigestChoice } from '../store/digest.ts';
import { digestForm, digestMoreForm } from '../views/digests/form.ts';
import type { Form, Press } from '../views/message.ts';
import type { Call } from './command.ts';
import type { DigestDesk } from './digest-desk.ts';
import { defaultChoice } from './digest-save.ts';

/** The form for a new digest, here if it can be here. */
export function newDigestForm(call: Call, desk: DigestDesk): Form {
  const press: Press = { command: 'digest', args: { do: 'create' } };
  return digestForm(filledOf(defaultChoice(call, desk), call), true, press, null, call.words);
}

/** The form that changes a digest, as it is now. */
export function editDigestForm(digest: Digest, call: Call): Form {
  const more = digestPress('more', digest.id, 'modal');
  const press = savePress('save', digest);
  return digestForm(filledOf(digest, call), false, press, more, call.words);
}

/** The form for the other options of a digest, as they are now. */
export function moreDigestForm(digest: Digest, call: Call): Form {
  const { name, options, schedule } = digest;
  const { holidays, onHoliday } = schedule;
  const filled = {
    ...options,
    name,
    holidays,
    onHoliday,
    minAge: ageTyped(options.minAge, call),
    minStale: ageTyped(options.minStale, call),
  };
  return digestMoreForm(filled, savePress('saveMore', digest), call.words);
}

/** Carries the version that the person saw. */
function savePress(what: 'save' | 'saveMore', { id, version }: Digest): Press {
  return { command: 'digest', args: { do: what, id, version } };
}

function filledOf({ name, channelId, query, schedule, options }: DigestChoice, call: Call) {
  const { times, days, zone } = schedule;
  return {
    name,
    channelId: channelId === '' ? null : channelId,
    query: queryTyped(query, call),
    times,
    days,
    zone,
    whenEmpty: options.whenEmpty,
    targetDays: options.targetDays,
  };
}

/** As somebody would type it; one that can no longer be read as it stands, to be mended. */
function queryTyped(text: string, { words }: Call): string {
  try {
    const query = parseQuery(text);
    return formatQuery(besidesAwaiting(query) ?? query, words.language);
  } catch (error) {
    if (error instanceof QueryError) return text;
    throw error;
  }
}

/** An age in the person's units: `1bd` is `1jo` in French. */
function ageTyped(age: string | null, { words }: Call): string {
  if (age === null) return '';
  try {
    return formatQuery(parseQuery(`age:>=${age}`), words.language).replace(/^[^=]*=/u, '');
  } catch (error) {
    if (error instanceof QueryError) return age;
    throw error;
  }
}
