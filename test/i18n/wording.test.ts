import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import type { Language } from '../../src/i18n/types.ts';
import { englishWords } from '../../src/portfolio/query/messages/en.ts';
import { frenchWords } from '../../src/portfolio/query/messages/fr.ts';
import type { RentalErrorCode } from '../../src/rental-api/errors.ts';

type Message = (...args: readonly unknown[]) => unknown;

function isMessage(value: unknown): value is Message {
  return typeof value === 'function' && value.length > 0;
}

/** Every message of a language by its path: `list.title`. */
function messagesOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || path.endsWith('.locale')) {
    return [[path, value]];
  }
  return Object.entries(value).flatMap(([name, inner]) => messagesOf(inner, `${path}.${name}`));
}

const messages: Readonly<Record<Language, ReadonlyMap<string, unknown>>> = {
  en: new Map([...messagesOf(wordsIn('en'), ''), ...messagesOf(englishWords, '.query')]),
  fr: new Map([...messagesOf(wordsIn('fr'), ''), ...messagesOf(frenchWords, '.query')]),
};

/** Messages of one number, or of a number before a text, with the number filled in. */
function counted(language: Language, count: number): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [path, message] of messages[language]) {
    if (!isMessage(message)) continue;
    // The other arguments are names and formatted values.
    const others = Array.from({ length: message.length - 1 }, () => 'x');
    const text = answered(message, [count, ...others]);
    if (typeof text === 'string') texts.set(path, text);
  }
  return texts;
}

/** `null` where a message is of something else than a number. */
function answered(message: Message, args: readonly unknown[]): unknown {
  try {
    return message(...args);
  } catch {
    return null;
  }
}

/** A number and the word after it. */
const PLURAL_FR =
  /(?<![\d.,:])[01][\s\u00a0\u202f](?:autres\b|(?:dossiers|jours|messages|fichiers|vues|valeurs|publications|biens|semaines|heures|secondes|candidats|garants|envois|récaps|points|personnes|demandes|changements)\b)/u;
const SINGULAR_FR =
  /(?<![\d.,:])2[\s\u00a0\u202f](?:autre\b|(?:dossier|jour|message|fichier|vue|valeur|publication|bien|semaine|heure|seconde|candidat|garant|envoi|récap|point|personne|demande|changement)\b)/u;
const PLURAL_EN =
  /(?<![\d.,:])1[\s\u00a0](?:files|days|working days|rental files|posts|messages|views|values|weeks|hours|seconds|applicants|guarantors|digests|requests|changes|minutes)\b/u;

test('in French, 1 of anything is singular', () => {
  const wrong = [...counted('fr', 1)].filter(([, text]) => PLURAL_FR.test(text));
  expect(wrong).toEqual([]);
});

/** Sections whose counted messages are only sent for something, never for 0. */
const NEVER_ZERO = /^\.(?:digest|list\.|card\.|choice\.)/u;

test('in French, 0 of anything is singular', () => {
  const wrong = [...counted('fr', 0)].filter(
    ([path, text]) => !NEVER_ZERO.test(path) && PLURAL_FR.test(text),
  );
  expect(wrong).toEqual([]);
});

test('in French, 2 of anything are plural', () => {
  const wrong = [...counted('fr', 2)].filter(([, text]) => SINGULAR_FR.test(text));
  expect(wrong).toEqual([]);
});

test.each([
  [0, 1, 'lun.\u00a0: 0 prêt à décider, 1 pas prêt'],
  [2, 1_234, 'lun.\u00a0: 2 prêts à décider, 1\u202f234 pas prêts'],
])('in French, a point of the backlog agrees with %i and %i', (ready, waiting, says) => {
  expect(wordsIn('fr').digest.backlogPoint('lun.', ready, waiting)).toBe(says);
});

test('in French, what the reader alone sees is said without their gender', () => {
  const all = [...messages.fr].flatMap(([path, message]) => {
    const text = isMessage(message) ? answered(message, ['x', 'x', 'x']) : message;
    return typeof text === 'string' ? [[path, text] as const] : [];
  });
  expect(all.filter(([, text]) => /\bvous seule?\b/iu.test(text))).toEqual([]);
  expect(wordsIn('fr').help.privacy).toContain('visibles de vous uniquement');
});

