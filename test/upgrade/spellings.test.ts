import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { parseAlert, parseAlertCommand } from '../../src/commands/alert/parse.ts';
import { parseDigestCommand } from '../../src/commands/digest/parse.ts';
import { matchCommand } from '../../src/commands/router.ts';
import { parseViewCommand } from '../../src/commands/saved-views.ts';
import { changeIn } from '../../src/commands/settings.ts';
import { optionNamed } from '../../src/digests/options/definitions.ts';
import { parseOptions } from '../../src/digests/options/parse.ts';
import { parseDays, parseTime } from '../../src/digests/options/times.ts';
import { createLinkTemplate } from '../../src/lib/http.ts';
import * as tables from '../../src/portfolio/phrases/grammar/tables.ts';
import { keysOfKind } from '../../src/portfolio/query/query.ts';
import {
  dateNamed,
  flagNamed,
  keyNamed,
  partNamed,
  personNamed,
  sortNamed,
  translated,
  unitNamed,
  valuesNamed,
} from '../../src/portfolio/query/vocabulary/index.ts';
import { callOver } from '../commands/call.ts';
import { pagesOf } from '../support/rental-files.ts';

/**
 * People have learned these words, and saved views, digests and notes of theirs hold them: each is
 * still understood, and as before. A new word goes into the file; none is taken out.
 */
const SPELLINGS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = JSON.parse(
  readFileSync(new URL('spellings.json', import.meta.url), 'utf8'),
);

const call = callOver(() => pagesOf([]));
const around = {
  ...createLinkTemplate('https://console.example.com/{id}'),
  portfolio: call.portfolio,
};
const author = { userId: 'U0CLAIRE001', language: 'en' } as const;

/** What a word, or a key with its value, means. */
const MEANINGS: Readonly<Record<string, (text: string) => unknown>> = {
  command: (text) => matchCommand(text, around).command.name,
  view: (text) => parseViewCommand(`${text} Name`).do,
  digest: (text) => parseDigestCommand(`${text} Name`).verb,
  digestOption: optionNamed,
  digestValue(text) {
    const { schedule, options } = parseOptions(`9 ${text}`, author);
    return { ...schedule, ...options, times: undefined };
  },
  days: parseDays,
  time: parseTime,
  alert: (text) => parseAlertCommand(`${text} Name`).verb,
  alertOption(text) {
    const { alert, options } = parseAlert(`decision:ready ${text}`, call);
    return { ...alert, channelId: options.channelId ?? undefined };
  },
  setting: changeIn,
  queryKey: keyNamed,
  queryValue(text) {
    const [name, word = ''] = text.split(':');
    const key = keysOfKind('choice').find((each) => each === name);
    return key && valuesNamed(key, word);
  },
  unit: unitNamed,
  sort: sortNamed,
  date: dateNamed,
  yesOrNo: flagNamed,
  person: personNamed,
  part: partNamed,
  synonym: (text) => translated([text])[1],
};

test.each(Object.keys(MEANINGS))('each %s is understood as it was', (what) => {
  const meaningOf = MEANINGS[what] ?? String;
  const found = Object.entries(SPELLINGS[what] ?? {}).map(([meaning, words]) => [
    meaning,
    words.filter((word) => JSON.stringify(meaningOf(word)) === meaning),
  ]);
  expect(found.length).toBeGreaterThan(0);
  expect(Object.fromEntries(found)).toEqual(SPELLINGS[what]);
});

/** Phrases that ask for the same, beside each other, by the table that holds them and what they mean. */
const PHRASES: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(new URL('phrases.json', import.meta.url), 'utf8'),
);

test.each(Object.keys(PHRASES))('each phrase of %s means what it did', (name) => {
  const all = { ...tables, ...tables.PHRASES };
  const table: unknown = Object.entries(all).find(([known]) => known === name)?.[1];
  const meaningOf = (phrase: string): unknown => {
    if (table instanceof Map) return table.get(phrase);
    return table instanceof Set && table.has(phrase);
  };
  const found = Object.entries(PHRASES[name] ?? {}).map(([meaning, phrases]) => {
    const alike = phrases.split('|').filter((phrase) => String(meaningOf(phrase)) === meaning);
    return [meaning, alike.join('|')];
  });
  expect(Object.fromEntries(found)).toEqual(PHRASES[name]);
});
