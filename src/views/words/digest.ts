import { digestLiveEn, digestLiveFr, type DigestLiveWords } from './digest-live.ts';
import { type DigestTimes, digestTimesEn, digestTimesFr } from './digest-times.ts';
import { figuresEn, figuresFr } from './figures.ts';

/** What a digest says in its channel. Names of digests come as one line. */
export interface DigestWords extends DigestTimes, DigestLiveWords {
  readonly nameless: string;
  /** Of files that await a decision; `title` of any others. */
  readonly awaiting: (name: string, count: number) => string;
  readonly title: (name: string, count: number) => string;
  readonly clear: (name: string) => string;
  readonly nothing: (name: string) => string;
  /** Nothing was found, but something may be missing. */
  readonly unsure: (name: string) => string;
  readonly clearSays: string;
  /** With `weekly`: why it says so. */
  readonly alive: string;
  /** When it was due, or asked for. */
  readonly due: (moment: string, zone: string) => string;
  readonly readAt: (time: string) => string;
  readonly late: (time: string) => string;
  readonly catchUp: (moment: string) => string;
  readonly incomplete: string;
  readonly skipped: (count: number) => string;
  readonly preview: string;
  readonly parts: Readonly<Record<DigestPart, (count: number) => string>>;
  readonly overdueBy: (days: number) => string;
  /** Working days past the target, and how many files. */
  readonly bucket: (from: number, to: number | null, count: number) => string;
  readonly sections: Readonly<Record<DigestPart, string>>;
  readonly section: (title: string, count: number) => string;
  readonly noManager: string;
  readonly hidden: (count: number) => string;
  readonly hiddenInThread: (count: number) => string;
  /** Of the plain text alone. */
  readonly cut: (count: number) => string;
  readonly changes: string;
  readonly noChanges: string;
  readonly backlogTold: (points: string) => string;
  readonly added: (count: number) => string;
  readonly becameReady: (count: number) => string;
  readonly decided: (count: number) => string;
  readonly dropped: (count: number) => string;
  readonly more: (count: number) => string;
  readonly calls: (count: number) => string;
  /** At most 50 characters. */
  readonly backlog: string;
  /** At most 20 characters each. */
  readonly readySeries: string;
  readonly waitingSeries: string;
  readonly backlogPoint: (day: string, ready: string, waiting: string) => string;
  readonly rest: (name: string, from: number, to: number) => string;
  readonly showAll: string;
  readonly showAllSpoken: string;
  readonly snooze: string;
  readonly snoozeSpoken: string;
  readonly settings: string;
  readonly settingsSpoken: string;
  readonly trying: (name: string, until: string) => string;
  readonly tryingSays: string;
  readonly missed: (name: string, moment: string) => string;
  readonly missedSays: string;
}

/** What the files of a digest are counted by; `review`: all documents are there. */
export type DigestPart = 'overdue' | 'ready' | 'review' | 'waiting' | 'others';

const en = figuresEn.number;
const fr = figuresFr.number;

