import { workingDaysEn, workingDaysFr } from '../../i18n/format.ts';
import type { Language } from '../../i18n/types.ts';
import {
  ageIn,
  asList,
  choice,
  list,
  offerField,
  type OptionDefinition,
  parseAge,
  parseChannel,
  countedTo,
  parseCount,
  scheduled,
  single,
  stored,
  textField,
} from './builders.ts';
import { nearestZone, parseDays, parseHolidays, parseTime, parseZone } from './times.ts';

/** Max characters of the name of a digest or an alert. */
export const NAME_LENGTH_MAX = 60;
/** Max number of working days of a target or an escalation. */
export const WORKING_DAYS_MAX = 250;
const TIMES_MAX = 12;
const DAYS_MAX = 7;
const HALF_HOURS = Array.from(
  { length: 48 },
  (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
);

const workingDaysOffers = (counts: readonly number[], suffix: '' | 'bd') =>
  counts.map((count) => ({
    value: `${count}${suffix}`,
    label: { en: workingDaysEn(count), fr: workingDaysFr(count) },
  }));
const AGE_OFFERS = workingDaysOffers([1, 2, 3, 5, 10, 20], 'bd');

/** The options about when and where a digest is posted, and of which files. */
export const SCOPE_OPTIONS = {
  times: list({
    names: { en: ['times', 'time', 'at'], fr: ['heures', 'heure', 'a'] },
    help: {
      en: 'when; a time that stands alone says the same',
      fr: 'quand ; une heure seule dit la même chose',
    },
    examples: { en: ['09:00', '9h30', '9am'], fr: ['09:00', '9h30', '14h'] },
    property: scheduled('times'),
    parse: (text) => asList(parseTime(text)),
    isSorted: true,
    countMax: TIMES_MAX,
    fields: [
      {
        step: 'first',
        isRequired: true,
        label: { en: 'At', fr: 'À' },
        input: ({
          schedule: {
            times: [first = ''],
          },
        }) => ({ kind: 'time', chosen: first }),
      },
      {
        name: 'alsoAt',
        step: 'first',
        label: { en: 'Also at', fr: 'Aussi à' },
        input({ schedule: { times } }) {
          const all = [...new Set([...HALF_HOURS, ...times])].toSorted();
          return {
            kind: 'several',
            choices: all.map((time) => ({ value: time, label: time })),
            chosen: times.slice(1),
            countMax: TIMES_MAX - 1,
          };
        },
      },
    ],
  }),
  days: list({
    names: { en: ['days', 'day'], fr: ['jours', 'jour'] },
    help: {
      en: 'on which days; Monday to Friday without it',
      fr: 'quels jours ; du lundi au vendredi sans cela',
    },
    examples: { en: ['mon-fri', 'mon,wed,fri', 'daily'], fr: ['lun-ven', 'lun,mer,ven', 'tous'] },
    property: scheduled('days'),
    parse: parseDays,
    isSorted: true,
    countMax: DAYS_MAX,
    fields: [
      {
        step: 'first',
        isRequired: true,
        label: { en: 'On', fr: 'Jours' },
        input: ({ schedule }, { digestForm }) => ({
          kind: 'checkboxes',
          choices: digestForm.days.map((label, index) => ({ value: String(index + 1), label })),
          chosen: schedule.days.map(String),
        }),
      },
    ],
  }),
  zone: single({
    names: { en: ['zone', 'timezone', 'tz'], fr: ['fuseau', 'fuseau-horaire'] },
    help: {
      en: 'in which time zone; yours without it',
      fr: 'dans quel fuseau horaire ; le vôtre sans cela',
    },
    examples: {
      en: ['Europe/Paris', 'America/New_York'],
      fr: ['Europe/Paris', 'America/Martinique'],
    },
    property: scheduled('zone'),
    parse: parseZone,
    nearest: nearestZone,
    fields: [
      {
        step: 'first',
        isRequired: true,
        label: { en: 'Time zone', fr: 'Fuseau horaire' },
        input: ({ schedule }) => ({ kind: 'search', chosen: schedule.zone.slice(0, 75) }),
      },
    ],
  }),
  holidays: single({
    names: { en: ['holidays', 'holiday'], fr: ['fériés', 'jours-fériés', 'férié'] },
    help: { en: 'whose public holidays count', fr: 'les jours fériés de quel pays comptent' },
    examples: { en: ['FR', 'FR-67', 'none'], fr: ['FR', 'FR-67', 'aucun'] },
    property: scheduled('holidays'),
    parse: parseHolidays,
    fields: [
      textField({
        step: 'more',
        label: { en: 'Public holidays of', fr: 'Jours fériés de' },
        hint: {
          en: 'A country or a part of one, FR or FR-67; or none',
          fr: 'Un pays ou une partie, FR ou FR-67 ; ou aucun',
        },
        text: ({ schedule }) => schedule.holidays,
      }),
    ],
  }),
  onHoliday: choice({
    names: { en: ['on-holiday', 'on-holidays'], fr: ['si-férié', 'jour-férié'] },
    help: {
      en: 'leave a holiday out, or move to the next working day',
      fr: 'omettre un jour férié, ou reporter au jour ouvré suivant',
    },
    property: scheduled('onHoliday'),
    values: [
      {
        value: 'skip',
        names: { en: ['skip'], fr: ['sauter', 'passer'] },
        label: { en: 'Leave it out', fr: 'L’omettre' },
      },
      {
        value: 'next',
        names: { en: ['next', 'move'], fr: ['reporter', 'suivant', 'lendemain'] },
        label: { en: 'Move it to the next working day', fr: 'Le reporter au jour ouvré suivant' },
      },
    ],
    field: { step: 'more', label: { en: 'On a public holiday', fr: 'Un jour férié' } },
  }),
  report: choice<'week' | 'month' | null>({
    names: { en: ['report'], fr: ['rapport', 'bilan'] },
    help: {
      en: 'post a report on the last week or month instead, once in each',
      fr: 'publier plutôt un rapport de la semaine ou du mois passé, une fois dans chacun',
    },
    property: {
      get: ({ schedule }) => schedule.report ?? null,
      set({ schedule }, report) {
        schedule.report = report;
      },
      default: null,
    },
    values: [
      {
        value: 'week',
        names: { en: ['weekly', 'week'], fr: ['hebdomadaire', 'hebdo', 'semaine'] },
        label: { en: 'A report on the last week', fr: 'Le rapport de la semaine passée' },
        summary: { en: 'a report on the last week', fr: 'un rapport de la semaine passée' },
      },
      {
        value: 'month',
        names: { en: ['monthly', 'month'], fr: ['mensuel', 'mois'] },
        label: { en: 'A report on the last month', fr: 'Le rapport du mois passé' },
        summary: { en: 'a report on the last month', fr: 'un rapport du mois passé' },
      },
      {
        value: null,
        names: { en: ['none', 'no', 'off'], fr: ['aucun', 'non', 'sans'] },
        label: { en: 'The files that await a decision', fr: 'Les dossiers à décider' },
      },
    ],
    field: { step: 'more', label: { en: 'What it posts', fr: 'Ce qu’il publie' } },
  }),
  name: single({
    names: { en: ['name', 'title'], fr: ['nom', 'titre'] },
    help: { en: 'what it is called', fr: 'son nom' },
    examples: { en: ['"Morning"'], fr: ['"Le matin"'] },
    property: {
      get: ({ name }) => name,
      set(draft, name: string) {
        draft.name = name;
      },
    },
    parse: (text) => (text.length > NAME_LENGTH_MAX ? null : text),
    bounds: {
      en: `up to ${NAME_LENGTH_MAX} characters`,
      fr: `jusqu’à ${NAME_LENGTH_MAX} caractères`,
    },
    fields: [
      textField({
        step: 'first',
        label: { en: 'Name', fr: 'Nom' },
        text: ({ name }) => name,
        lengthMax: NAME_LENGTH_MAX,
      }),
    ],
  }),
  channel: single({
    names: { en: ['channel', 'in'], fr: ['canal', 'dans'] },
    help: { en: 'where it is posted; here without it', fr: 'où il est publié ; ici sans cela' },
    examples: { en: ['#leasing'], fr: ['#location'] },
    property: {
      get: ({ channelId }) => channelId,
      set(draft, channelId: string) {
        draft.channelId = channelId;
      },
    },
    parse: parseChannel,
    fields: [
      {
        step: 'first',
        isRequired: true,
        label: { en: 'Channel', fr: 'Canal' },
        input: ({ channelId }) => ({
          kind: 'conversation',
          chosen: channelId === '' ? null : channelId,
        }),
      },
    ],
  }),
  /** Stands in the field of the query, not in one of its own. */
  view: single({
    names: { en: ['view'], fr: ['vue'] },
    help: { en: 'the query of a saved view', fr: 'la requête d’une vue enregistrée' },
    examples: { en: ['"Hot in Lyon"'], fr: ['"Lyon prêts"'] },
    property: {
      get: ({ view }) => view,
      set(draft, view: string) {
        draft.view = view;
      },
    },
    parse: (text) => text,
  }),
  minAge: ageOption('minAge', {
    names: { en: ['min-age', 'minimum-age'], fr: ['âge-min', 'âge-minimum'] },
    help: {
      en: 'only files that are at least so old',
      fr: 'seulement les dossiers qui ont au moins cet âge',
    },
    examples: { en: ['1bd', '4h', 'none'], fr: ['1jo', '4h', 'aucun'] },
    label: { en: 'Minimum age', fr: 'Âge minimum' },
    any: { en: 'Any age', fr: 'Tout âge' },
  }),
  minStale: ageOption('minStale', {
    names: { en: ['min-stale', 'minimum-stale'], fr: ['inactif-min', 'inactif-minimum'] },
    help: {
      en: 'only files that nobody has touched for so long',
      fr: 'seulement les dossiers inchangés depuis ce temps',
    },
    examples: { en: ['2bd', '1w', 'none'], fr: ['2jo', '1sem', 'aucun'] },
    label: { en: 'Only files unchanged for', fr: 'Seulement inchangés depuis' },
    any: { en: 'Any time', fr: 'Peu importe' },
  }),
  target: single({
    names: { en: ['target', 'target-days'], fr: ['objectif', 'délai'] },
    help: {
      en: 'working days to decide; what waits longer is overdue and stands on top',
      fr: 'jours ouvrés pour décider ; ce qui attend plus est en retard et passe en tête',
    },
    examples: { en: ['5', '10bd', 'none'], fr: ['5', '10jo', 'aucun'] },
    property: stored('targetDays'),
    none: null,
    parse: (text) => parseCount(text, WORKING_DAYS_MAX),
    bounds: countedTo(WORKING_DAYS_MAX, { en: 'working days', fr: 'jours ouvrés' }),
    isClearable: true,
    fields: [
      offerField({
        step: 'first',
        label: { en: 'Time to decide', fr: 'Délai de décision' },
        hint: {
          en: 'Files that wait longer are overdue and come first',
          fr: 'Les dossiers qui attendent plus longtemps sont en retard et passent en tête',
        },
        offers: [
          { value: 'none', label: { en: 'No target', fr: 'Sans objectif' } },
          ...workingDaysOffers([1, 2, 3, 5, 10, 15, 20, 30], ''),
        ],
        chosen: ({ options: { targetDays } }, language) => [
          String(targetDays ?? 'none'),
          { en: workingDaysEn, fr: workingDaysFr }[language](targetDays ?? 0),
        ],
      }),
    ],
    summary: {
      en: (days) => `overdue after ${workingDaysEn(days)}`,
      fr: (days) => `en retard après ${workingDaysFr(days)}`,
    },
  }),
};

type ByLanguage = Readonly<Record<Language, string>>;

/** An option with the least age of the files, or none. */
function ageOption(
  key: 'minAge' | 'minStale',
  {
    label,
    any,
    ...row
  }: Pick<OptionDefinition, 'names' | 'help' | 'examples'> & {
    readonly label: ByLanguage;
    readonly any: ByLanguage;
  },
): OptionDefinition {
  return single({
    ...row,
    property: stored(key),
    none: null,
    parse: parseAge,
    isClearable: true,
    fields: [
      offerField({
        step: 'more',
        label,
        offers: [{ value: 'none', label: any }, ...AGE_OFFERS],
        chosen: ({ options }, language) => [options[key] ?? 'none', ageIn(options[key], language)],
      }),
    ],
  });
}
