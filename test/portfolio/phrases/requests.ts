import type { Question } from '../../../src/portfolio/phrases/grammar/index.ts';
import type { Language } from '../../../src/portfolio/query/vocabulary/types.ts';

/** A request as people type it, and what it asks for. */
export interface Request {
  readonly language: Language;
  readonly text: string;
  /** As a query in English. */
  readonly query: string;
  readonly question: Question | null;
}

/**
 * The same requests in both languages, with the query that they ask for. `{town}`, `{name}` and
 * `{n}` are filled in; nothing of the fillings or the noise is in the grammar.
 */
const TEMPLATES: readonly (readonly [string, string, string, Question?])[] = [
  ['ready', 'prêts', 'decision:ready'],
  ['ready in {town}', 'prêts à {town}', 'decision:ready {town}'],
  ['files ready to decide in {town}', 'dossiers prêts à décider à {town}', 'decision:ready {town}'],
  ['waiting in {town}', 'à décider à {town}', 'decision:awaiting {town}'],
  [
    'files waiting more than {n} days',
    'dossiers à décider depuis plus de {n} jours',
    'decision:awaiting age:>{n}d',
  ],
  [
    'waiting for over {n} weeks in {town}',
    'à décider depuis plus de {n} semaines à {town}',
    'decision:awaiting age:>{n}w {town}',
  ],
  ['older than {n} days', 'plus vieux que {n} jours', 'age:>{n}d'],
  ['no older than {n} days', 'pas plus vieux que {n} jours', 'age:<={n}d'],
  ['without scores in {town}', 'sans notes à {town}', 'no:score {town}'],
  ['what should I decide', 'qu’est-ce que je dois décider', 'decision:awaiting'],
  ['available now in {town}', 'dispo tout de suite à {town}', 'available:yes {town}'],
  ['not older than a week', 'pas plus vieux qu’une semaine', 'age:<=1w'],
  ['score not above 40', 'note pas au-dessus de 40', 'score:<=40'],
  ['rent not under 900', 'loyer pas en dessous de 900', 'rent:>=900'],
  [
    'no guarantor and score under 40',
    'sans garant et note en dessous de 40',
    'no:guarantor score:<40',
  ],
  ['haven’t been touched in {n} weeks', 'pas modifiés en {n} semaines', 'stale:>{n}w'],
  ['nothing happened for a week', 'rien ne bouge depuis une semaine', 'stale:>1w'],
  ['at least {n} working days', 'au moins {n} jours ouvrés', 'age:>={n}bd'],
  ['less than {n} hours old', 'de moins de {n} heures', 'age:<{n}h'],
  ['in the last {n} days', 'ces {n} derniers jours', 'age:<{n}d'],
  ['more than a week', 'plus d’une semaine', 'age:>1w'],
  ['approved last week', 'acceptés la semaine dernière', 'decision:approved decided:last-week'],
  ['declined this month', 'refusés ce mois-ci', 'decision:declined decided:this-month'],
  ['rejected yesterday', 'refusés hier', 'decision:declined decided:yesterday'],
  ['approved in october', 'validés en octobre', 'decision:approved decided:october'],
  ['approved since monday', 'acceptés depuis lundi', 'decision:approved decided:>=monday'],
  ['ready since monday', 'prêts depuis lundi', 'decision:ready ready-since:>=monday'],
  [
    'ready this week in {town}',
    'prêts cette semaine à {town}',
    'decision:ready ready-since:this-week {town}',
  ],
  ['received today', 'reçus aujourd’hui', 'created:today'],
  ['received this week in {town}', 'reçus cette semaine à {town}', 'created:this-week {town}'],
  ['received this weekend', 'reçus ce week-end', 'created:this-weekend'],
  ['files of last weekend', 'dossiers du week-end dernier', 'created:last-weekend'],
  [
    'approved over the weekend',
    'acceptés pendant le week-end',
    'decision:approved decided:this-weekend',
  ],
  ['new this week', 'nouveaux cette semaine', 'created:this-week'],
  ['new in {town} this week', 'nouveaux à {town} cette semaine', 'created:this-week {town}'],
  ['with rent insurance', 'avec assurance loyer impayé', 'rent-insurance:yes'],
  [
    'without rent insurance in {town}',
    'sans assurance loyers impayés à {town}',
    '-rent-insurance:yes {town}',
  ],
  ['assigned to nobody', 'attribués à personne', 'no:manager'],
  ['haven’t filled in the form', 'n’ont pas rempli le formulaire', 'no:form'],
  ['form submitted', 'formulaire rempli', 'has:form'],
  ['validated pre-applications', 'pré-candidatures validées', 'has:pre-application-validation'],
  [
    'ready without validation',
    'prêts sans validation',
    'decision:ready no:pre-application-validation',
  ],
  ['which can I approve today', 'lesquels je peux valider', 'decision:ready'],
  ['which ones can I sign off', 'quels dossiers valider', 'decision:ready'],
  ['40-60 score', 'note 40-60', 'score:40..60'],
  ['share of approved files', 'part des acceptés', '', 'figures'],
  ['new files since tuesday', 'nouveaux dossiers depuis mardi', 'created:>=tuesday'],
  ['created last quarter', 'créés le trimestre dernier', 'created:last-quarter'],
  ['created before march', 'créés avant mars', 'created:<march'],
  [
    'received between monday and wednesday',
    'reçus entre lundi et mercredi',
    'created:monday..wednesday',
  ],
  ['received since 3 november', 'reçus depuis le 3 novembre', 'created:>=3-november'],
  [
    'received from 2 to 15 september',
    'reçus du 2 au 15 septembre',
    'created:2-september..15-september',
  ],
  ['created in 2025', 'créés en 2025', 'created:2025'],
  ['received in may 2026', 'reçus en mai 2026', 'created:2026-05'],
  ['updated yesterday', 'modifiés hier', 'updated:yesterday'],
  ['not updated for {n} days', 'pas modifiés depuis {n} jours', 'stale:>{n}d'],
  ['unchanged since {n} weeks', 'inchangés depuis {n} semaines', 'stale:>{n}w'],
  ['closed last month', 'clos le mois dernier', 'status:closed updated:last-month'],
  ['score > {n}', 'note > {n}', 'score:>{n}'],
  ['score above {n}', 'note supérieure à {n}', 'score:>{n}'],
  ['with a score of at least {n}', 'avec une note d’au moins {n}', 'score:>={n}'],
  ['rent under 900', 'loyer inférieur à 900', 'rent:<900'],
  ['rent between 500 and 900 euros', 'loyer entre 500 et 900 euros', 'rent:500..900'],
  ['studio under 650 euros', 'studio à moins de 650 euros', 'studio rent:<650'],
  ['less than 1 200 € in {town}', 'moins de 1 200 € à {town}', 'rent:<1200 {town}'],
  ['max 800€', '800€ maximum', 'rent:<=800'],
  ['complete files', 'dossiers complets', 'completion:100'],
  ['incomplete in {town}', 'incomplets à {town}', 'completion:<100 {town}'],
  ['more than 80% complete', 'complets à plus de 80%', 'completion:>80'],
  ['files of Mr {name}', 'dossier de monsieur {name}', '{name}'],
  ['file of Mrs {name}', 'dossier de madame {name}', '{name}'],
  ['files for {name}', 'les dossiers de {name}', '{name}'],
  ['{name}', '{name}', '{name}'],
  ['{town}', '{town}', '{town}'],
  ['34090', '34090', '34090'],
  ['MO-0149', 'MO-0149', 'MO-0149'],
  ['roommates in {town}', 'colocation à {town}', 'situation:roommates {town}'],
  ['couples ready', 'couple prêt', 'situation:couple decision:ready'],
  ['houses in {town}', 'maisons à {town}', 'category:house {town}'],
  ['flats under 700 euros', 'appartements à moins de 700 euros', 'category:apartment rent:<700'],
  ['ready, oldest first', 'prêts, les plus anciens d’abord', 'decision:ready sort:oldest'],
  ['ready sorted by score', 'prêts triés par note', 'decision:ready sort:score'],
  ['not archived', 'non archivés', 'archived:no'],
  ['archived this year', 'archivés cette année', 'archived:yes updated:this-year'],
  ['ready except {town}', 'prêts sauf {town}', 'decision:ready -{town}'],
  ['approved or declined', 'acceptés ou refusés', 'decision:approved,declined'],
  [
    'how many rejected this month',
    'combien de refusés ce mois-ci',
    'decision:declined decided:this-month',
    'count',
  ],
  ['how many files in {town}', 'combien de dossiers à {town}', '{town}', 'count'],
  ['number of files ready', 'nombre de dossiers prêts', 'decision:ready', 'count'],
  ['who applied in {town}', 'qui a postulé à {town}', '{town}', 'who'],
  ['what is missing for {name}', 'que manque-t-il à {name}', '{name}', 'missing'],
  ['phone number of {name}', 'numéro de téléphone de {name}', '{name}', 'contact'],
  ['{name} phone number', 'téléphone de {name}', '{name}', 'contact'],
  ['contact details of {name}', 'coordonnées de {name}', '{name}', 'contact'],
  ['approve MO-0149', 'valider MO-0149', 'MO-0149', 'decide'],
  ['decision:ready in {town}', 'décision:prêt à {town}', 'decision:ready {town}'],
];