test('in French, what is left out of a list are others, and a title goes on in lower case', () => {
  const { file, report } = wordsIn('fr');
  expect(file.withMore('Marie-La…', 1)).toBe('Marie-La… et 1 autre');
  expect(file.withMore('Marie-La…', 2)).toBe('Marie-La… et 2 autres');
  expect(report.csvText(report.title.week(Date.UTC(2026, 10, 9), Date.UTC(2026, 10, 15)))).toMatch(
    /^Rapport en CSV\u00a0: semaine du 9/u,
  );
});

test('one file in a thread is no range', () => {
  expect(wordsIn('en').digest.rest('Morning', 6, 6)).toBe('Morning: file 6');
  expect(wordsIn('fr').digest.rest('Matin', 6, 6)).toBe('Matin\u00a0: dossier 6');
});

test.each(['en', 'fr'] as const)('nothing takes 0 working days (%s)', (language) => {
  const { stats, timeline, report } = wordsIn(language);
  const said = [
    stats.oldest('Loft', 0),
    stats.median(0),
    timeline.readyAfter(0),
    timeline.decidedIn(0),
    report.durations(0, 0, 1),
    report.durations(0, 2, 3),
  ];
  for (const text of said) expect(text).toMatch(/less than 1 working day|moins d’un jour ouvré/u);
  expect(said.filter((text) => /(?<!\d)0\s/u.test(text))).toEqual([]);
});

test('what French says of digests and alerts alike has no gender', () => {
  const ofOne = /^\.digestHistory\.(?:title|older|ownerFailed|ownerUnknown|channel)/u;
  const said = [...messages.fr]
    .filter(([path]) => path.startsWith('.digestHistory.') && !ofOne.test(path))
    .map(([, text]) => (isMessage(text) ? answered(text, ['x']) : text))
    .filter((text) => typeof text === 'string');
  const gendered = /(?<!\p{L})(?:il|elle|s’il|envoyée?|publiée?|supprimée?)(?!\p{L})/iu;
  expect(said.length).toBeGreaterThan(40);
  expect(said.filter((text) => gendered.test(text))).toEqual([]);
});

test('in English, 1 of anything is singular', () => {
  const wrong = [...counted('en', 1)].filter(([, text]) => PLURAL_EN.test(text));
  expect(wrong).toEqual([]);
});

test('messages with counts are found', () => {
  for (const language of ['en', 'fr'] as const) {
    const texts = [...counted(language, 2).values()];
    expect(texts.filter((text) => /\b2[\s\u00a0]\p{L}/u.test(text)).length).toBeGreaterThan(40);
  }
});

/** Words that no product says to its reader. */
const BANNED =
  /\b(?:somebody|whoever|so long|anew|told|needs a look|stays so|goes on|grown old|is none|take it over)\b/iu;

test('no English message outside digests has a banned word', () => {
  const said = [...counted('en', 1), ...messages.en].filter(
    ([path, text]) => !path.startsWith('.digest') && typeof text === 'string' && BANNED.test(text),
  );
  expect(said).toEqual([]);
});

test('French has a no-break space before its double punctuation and inside its quotes', () => {
  // A colon after a key, such as `bien:`, and a placeholder such as `{id}` are no punctuation.
  const wrong = [...counted('fr', 2), ...messages.fr].filter(
    ([, text]) => typeof text === 'string' && / [:;?!»]|« /u.test(text),
  );
  expect(wrong).toEqual([]);
});

/** All that a call to the Rental File Service can fail with. */
const RENTAL_ERRORS: Readonly<Record<RentalErrorCode, true>> = {
  rental_account: true,
  rental_key_refused: true,
  rental_token_unavailable: true,
  rental_unauthorized: true,
  rental_forbidden: true,
  rental_busy: true,
  rental_down: true,
  rental_slow: true,
  rental_resting: true,
  rental_unreadable: true,
  rental_endless: true,
  rental_incomplete: true,
  rental_link: true,
  rental_not_found: true,
  rental_refused: true,
};

test.each(['en', 'fr'] as const)(
  'the history of digests says in words why the files could not be read (%s)',
  (language) => {
    const { reasons } = wordsIn(language).digestHistory;
    expect(Object.keys(reasons)).toEqual(expect.arrayContaining(Object.keys(RENTAL_ERRORS)));
  },
);

/** A space that may end a line, before a mark that French parts from its word, or inside its quotes. */
const BREAKABLE_FR = /[\p{L}\p{N}%)»…’] [;:?!»]|« /u;

test('no line of French ends before a mark or inside a quotation mark', () => {
  const said = [...counted('fr', 2), ...messages.fr].filter(
    ([, text]) => typeof text === 'string' && BREAKABLE_FR.test(text),
  );
  expect(said).toEqual([]);
});
