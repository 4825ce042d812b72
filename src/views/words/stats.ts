/** The words of figures about rental files. */
export interface StatsWords {
  readonly title: (count: number) => string;
  /** At most 50 characters, like `weekly`: they head charts. */
  readonly funnel: string;
  readonly weekly: string;
  /** At most 20 characters, like the next three: they name what a chart draws. */
  readonly files: string;
  readonly others: string;
  readonly accepted: string;
  readonly rejected: string;
  /** A Monday, `2026-11-16`, in at most 20 characters. */
  readonly week: (monday: string) => string;
  readonly weekAxis: string;
  readonly weekTold: (week: string, accepted: string, rejected: string) => string;
  /** The same where there is little room, and weeks are what it is about. */
  readonly weekDrawn: (week: string, accepted: string, rejected: string) => string;
  readonly othersAre: (values: string) => string;
  readonly noDecisions: string;
  readonly median: (days: number) => string;
  readonly noMedian: string;
  readonly awaiting: (count: number) => string;
  readonly oldest: (property: string, workingDays: number | null) => string;
  readonly smallPrint: string;
  readonly waits: string;
  readonly waitsSpoken: string;
  readonly share: string;
  readonly shareSpoken: string;
}

const MONDAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const english = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
const englishMonday = new Intl.DateTimeFormat('en-GB', MONDAY);
const french = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });
const frenchMonday = new Intl.DateTimeFormat('fr-FR', MONDAY);

export const statsEn: StatsWords = {
  title: (count) =>
    count === 1 ? 'Figures of 1 rental file' : `Figures of ${english.format(count)} rental files`,
  funnel: 'Files by status',
  weekly: 'Decisions per week',
  files: 'Files',
  others: 'Others',
  accepted: 'Approved',
  rejected: 'Declined',
  week: (monday) => englishMonday.format(Date.parse(monday)),
  weekAxis: 'Week from',
  weekTold: (week, accepted, rejected) =>
    `week from ${week}: ${accepted} approved, ${rejected} declined`,
  weekDrawn: (week, accepted, rejected) => `${week}: ${accepted} approved, ${rejected} declined`,
  othersAre: (values) => `Others: ${values}`,
  noDecisions: 'Nothing was decided in the last eight weeks.',
  median: (days) =>
    `Half of the decisions of the last eight weeks took ${english.format(days)} ${days === 1 ? 'working day' : 'working days'} or less.`,
  noMedian: 'How long decisions take cannot be told yet.',
  awaiting: (count) =>
    count === 1 ? '1 file awaits a decision.' : `${english.format(count)} files await a decision.`,
  oldest: (property, days) =>
    days === null
      ? `The oldest of them: ${property}.`
      : `The oldest of them: ${property}, for ${english.format(days)} ${days === 1 ? 'working day' : 'working days'}.`,
  smallPrint:
    'The service does not say when a file was decided: the last change of a decided file stands for it.',
  waits: 'What waits',
  waitsSpoken: 'List what awaits a decision',
  share: 'Share',
  shareSpoken: 'Share these figures with the channel',
};

export const statsFr: StatsWords = {
  title: (count) =>
    count < 2
      ? `Chiffres de ${count} dossier de location`
      : `Chiffres de ${french.format(count)} dossiers de location`,
  funnel: 'Dossiers par statut',
  weekly: 'Décisions par semaine',
  files: 'Dossiers',
  others: 'Autres',
  accepted: 'Acceptés',
  rejected: 'Refusés',
  week: (monday) => frenchMonday.format(Date.parse(monday)),
  weekAxis: 'Semaine du',
  weekTold: (week, accepted, rejected) =>
    `semaine du ${week} : acceptés ${accepted}, refusés ${rejected}`,
  weekDrawn: (week, accepted, rejected) => `${week} : acceptés ${accepted}, refusés ${rejected}`,
  othersAre: (values) => `Autres : ${values}`,
  noDecisions: 'Rien n’a été décidé ces huit dernières semaines.',
  median: (days) =>
    `La moitié des décisions des huit dernières semaines ont pris ${french.format(days)} ${days < 2 ? 'jour ouvré' : 'jours ouvrés'} ou moins.`,
  noMedian: 'Impossible de dire encore combien de temps prennent les décisions.',
  awaiting: (count) =>
    count < 2
      ? `${count} dossier attend une décision.`
      : `${french.format(count)} dossiers attendent une décision.`,
  oldest: (property, days) =>
    days === null
      ? `Le plus ancien : ${property}.`
      : `Le plus ancien : ${property}, depuis ${french.format(days)} ${days < 2 ? 'jour ouvré' : 'jours ouvrés'}.`,
  smallPrint:
    'Le service ne dit pas quand un dossier a été décidé : la dernière modification d’un dossier décidé en tient lieu.',
  waits: 'Ce qui attend',
  waitsSpoken: 'Voir ce qui attend une décision',
  share: 'Partager',
  shareSpoken: 'Partager ces chiffres avec le canal',
};