const TOWNS = ['Montpellier', 'Villeurbanne', 'Sète', 'Saint-Malo', 'Rezé'];
const NAMES = ['Dupont', 'Jade Morin', 'Le Goff', 'Özdemir', 'O’Brien'];
const COUNTS = ['2', '3', '15', '40', '75'];

/** Text around a request that asks for nothing; `…` stands for the request. */
const NOISE: Readonly<Record<Language, readonly string[]>> = {
  en: [
    '…',
    '… please',
    'Hello, …',
    '…?',
    'show me … thanks',
    '… !!',
    'could you find …',
    'blorp …',
  ],
  fr: ['…', '… svp', 'Bonjour, …', '… ?', 'montre-moi … merci', '… !!', 'je cherche …', 'blorp …'],
};

/** Words that the files hold: those of the fillings, and of templates. */
export const HELD: ReadonlySet<string> = new Set([
  ...TOWNS,
  ...NAMES.flatMap((name) => name.split(' ')),
  '34090',
  'MO-0149',
  'studio',
]);

/** Every template in both languages with four kinds of noise, each with other fillings. */
export const REQUESTS: readonly Request[] = TEMPLATES.flatMap(([en, fr, query, question], row) =>
  (['en', 'fr'] as const).flatMap((language) =>
    [0, 1, 2, 3].map((round) => {
      const at = row + round * 3;
      // “Who” and “approve” begin a request.
      const isFirst = question === 'who' || question === 'decide';
      const noises = NOISE[language].filter((each) => !isFirst || !each.startsWith('blorp'));
      const fill = (text: string) =>
        text
          .replaceAll('{town}', TOWNS[at % TOWNS.length] ?? '')
          .replaceAll('{name}', NAMES[at % NAMES.length] ?? '')
          .replaceAll('{n}', COUNTS[at % COUNTS.length] ?? '');
      const around = noises[at % noises.length] ?? '…';
      return {
        language,
        text: around.replace('…', () => fill(language === 'en' ? en : fr)),
        query: fill(query).replace('Le Goff', 'Goff'),
        question: question ?? null,
      };
    }),
  ),
);
