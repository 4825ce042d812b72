import { parseEnv } from 'node:util';

import { didYouMean, wrongLetters } from '../lib/did-you-mean.ts';

interface Written {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of the `.env` that Node has read into the environment. */
  readonly envFile: string;
  /** The variables that are read. */
  readonly known: readonly string[];
}

/**
 * Variables that would silently mean something else than what was typed: each as a sentence that
 * begins with its name, and never holds its value.
 */
export function misspellings(written: Written): readonly string[] {
  return [
    ...cutValues(written),
    ...emptyLists(written),
    ...mistypedNames(written),
    ...oddValues(written),
    ...swappedTokens(written),
  ];
}

/** A line of `.env` whose value has no quotes, up to the `#` that ends it. */
const CUT_LINE =
  /^[^\S\n]*(?:export[^\S\n]+)?([A-Z][A-Z_]*)[^\S\n]*=[^\S\n]*[^\s'"`#][^\n#]*(?<!\s)#|^[^\S\n]*(?:export[^\S\n]+)?([A-Z][A-Z_]*)[^\S\n]*=#/gm;

/** Values of `.env` that a `#` without a blank before it has cut short, as in `NAME=#leasing`. */
function cutValues({ environment, envFile, known }: Written): string[] {
  const read = parseEnv(envFile);
  return Array.from(envFile.matchAll(CUT_LINE), ([, value, empty]) => value ?? empty ?? '')
    .filter((name) => known.includes(name) && environment[name] === read[name])
    .map((name) => `${name} is cut short at its #, which begins a comment in .env: ${QUOTES}`);
}

const QUOTES = 'put the value in quotes, for example NAME="a#b", or leave the # out';

/** Lists whose emptiness gives access to more people than a list does. */
const ACCESS_LISTS = ['ACCESS_USERGROUPS', 'ACCESS_CHANNELS', 'ADMIN_USERGROUPS'] as const;

/** Access lists that hold no id: what filled them has failed, unless `.env` itself leaves them blank. */
function emptyLists({ environment, envFile }: Written): string[] {
  return ACCESS_LISTS.filter((name) => {
    const isBlankLine = new RegExp(`^[^\\S\\n]*${name}[^\\S\\n]*=[^\\S\\n]*\\r?$`, 'm');
    const value = environment[name];
    return value !== undefined && /^[\s,]*$/.test(value) && !isBlankLine.test(envFile);
  }).map((name) => `${name} ${EMPTY_LIST}`);
}

const EMPTY_LIST =
  'is set but empty, which would lift its limit: give ids, for example S0123ABCD for a user group or C0123ABCD for a channel, or remove the variable';

/** Bounds of a name that is taken for a mistyped one. */
const NAME_LENGTH_MIN = 7;
const NAME_LENGTHS_APART_MAX = 3;
/** Wrong letters of a name that begins like no other of ours. */
const WRONG_LETTERS_MAX = 2;

/** Variables whose name is almost one of ours, and which would be ignored. */
function mistypedNames({ environment, known }: Written): string[] {
  const names = Object.keys(environment).filter((name) => environment[name]?.trim());
  const long = known.filter((name) => name.length >= NAME_LENGTH_MIN);
  return names.flatMap((name) => {
    if (known.includes(name) || name.length < NAME_LENGTH_MIN) return [];
    const meant = didYouMean(name, long);
    if (meant === null || names.includes(meant)) return [];
    const isNear = isOurs(name)
      ? Math.abs(meant.length - name.length) <= NAME_LENGTHS_APART_MAX
      : wrongLetters(name, meant) <= WRONG_LETTERS_MAX;
    return !isNear ? [] : [`${name} is not read: write it as ${meant}, if that is meant`];
  });
}

/** Whether a name begins like one of ours, which those of other programs rarely do. */
function isOurs(name: string): boolean {
  return /^(?:ACCESS|ADMIN|RENTAL|DATABASE|HOLIDAY|LOCALE|CURRENC|LOG_|TZ_)/i.test(name);
}

/** Values with quotes around them, which some programs keep, or with characters that nobody sees. */
function oddValues({ environment, known }: Written): string[] {
  return known.flatMap((name) => {
    const value = environment[name]?.trim() ?? '';
    if (/^["'`“”‘’«»]|["'`“”‘’«»]$/.test(value)) {
      return [`${name} has a quote at its beginning or end: write it without quotes`];
    }
    const isInvisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/u.test(value) && name !== 'RENTAL_KEY';
    return isInvisible ? [`${name} holds a character that does not show: type it anew`] : [];
  });
}

/** Slack’s tokens, each in the other one’s variable. */
function swappedTokens({ environment }: Written): string[] {
  const { SLACK_BOT_TOKEN: bot = '', SLACK_APP_TOKEN: app = '' } = environment;
  const isAppToken = bot.trim().startsWith('xapp-');
  if (isAppToken && app.trim().startsWith('xoxb-')) {
    return [
      'SLACK_BOT_TOKEN and SLACK_APP_TOKEN: these two are swapped; the bot token starts with xoxb-, the app-level token with xapp-, for example xoxb-1234 and xapp-1-A0123',
    ];
  }
  return isAppToken
    ? [
        'SLACK_BOT_TOKEN holds an app-level token: that goes into SLACK_APP_TOKEN, and the bot token, for example xoxb-1234, here',
      ]
    : [];
}
