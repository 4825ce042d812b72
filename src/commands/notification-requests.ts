import {
  describesDigest,
  type Role,
  type Term,
  termsOf,
  termsOrNull,
} from '../digests/options/phrases.ts';
import { parseDays, type Phrases, RHYTHM_WORDS, SCHEDULE } from '../digests/options/times.ts';
import type { Language } from '../i18n/types.ts';
import { fold } from '../lib/text.ts';
import { PARTICIPLE } from '../portfolio/phrases/conditions.ts';
import { phrases, setsOf } from '../portfolio/phrases/grammar/index.ts';
import {
  isPolite,
  isSmall,
  lengthOf,
  PHRASES,
  VERBS,
} from '../portfolio/phrases/grammar/tables.ts';
import { understandOrNull } from '../portfolio/phrases/understand.ts';
import { unlessMistaken } from '../portfolio/query/parser.ts';
import { unitNamed } from '../portfolio/query/vocabulary/index.ts';

/** How people ask to be notified, in one language: data only. */
interface NotificationWords {
  /** Those of the orders that ask for a day, too: “remind me about Dupont tomorrow”. */
  readonly remind: Phrases;
  /** Orders that always mean later: “notify me”. */
  readonly notify: Phrases;
  /** Orders that may mean at once: “tell me”. */
  readonly tell: Phrases;
  /** Before these orders, beside small words: “I want to be notified”. */
  readonly before: Phrases;
  readonly me: Phrases;
  readonly us: Phrases;
  /** Before what is to happen. */
  readonly when: Phrases;
  /** Before what is to happen behind `notify`; behind `tell` these ask about now. */
  readonly whether: Phrases;
  /** What comes again, or may: “daily”, “once a week”. */
  readonly again: Phrases;
  /** Files of any kind: “when something is ready”. */
  readonly any: Phrases;
  /** The list before a request: “send me this every monday”. */
  readonly list: Phrases;
  /** Orders to stop, and what is to stop, which `notify` names as well; some stand alone. */
  readonly stop: Phrases;
  readonly stopAlone: Phrases;
  readonly stopped: Phrases;
  /** Negations of `notify` and of other orders to send: “don’t send”, « n’envoie pas ». */
  readonly never: Phrases;
  readonly sent: Phrases;
  /** Orders to stop following one file. */
  readonly unwatch: Phrases;
  /** Before orders to notify, remind or send to somebody else; those, and what stands behind the person. */
  readonly politely: Phrases;
  readonly tellOther: Phrases;
  readonly news: Phrases;
  readonly remindOther: Phrases;
  readonly toDo: Phrases;
  readonly sendOther: Phrases;
  /** What tells of the past, so that “tell me when” is a question. */
  readonly past: Phrases;
}

