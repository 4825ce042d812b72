import { type DigestDeedWords, digestDeedsEn, digestDeedsFr } from './digest-deeds.ts';
import { digestMannerEn, digestMannerFr, type DigestMannerWords } from './digest-manner.ts';
import { digestRefusalsEn, digestRefusalsFr, type DigestRefusalWords } from './digest-refusals.ts';
import { figuresEn, figuresFr } from './figures.ts';

/** What is said about digests to whoever makes, changes or reads about them. */
export interface DigestDeskWords extends DigestDeedWords, DigestRefusalWords {
  /** Where it heads a window, at most 24 characters. */
  readonly heading: string;
  readonly title: (count: number) => string;
  readonly none: string;
  readonly how: string;
  readonly page: (page: number, pages: number) => string;
  readonly saved: (name: string) => string;
  readonly changed: (name: string) => string;
  readonly paused: (name: string) => string;
  readonly resumed: (name: string) => string;
  readonly removed: (name: string) => string;
  readonly taken: (name: string) => string;
  /** Which due times are left out, and when it comes again, if it does. */
  readonly snoozed: (name: string, leftOut: readonly string[], next: string | null) => string;
  readonly running: (name: string) => string;
  readonly removing: (name: string) => string;
  /** A name for a digest that was given none. */
  readonly nameFor: (time: string) => string;
  readonly numbered: (name: string, number: number) => string;
  readonly id: (id: string) => string;
  readonly when: (days: string, times: string, zone: string) => string;
  readonly holidays: (place: string, onHoliday: 'skip' | 'next') => string;
  readonly what: (query: string) => string;
  readonly unreadable: string;
  readonly unknownZone: string;
  readonly here: string;
  readonly elsewhere: (channel: string) => string;
  readonly directly: string;
  readonly everyDay: string;
  /** Of a run of days. */
  readonly fromTo: (from: string, to: string) => string;
  readonly and: (parts: readonly string[]) => string;
  readonly next: (moments: readonly string[], zone: string) => string;
  readonly never: string;
  readonly isPaused: (why: string) => string;
  readonly pausedByHand: string;
  readonly ownerGone: string;
  readonly isSnoozed: (until: string) => string;
  readonly manner: DigestMannerWords;
}

const en = figuresEn.number;
const fr = figuresFr.number;

export const digestDeskEn: DigestDeskWords = {
  heading: 'Digests',
  title: (count) => (count === 1 ? '1 digest' : `${en(count)} digests`),
  none: 'There is no digest here yet.',
  how: '/rental digest add 09:00 posts what awaits a decision here, Monday to Friday. More: /rental help digest.',
  page: (page, pages) => `Page ${page} of ${pages}`,
  saved: (name) => `The digest “${name}” is set up.`,
  changed: (name) => `The digest “${name}” is changed.`,
  paused: (name) => `The digest “${name}” is paused.`,
  resumed: (name) => `The digest “${name}” goes on.`,
  removed: (name) => `The digest “${name}” is removed.`,
  taken: (name) => `The digest “${name}” is yours now.`,
  snoozed: (name, leftOut, next) =>
    `The digest “${name}” is left out on ${leftOut.join(' · ')}.${next === null ? '' : ` It comes again on ${next}.`}`,
  running: (name) => `The digest “${name}” is on its way to its channel.`,
  removing: (name) => `Shall the digest “${name}” be removed?`,
  nameFor: (time) => `Digest of ${time}`,
  numbered: (name, number) => `${name} (${number})`,
  id: (id) => `Known as ${id}`,
  when: (days, times, zone) => `${days} at ${times} (${zone})`,
  holidays: (place, onHoliday) =>
    onHoliday === 'skip'
      ? `Not on public holidays of ${place}`
      : `On the next working day instead of public holidays of ${place}`,
  what: (query) => `It shows: ${query}`,
  unreadable: 'its query can no longer be read: change it',
  unknownZone: 'Its time zone is no longer known: change it.',
  here: 'In this channel',
  elsewhere: (channel) => `In channel ${channel}`,
  directly: 'By direct message',
  everyDay: 'Every day',
  fromTo: (from, to) => `${from} to ${to}`,
  and: (parts) => joined(parts, 'and'),
  next: (moments, zone) => `Next: ${moments.join(' · ')} (${zone})`,
  never: 'Nothing is due.',
  isPaused: (why) => `Paused: ${why}`,
  pausedByHand: 'somebody asked for it',
  ownerGone: 'Its owner has left: an admin can take it over.',
  isSnoozed: (until) => `Left out until ${until}`,
  manner: digestMannerEn,
  ...digestDeedsEn,
  ...digestRefusalsEn,
};

export const digestDeskFr: DigestDeskWords = {
  heading: 'Points',
  title: (count) => (count < 2 ? `${count} point` : `${fr(count)} points`),
  none: 'Il n’y a pas encore de point ici.',
  how: '/rental point ajouter 09:00 publie ici ce qui attend une décision, du lundi au vendredi. Plus : /rental aide point.',
  page: (page, pages) => `Page ${page} sur ${pages}`,
  saved: (name) => `Le point « ${name} » est en place.`,
  changed: (name) => `Le point « ${name} » est modifié.`,
  paused: (name) => `Le point « ${name} » est en pause.`,
  resumed: (name) => `Le point « ${name} » reprend.`,
  removed: (name) => `Le point « ${name} » est supprimé.`,
  taken: (name) => `Le point « ${name} » est à vous désormais.`,
  snoozed: (name, leftOut, next) =>
    `Le point « ${name} » est omis : ${leftOut.join(' · ')}.${next === null ? '' : ` Il revient : ${next}.`}`,
  running: (name) => `Le point « ${name} » est en route vers son canal.`,
  removing: (name) => `Faut-il supprimer le point « ${name} » ?`,
  nameFor: (time) => `Point de ${time}`,
  numbered: (name, number) => `${name} (${number})`,
  id: (id) => `Identifiant ${id}`,
  when: (days, times, zone) => `${days} à ${times} (${zone})`,
  holidays: (place, onHoliday) =>
    onHoliday === 'skip'
      ? `Pas les jours fériés (${place})`
      : `Le jour ouvré suivant au lieu des jours fériés (${place})`,
  what: (query) => `Il montre : ${query}`,
  unreadable: 'sa requête n’est plus lisible : modifiez-la',
  unknownZone: 'Son fuseau horaire n’est plus connu : modifiez-le.',
  here: 'Dans ce canal',
  elsewhere: (channel) => `Dans le canal ${channel}`,
  directly: 'Par message direct',
  everyDay: 'Tous les jours',
  fromTo: (from, to) => `du ${from} au ${to}`,
  and: (parts) => joined(parts, 'et'),
  next: (moments, zone) => `À venir : ${moments.join(' · ')} (${zone})`,
  never: 'Rien n’est prévu.',
  isPaused: (why) => `En pause : ${why}`,
  pausedByHand: 'quelqu’un l’a demandé',
  ownerGone: 'Son propriétaire est parti : un administrateur peut le reprendre.',
  isSnoozed: (until) => `Omis jusqu’au ${until}`,
  manner: digestMannerFr,
  ...digestDeedsFr,
  ...digestRefusalsFr,
};

function joined(parts: readonly string[], and: string): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${and} ${last}`;
}