export const digestEn: DigestWords = {
  nameless: 'Digest',
  awaiting: (name, count) =>
    count === 1
      ? `${name}: 1 rental file awaits a decision`
      : `${name}: ${en(count)} rental files await a decision`,
  title: (name, count) =>
    count === 1 ? `${name}: 1 rental file` : `${name}: ${en(count)} rental files`,
  clear: (name) => `${name}: nothing awaits a decision`,
  nothing: (name) => `${name}: no rental file fits`,
  unsure: (name) => `${name}: nothing found, but files may be missing`,
  clearSays: 'All clear.',
  alive: 'This digest speaks up once a week, so that silence is not mistaken for a failure.',
  due: (moment, zone) => `${moment} (${zone})`,
  readAt: (time) => `read at ${time}`,
  late: (time) => `Late: this was due at ${time}.`,
  catchUp: (moment) =>
    `Late: this was due on ${moment}, when Rental Desk was not running. Earlier ones are left out.`,
  incomplete:
    'Incomplete: files moved or were not sent while they were read, so some may be missing.',
  skipped: (count) =>
    count === 1
      ? '1 file could not be read and is missing here.'
      : `${en(count)} files could not be read and are missing here.`,
  preview: 'A preview, for your eyes only: the channel sees nothing of it.',
  parts: {
    overdue: (count) => `${en(count)} of them overdue`,
    ready: (count) => `${en(count)} ready to decide`,
    review: (count) => `${en(count)} in review`,
    waiting: (count) => `${en(count)} waiting for documents`,
    others: (count) => (count === 1 ? '1 other' : `${en(count)} others`),
  },
  overdueBy: (days) => `Past the target of ${en(days)} working ${days === 1 ? 'day' : 'days'} by:`,
  bucket: (from, to, count) =>
    `${to === null ? `more than ${en(from - 1)}` : `${en(from)}–${en(to)}`} days (${en(count)})`,
  sections: {
    overdue: 'Overdue',
    ready: 'Ready to decide',
    review: 'In review, all documents are there',
    waiting: 'Waiting for documents',
    others: 'Others',
  },
  section: (title, count) => `${title} (${en(count)})`,
  noManager: 'No manager',
  hidden: (count) => `+${en(count)} more. “Show all” pages through them.`,
  hiddenInThread: (count) => `+${en(count)} more in the thread.`,
  cut: (count) =>
    count === 1
      ? '1 more file stands in the message.'
      : `${en(count)} more files stand in the message.`,
  changes: 'Since the last one:',
  noChanges: 'nothing came, nothing was decided',
  backlogTold: (points) => `Backlog over time: ${points}`,
  added: (count) => `${en(count)} new`,
  becameReady: (count) => `${en(count)} became ready`,
  decided: (count) => `${en(count)} decided`,
  dropped: (count) => `${en(count)} no longer here`,
  more: (count) => `${en(count)} more`,
  calls: (count) =>
    count === 1
      ? 'One person or group is mentioned.'
      : `${en(count)} people or groups are mentioned.`,
  backlog: 'Backlog over time',
  readySeries: 'Ready to decide',
  waitingSeries: 'Not ready yet',
  backlogPoint: (day, ready, waiting) => `${day}: ${ready} ready, ${waiting} not yet`,
  rest: (name, from, to) => `${name}: files ${en(from)} to ${en(to)}`,
  showAll: 'Show all',
  showAllSpoken: 'Page through all these files, for your eyes only',
  snooze: 'Snooze',
  snoozeSpoken: 'Leave this digest out for today, or else the next time',
  settings: 'Settings',
  settingsSpoken: 'Change this digest',
  trying: (name, until) => `${name}: could not read the rental files; trying until ${until}`,
  tryingSays:
    'This does not mean that nothing waits. The digest comes as soon as they can be read.',
  missed: (name, moment) => `${name}: the digest of ${moment} is missed`,
  missedSays:
    'The rental files could not be read in time. This does not mean that nothing waits: ask with /rental pending.',
  ...digestTimesEn,
  ...digestLiveEn,
};