const WORDS: Readonly<Record<Language, NotificationWords>> = {
  en: {
    notify: 'lmk,notify,notified,alert,alerted,warn,warned,ping,pinged,inform,informed,let know',
    remind: 'remind,reminded',
    tell: 'tell,told,send,give,show,post,message,email,know',
    before: 'please,pls,want,would,like,be,get,have,need',
    me: 'me,i',
    us: 'us,everyone,everybody,the team,the channel',
    when: 'when,whenever,once,as soon as,each time,every time,the moment',
    whether: 'if,in case,about,of,on,for',
    again: 'daily,everyday,hourly,weekly,fortnightly,biweekly,monthly,once,twice',
    any: 'something,anything,someone,anyone,somebody,anybody,any',
    list: 'this,this list,these,these files,the same,the same list',
    stop: 'stop,mute,silence,turn off,switch off,disable,cancel,no more,no longer,don t want,dont want,do not want,unsubscribe from',
    never: 'don t,dont,do not,never',
    stopAlone:
      'pause everything,stop everything,mute everything,stop,mute,mute this channel,mute the channel,silence this channel,be quiet,unmute,unsubscribe,notifications,my notifications',
    stopped:
      'notifs,notif,notifications,notification,alerts,alert,digests,digest,messages,reminders,notifying,alerting,sending,posting,reminding,pinging,messaging',
    sent: 'send,post,message',
    unwatch: 'unwatch,unfollow,stop watching,stop following',
    politely: 'please,pls,(can|could|would|will) you',
    tellOther: 'tell,notify,inform,warn,alert,ping,let',
    news: '(|know) (that|when|whenever|if|once|about|as soon as)',
    remindOther: 'remind,ask',
    toDo: 'to',
    sendOther: '(send|forward) (this|these|them|that|the list|this list) to',
    past: 'was,were,did,had,has been,have been',
  },
  fr: {
    notify:
      'previens,prevenir,prevenez,prevenu,prevenue,avertis,avertir,avertissez,averti,avertie,alerte,alerter,alertez,alerté,signale,signaler,signalez,notifie,notifier,notifiez,informe,informer,informez',
    remind: 'rappelle,rappeler,rappelez',
    tell: 'dis,dire,dites,envoie,envoyer,envoyez,donne,donner,donnez,montre,montrer,montrez,poste,publie,savoir',
    before:
      'veux,voudrais,voulons,souhaite,souhaiterais,aimerais,peux,peut,pouvez,pourrais,pourriez,tu,vous,etre,merci,s,il,te,plait,svp,stp',
    me: 'moi,me,m,je,j',
    us: 'nous,l equipe,le canal,tout le monde',
    when: 'quand,qd,lorsque,lorsqu,des que,des qu,aussitot que,aussitot qu,chaque fois que,chaque fois qu,a chaque fois que,a chaque fois qu',
    whether: 'si,s,en cas de,en cas d,de,des,d,du,pour,a chaque',
    again: 'quotidien,quotidienne,quotidiennement,hebdomadaire,mensuel,mensuellement,fois',
    any: 'quelque chose,quelqu un,quelqu,n importe quoi',
    list: 'ca,cela,ceci,cette liste,ces dossiers,la meme liste,la meme chose',
    stop: 'arrete,arreter,arretez,desactive,desactiver,desactivez,coupe,couper,coupez,stoppe,annule,annuler,plus de,ne veux plus,ne voulons plus,me desabonner des',
    never: 'ne,n',
    stopAlone:
      'suspends tout,suspendre tout,arrete tout,coupe tout,silence,coupe le son,me desabonner,desabonner,desabonne moi,mes notifications',
    stopped:
      'notif,notifs,notification,notifications,alertes,recap,recaps,points,messages,rappels,alerter,prevenir,envoyer,poster',
    sent: 'envoie,envoyez,poste,publie',
    unwatch: 'arrete de suivre,arreter de suivre,ne plus suivre,ne suis plus',
    politely: '(peux|pourrais) tu,merci de',
    tellOther:
      '(dis|dire|dites) a,(previens|prevenir|prevenez|avertis|avertir|informe|informer|informez|notifie|notifier|notifiez) (|a)',
    news: 'que,quand,lorsque,si,de,du,des,qu,d',
    remindOther: '(rappelle|rappeler|rappelez|demande|demander|demandez) a',
    toDo: 'de,d',
    sendOther: '(envoie|envoyer|envoyez|transmets|transmettez) (ca|cela|les|la liste) a',
    past: 'a ete,ont ete,avait,avaient,etait,etaient',
  },
};

/** Of all languages. */
export const ASKED = setsOf(Object.values(WORDS), phrases);
const ASKER = ASKED.me.union(ASKED.us).union(ASKED.when).union(ASKED.whether);
const NOTIFY = ASKED.notify.union(ASKED.remind);

/** Orders with their person inside: “let me know”, “keep us posted”, « tiens-moi au courant ». */
const AROUND_PERSON =
  /\b(?:let|keep|give|tiens|tenez)[\s-](me|us|moi|nous) (?:know|posted|informed|updated|in the loop|an? (?:heads[- ]up|shout|nudge|ping)|au courant|informée?s?)(?!\p{L})/iu;
/** Between a French verb and its person, and behind what is elided: each is a word of its own here. */
const JOINED = /(?<=\p{L})-(?=(?:moi|nous|tu|vous)\b)|(?<=\b(?:qu|lorsqu|d|m|s|j))['’]/giu;

/** A request for files later, instead of now. */
export interface NotificationRequest {
  /** What is to happen first, or the days and times it is to come at. */
  readonly on: 'event' | 'schedule';
  /** Files and schedule, without the order. */
  readonly rest: string;
  /** Whether one person asks for themselves: “notify me”, unlike “notify us”. */
  readonly isPersonal: boolean;
}

/**
 * The request for later that a text is: “notify me when a file is ready”, “send us the ready
 * files every monday”, “every day at 9 ready”. `null` for what asks about now.
 */
export function notificationRequestIn(text: string): NotificationRequest | null {
  const words = text
    .replace(AROUND_PERSON, 'let know $1')
    .replaceAll(JOINED, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '');
  let at = words.findIndex(
    (word, index) =>
      [NOTIFY, ASKED.tell, ASKED.when].some((table) => lengthOf(table, words, index) > 0) ||
      !isBefore(word),
  );
  if (at < 0) return null;
  // « Un mardi sur deux »
  const isOne = RHYTHM_WORDS.one.has(fold(words[at - 1] ?? '-'));
  if (isOne && ONE_OF_SEVERAL.test(text)) at -= 1;
  const isToMe = words.slice(0, at).some((word) => ASKED.me.has(fold(word)));
  const notify = lengthOf(NOTIFY, words, at);
  const isSent = lengthOf(ASKED.sent, words, at) > 0;
  const order = notify || lengthOf(ASKED.tell, words, at);
  at += order;
  const me = lengthOf(ASKED.me, words, at);
  const us = me > 0 ? 0 : lengthOf(ASKED.us, words, at);
  at += me + us;
  const rest = words.slice(at).join(' ');
  const isPersonal = us === 0 && (isToMe || me > 0 || notify > 0);
  // “Post the pending ones here at 5pm”
  const times = (isSent && termsOrNull(rest)?.filter(({ role }) => role === 'times')) || [];
  const isAtTime = times.some(
    ({ body: { text: time, at: start } }) =>
      BEFORE_TIME.test(rest.slice(0, start)) &&
      // “At 12 rue des Lilas”
      (CLEAR_TIME.test(time) || start + time.length === rest.length),
  );
  if (isAtTime || comesAgain(rest, order > 0)) return { on: 'schedule', rest, isPersonal };
  if (order === 0 && !isToMe && me + us === 0) return null;
  const when = lengthOf(ASKED.when, words, at);
  const begins = when || (notify > 0 || order === 0 ? lengthOf(ASKED.whether, words, at) : 0);
  const isPast = words.some((_, index) => lengthOf(ASKED.past, words, index) > 0);
  if (begins === 0 || isPast) return null;
  at += begins;
  return {
    on: 'event',
    rest: words.slice(at + lengthOf(ASKED.any, words, at)).join(' '),
    isPersonal,
  };
}

/**
 * The days and times at which the list before a request is to come again: `every monday` of “send me
 * this every monday”, or a text of nothing else; `null` for any other text.
 */
export function scheduleOfList(
  text: string,
): { readonly schedule: string; readonly isAlone: boolean } | null {
  const request = notificationRequestIn(text);
  if (request?.on !== 'schedule') return null;
  const words = request.rest.split(/\s+/u);
  const length = lengthOf(ASKED.list, words, 0);
  // “Every morning at 8 please”
  const terms = termsOrNull(request.rest) ?? [];
  const isAlone = terms.every(({ role, body }) => role !== null || isPolite(body.text));
  if (isAlone && !POSTED.test(text)) return { schedule: request.rest, isAlone };
  // “This week’s files every monday” are others.
  const next = words[length] ?? '';
  return length > 0 &&
    (SCHEDULE.each.has(fold(next)) || ASKED.again.has(fold(next)) || isSmall(next))
    ? { schedule: words.slice(length).join(' '), isAlone: false }
    : null;
}

/** What is to stop: the changes of a file that a text names, or whatever is sent. */
export type StopRequest = { readonly of: 'file'; readonly rest: string } | { readonly of: 'all' };

/** Words between an order to stop and what is to stop: `turn off the morning digest`. */
const STOP_GAP_MAX = 3;
/** The request to stop notifications that a text is: “don’t send the digest on mondays”, “unwatch MO-0149”. */
export function stopRequestIn(text: string): StopRequest | null {
  const words = wordsOf(text);
  const at = Math.max(
    0,
    words.findIndex(
      (word, index) =>
        [ASKED.stop, ASKED.never].some((table) => lengthOf(table, words, index) > 0) ||
        !isBefore(word),
    ),
  );
  const unwatch = lengthOf(ASKED.unwatch, words, at);
  if (unwatch > 0) return { of: 'file', rest: words.slice(at + unwatch).join(' ') };
  const alone = lengthOf(ASKED.stopAlone, words, at);
  const behind = words.slice(at + alone);
  // “Until I’m back”
  const isUntil = SCHEDULE.until.has(fold(behind[0] ?? ''));
  if (alone > 0 && (isUntil || isOfTime(behind.join(' ')))) return { of: 'all' };
  const never = lengthOf(ASKED.never, words, at);
  const stop = lengthOf(ASKED.stop, words, at);
  if (never > stop) return isNeverSent(words, at + never) ? { of: 'all' } : null;
  if (stop === 0) return null;
  const places = words.map((_, place) => place).slice(at + stop, at + stop + STOP_GAP_MAX);
  const isStopped = places.some((place) =>
    [ASKED.stopped, NOTIFY].some((table) => lengthOf(table, words, place) > 0),
  );
  return isStopped ? { of: 'all' } : null;
}

/** Whether a text says for how long, or nothing: “mute for today”. */
export function isOfTime(text: string): boolean {
  const { query, rest } = understandOrNull(text) ?? {};
  return (
    rest === '' && query?.conditions.every(({ kind }) => kind === 'date' || kind === 'age') === true
  );
}

/**
 * Whether a negation is of an order to send, which follows at once: “don’t send”, « ne m’alerte plus »,
 * unlike “don’t have an e-mail address” and « n’ont pas posté ».
 */
function isNeverSent(words: readonly string[], from: number): boolean {
  let at = from;
  while (lengthOf(ASKED.me, words, at) > 0 || lengthOf(ASKED.us, words, at) > 0) at += 1;
  return (
    !PARTICIPLE.test(words[at] ?? '') &&
    [NOTIFY, ASKED.sent].some((table) => lengthOf(table, words, at) > 0)
  );
}

/** Whether a text asks to notify somebody else: `tell Sophie that MO-0149 is ready`. */
export function asksToTellOther(text: string): boolean {
  const words = wordsOf(text);
  const start = lengthOf(ASKED.politely, words, 0);
  for (const [order, links] of [
    [ASKED.tellOther, ASKED.news],
    [ASKED.remindOther, ASKED.toDo],
    [ASKED.sendOther, null],
  ] as const) {
    const at = start + lengthOf(order, words, start);
    const count = [2, 1].find((length) =>
      links === null
        ? at + length === words.length
        : lengthOf(links, words, at + length) > 0 || /\d/u.test(words[at + length] ?? ''),
    );
    if (at > start && count !== undefined) return isOther(words.slice(at, at + count));
  }
  return false;
}

function isOther(names: readonly string[]): boolean {
  if (names[0]?.startsWith('#') === true) return true;
  return (
    !names.some((name) => ASKER.has(fold(name))) &&
    !isSmall(names.join(' ')) &&
    lengthOf(ASKED.us, names, 0) < names.length
  );
}

/** The words of a text, also those that are joined: `préviens-moi` has two. */
export function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(JOINED, ' ')
    .split(/[\s'’]+/u)
    .filter((word) => word !== '');
}

/** Whether a word may stand before an order to notify: `I want to be`. */
export function isBefore(word: string): boolean {
  const folded = fold(word);
  return (
    ASKED.before.has(folded) ||
    ASKED.me.has(folded) ||
    (isSmall(word) && !SCHEDULE.each.has(folded))
  );
}

/** Whether a text names days that come again, and a time where no order to send stands before it. */
function comesAgain(typed: string, isOrdered: boolean): boolean {
  const text = withoutWeeks(withoutAges(typed));
  const isOften = isRepeated(text);
  if (!isOften && !ONE_OF_SEVERAL.test(text)) return false;
  return unlessMistaken(() => hasSchedule(text, isOften, isOrdered)) === true;
}

/** @throws {QueryError} for a text that is no query either */
function hasSchedule(text: string, isOften: boolean, isOrdered: boolean): boolean {
  const terms = termsOf(text);
  // “A report on the first monday of the month”, unlike “approved on the first monday of the month”
  const isPosted = terms.some(({ role }) => role === 'times') || POSTED.test(text);
  if (isPosted && terms.some(({ role }) => role === 'monthly' || role === 'rhythm')) return true;
  if (!isOften) return false;
  if (hasRhythm(terms, text)) return true;
  const days = terms.filter(({ role }) => role === 'days').map(({ body }) => body.text);
  if (days.some((each) => isEachOf(fold(each), fold(text)))) {
    // “Every monday”, “ready every monday”, unlike “received on mondays”
    return isOrdered || describesDigest(text) || isOnEach(days, text);
  }
  // “From monday to friday” may be days of the files; with a time it is not. “All with 2
  // guarantors” has no time, and of “all at 9” only “at” says that 9 is one.
  const times = terms.filter(({ role }) => role === 'times');
  const isClear = times.some(({ body }) => CLEAR_TIME.test(body.text));
  const isAt = times.some(({ body }) => BEFORE_TIME.test(text.slice(0, body.at)));
  const isTimed = days.some(
    (each) => areSeveral(each) && (isClear || (isAt && !SCHEDULE.each.has(fold(each)))),
  );
  return isTimed || (isOrdered && terms.some(({ role }) => RHYTHMS.has(role)));
}

/** `ready in Lyon weekly`, `weekly summary on Fridays`: files, or a digest, and how often it is to come. */
function hasRhythm(terms: readonly Term[], text: string): boolean {
  const [first, second] = terms.filter(({ body }) => !isSmall(fold(body.text)));
  const [isFirst, isSecond] = [first, second].map(
    (term) => term?.role === 'filler' || DIGEST_NAME.test(term?.body.text ?? ''),
  );
  // “Summary every other week”
  if ((isSecond && isRhythm(first)) || (isFirst && isRhythm(second))) return true;
  const last = terms.at(-1);
  return isRhythm(last) && understandOrNull(text.slice(0, last?.body.at))?.hasPhrases === true;
}

const DIGEST_NAME = /^(?:update|list|overview)$/iu;

/** Whether a term says how often, by itself: `weekly`, `every month`, `daily`. */
function isRhythm(term: Term | undefined): boolean {
  if (term?.role !== 'days') return RHYTHMS.has(term?.role ?? null);
  return parseDays(term.body.text)?.length === 7 && !SCHEDULE.each.has(fold(term.body.text));
}

/** A text without ages such as “5 working days”, which are no days of a schedule. */
function withoutAges(text: string): string {
  const words = text.split(/\s+/u);
  const at = words.findIndex(
    (word, index) =>
      /^\d+$/u.test(word) && unitNamed(words.slice(index + 1, index + 3).join(' ')) !== undefined,
  );
  return at < 0 ? text : words.toSpliced(at, 3).join(' ');
}

/** A text without “the week of 9”, which is one week of files. */
function withoutWeeks(text: string): string {
  const words = text.split(/\s+/u);
  const lengths = words.map((_, at) => lengthOf(PHRASES.weekOf, words, at));
  const at = lengths.findIndex(
    (length, place) => length > 0 && /^\d/u.test(words[place + length] ?? ''),
  );
  return at < 0 ? text : words.toSpliced(at, (lengths[at] ?? 0) + 1).join(' ');
}

/** What is posted, and not a list. */
const POSTED = /(?<!\p{L})(?:reports?|rapports?|digests?|r[ée]caps?|summary)(?!\p{L})/iu;
/** Behind one day of several, which says nothing else of a schedule. */
const ONE_OF_SEVERAL = /(?<!\p{L})(?:of the month|du mois|sur deux)(?!\p{L})/iu;
/** `9:30`, `9h`, `9am`, and what stands before a time that is a number alone. */
const CLEAR_TIME = /[:h.]|[ap]m|clock/iu;
const BEFORE_TIME = /(?:^|\s)(?:at|à|a|vers|pour)\s+$/iu;

/** Days and times that digests have, or can say that they do not have. */
const RHYTHMS: ReadonlySet<Role | null> = new Set(['weekly', 'monthly', 'rhythm']);
const DAYS_WORDS_MAX = 3;

/** Whether some words say that something comes again: without any, the rest need not be read. */
function isRepeated(text: string): boolean {
  const words = text.split(/\s+/u);
  return words.some((word, at) => {
    const folded = fold(word);
    if (SCHEDULE.each.has(folded) || ASKED.again.has(folded)) return true;
    const spans = [1, 2, DAYS_WORDS_MAX].map((count) => words.slice(at, at + count).join(' '));
    return spans.some((days) => areSeveral(days) || (folded.endsWith('s') && parseDays(days)));
  });
}

function areSeveral(days: string): boolean {
  return (parseDays(days)?.length ?? 0) > 1;
}

/** Whether “each” stands at the start of days or before them; alone it is of something else. */
function isEachOf(days: string, text: string): boolean {
  if (SCHEDULE.each.has(days)) return false;
  // “On fridays”, « les vendredis ».
  return days.endsWith('s') || ASKED.again.has(days) || hasEach(days, text);
}

/** “Ready every monday”, unlike “ready on mondays” and “received every monday”, which are days of files. */
function isOnEach(days: readonly string[], text: string): boolean {
  const folded = fold(text);
  const isOfFiles = folded.split(' ').some((word) => VERBS.has(word));
  // “All mondays”
  const isAll = folded.split(' ').includes('all');
  return (
    !isOfFiles &&
    !isAll &&
    days.some((each) => !SCHEDULE.each.has(fold(each)) && hasEach(fold(each), folded))
  );
}

function hasEach(days: string, text: string): boolean {
  const [first = ''] = days.split(' ');
  const before = text.slice(0, text.indexOf(days)).trim().split(' ');
  const last = before.at(PHRASES.determiners.has(before.at(-1) ?? '') ? -2 : -1) ?? '';
  return SCHEDULE.each.has(first) || SCHEDULE.each.has(last);
}