export const digestFr: DigestWords = {
  nameless: 'Point',
  awaiting: (name, count) =>
    count < 2
      ? `${name} : ${count} dossier attend une décision`
      : `${name} : ${fr(count)} dossiers attendent une décision`,
  title: (name, count) =>
    count < 2 ? `${name} : ${count} dossier` : `${name} : ${fr(count)} dossiers`,
  clear: (name) => `${name} : rien n’attend de décision`,
  nothing: (name) => `${name} : aucun dossier ne correspond`,
  unsure: (name) => `${name} : rien de trouvé, mais il peut manquer des dossiers`,
  clearSays: 'Tout est en ordre.',
  alive: 'Ce point donne signe de vie une fois par semaine : son silence n’est pas une panne.',
  due: (moment, zone) => `${moment} (${zone})`,
  readAt: (time) => `lus à ${time}`,
  late: (time) => `En retard : ce point était attendu à ${time}.`,
  catchUp: (moment) =>
    `En retard : ce point était attendu le ${moment}, quand Rental Desk ne tournait pas. Les précédents sont omis.`,
  incomplete:
    'Incomplet : des dossiers ont bougé ou n’ont pas été envoyés pendant la lecture, il peut en manquer.',
  skipped: (count) =>
    count === 1
      ? '1 dossier illisible manque ici.'
      : `${fr(count)} dossiers illisibles manquent ici.`,
  preview: 'Un aperçu, pour vous seul : le canal n’en voit rien.',
  parts: {
    overdue: (count) => `dont ${fr(count)} en retard`,
    ready: (count) => `${fr(count)} ${count < 2 ? 'prêt' : 'prêts'} à décider`,
    review: (count) => `${fr(count)} à l’étude`,
    waiting: (count) => `${fr(count)} en attente de pièces`,
    others: (count) => (count < 2 ? `${count} autre` : `${fr(count)} autres`),
  },
  overdueBy: (days) =>
    `Objectif de ${fr(days)} ${days < 2 ? 'jour ouvré' : 'jours ouvrés'} dépassé de :`,
  bucket: (from, to, count) =>
    `${to === null ? `plus de ${fr(from - 1)}` : `${fr(from)} à ${fr(to)}`} jours (${fr(count)})`,
  sections: {
    overdue: 'En retard',
    ready: 'Prêts à décider',
    review: 'À l’étude, toutes les pièces sont là',
    waiting: 'En attente de pièces',
    others: 'Autres',
  },
  section: (title, count) => `${title} (${fr(count)})`,
  noManager: 'Sans gestionnaire',
  hidden: (count) => `+ ${fr(count)} de plus. « Tout voir » les parcourt.`,
  hiddenInThread: (count) => `+ ${fr(count)} de plus dans le fil.`,
  cut: (count) =>
    count < 2
      ? `${count} dossier de plus figure dans le message.`
      : `${fr(count)} dossiers de plus figurent dans le message.`,
  changes: 'Depuis le dernier point :',
  noChanges: 'rien de nouveau, rien de décidé',
  backlogTold: (points) => `Dossiers en attente au fil du temps : ${points}`,
  added: (count) => `${fr(count)} ${count < 2 ? 'nouveau' : 'nouveaux'}`,
  becameReady: (count) => `${fr(count)} ${count < 2 ? 'devenu prêt' : 'devenus prêts'}`,
  decided: (count) => `${fr(count)} ${count < 2 ? 'décidé' : 'décidés'}`,
  dropped: (count) => `${fr(count)} ${count < 2 ? 'sorti' : 'sortis'} de la liste`,
  more: (count) => `${fr(count)} de plus`,
  calls: (count) =>
    count < 2
      ? 'Une personne ou un groupe est mentionné.'
      : `${fr(count)} personnes ou groupes sont mentionnés.`,
  backlog: 'Dossiers en attente au fil du temps',
  readySeries: 'Prêts à décider',
  waitingSeries: 'Pas encore prêts',
  backlogPoint: (day, ready, waiting) => `${day} : ${ready} prêts, ${waiting} pas encore`,
  rest: (name, from, to) => `${name} : dossiers ${fr(from)} à ${fr(to)}`,
  showAll: 'Tout voir',
  showAllSpoken: 'Parcourir tous ces dossiers, pour vous seul',
  snooze: 'Mettre en veille',
  snoozeSpoken: 'Omettre ce point aujourd’hui, ou sinon la prochaine fois',
  settings: 'Réglages',
  settingsSpoken: 'Modifier ce point',
  trying: (name, until) =>
    `${name} : lecture des dossiers impossible ; nouvelles tentatives jusqu’à ${until}`,
  tryingSays:
    'Cela ne veut pas dire que rien n’attend. Le point viendra dès que les dossiers pourront être lus.',
  missed: (name, moment) => `${name} : le point du ${moment} est manqué`,
  missedSays:
    'Les dossiers n’ont pas pu être lus à temps. Cela ne veut pas dire que rien n’attend : demandez avec /rental attente.',
  ...digestTimesFr,
  ...digestLiveFr,
};
