import { figuresEn, figuresFr, workingDaysEn, workingDaysFr } from '../../i18n/format.ts';
import {
  type OptionDefinition,
  choice,
  offerField,
  countedTo,
  parseCount,
  parseEscalation,
  parseMinutes,
  single,
  stored,
  textField,
} from './builders.ts';
import { WORKING_DAYS_MAX } from './scope-definitions.ts';

const DELETE_DAYS_MAX = 365;
/** Of `previous:delete` without `delete-after:`. */
const DELETE_DAYS = 7;
const CATCH_UP_MINUTES_MAX = 1_440;
const CATCH_UPS = [0, 30, 60, 120, 240, 480, CATCH_UP_MINUTES_MAX];

/** `2 h`, `90 min`: in either language. */
function durationIn(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60}\u00a0h` : `${minutes}\u00a0min`;
}

const { number: en } = figuresEn;
const { number: fr } = figuresFr;

/** The options about posts: how late they come, what follows them, what becomes of older ones. */
export const POST_OPTIONS = {
  previous: choice({
    names: { en: ['previous'], fr: ['précédent'] },
    help: { en: 'what happens to the post before', fr: 'ce que devient la publication précédente' },
    property: {
      ...stored('previous'),
      set({ options }, previous) {
        options.previous = previous;
        options.deleteAfterDays =
          previous === 'delete' ? (options.deleteAfterDays ?? DELETE_DAYS) : null;
      },
    },
    values: [
      {
        value: 'keep',
        names: { en: ['keep'], fr: ['garder'] },
        label: { en: 'Stays', fr: 'Reste' },
      },
      {
        value: 'replace',
        names: { en: ['replace'], fr: ['remplacer'] },
        label: { en: 'Is replaced', fr: 'Est remplacée' },
        summary: { en: 'takes the place of the one before', fr: 'prend la place du précédent' },
      },
      {
        // The summary of `deleteAfter` tells it.
        value: 'delete',
        names: { en: ['delete'], fr: ['supprimer', 'effacer'] },
        label: { en: 'Is deleted after some days', fr: 'Est supprimée après quelques jours' },
      },
    ],
    field: { step: 'more', label: { en: 'The post before', fr: 'La publication précédente' } },
  }),
  deleteAfter: single({
    names: { en: ['delete-after'], fr: ['supprimer-après'] },
    help: {
      en: 'after how many days a post is deleted',
      fr: 'après combien de jours une publication est supprimée',
    },
    examples: { en: ['7', '30d'], fr: ['7', '30j'] },
    property: {
      get: ({ options }) => (options.previous === 'delete' ? options.deleteAfterDays : null),
      set({ options }, days) {
        options.previous = 'delete';
        options.deleteAfterDays = days;
      },
    },
    parse: (text) => parseCount(text, DELETE_DAYS_MAX),
    bounds: countedTo(DELETE_DAYS_MAX, { en: 'days', fr: 'jours' }),
    fields: [
      textField({
        step: 'more',
        label: { en: 'Delete posts after', fr: 'Supprimer après' },
        hint: {
          en: 'Days; only when the post before is to be deleted',
          fr: 'Jours ; seulement si la publication précédente est à supprimer',
        },
        text: ({ options }) => String(options.deleteAfterDays ?? ''),
      }),
    ],
    summary: {
      en: (days) => `is deleted after ${en(days)} ${days === 1 ? 'day' : 'days'}`,
      fr: (days) => `est supprimé après ${fr(days)} ${days < 2 ? 'jour' : 'jours'}`,
    },
  }),
  live: choice({
    names: { en: ['live', 'live-updates'], fr: ['en-direct', 'direct', 'suivi'] },
    help: {
      en: 'whether a post follows what is decided of it, for a day or until the next one',
      fr: 'si la publication suit ce qui se décide, pendant un jour ou jusqu’à la suivante',
    },
    property: stored('live'),
    values: [
      {
        value: true,
        names: { en: ['on', 'yes'], fr: ['oui', 'actif'] },
        label: {
          en: 'Strike out what is decided, for a day or until the next one',
          fr: 'Barrer ce qui est décidé, un jour ou jusqu’au suivant',
        },
        summary: {
          en: 'strikes out what is decided until the next one',
          fr: 'barre ce qui est décidé jusqu’au suivant',
        },
      },
      {
        value: false,
        names: { en: ['off', 'no', 'none'], fr: ['non', 'aucun', 'aucune', 'sans'] },
        label: { en: 'Leave it as it is', fr: 'Le laisser tel quel' },
        summary: { en: 'stays as it was posted', fr: 'reste tel que publié' },
      },
    ],
    field: { step: 'more', label: { en: 'Once it is posted', fr: 'Une fois publié' } },
  }),
  catchUp: single({
    names: { en: ['catch-up', 'catchup'], fr: ['rattrapage'] },
    help: { en: 'by how much it may come late', fr: 'de combien il peut être en retard' },
    examples: { en: ['2h', '90min', 'none'], fr: ['2h', '90min', 'aucun'] },
    property: stored('catchUpMinutes'),
    none: 0,
    parse: (text) => parseMinutes(text, CATCH_UP_MINUTES_MAX),
    bounds: { en: 'up to 24 hours', fr: 'jusqu’à 24 heures' },
    fields: [
      offerField({
        step: 'more',
        label: { en: 'Catch up after an outage', fr: 'Rattrapage après une panne' },
        offers: CATCH_UPS.map((minutes) => ({
          value: `${minutes}min`,
          label: {
            en: minutes === 0 ? 'Never' : `Up to ${durationIn(minutes)}`,
            fr: minutes === 0 ? 'Jamais' : `Jusqu’à ${durationIn(minutes)}`,
          },
        })),
        chosen: ({ options: { catchUpMinutes } }) => [
          `${catchUpMinutes}min`,
          durationIn(catchUpMinutes),
        ],
      }),
    ],
    summary: {
      en: (minutes) => `catch-up: ${minutes === 0 ? 'none' : durationIn(minutes)}`,
      fr: (minutes) => `rattrapage\u00a0: ${minutes === 0 ? 'aucun' : durationIn(minutes)}`,
    },
  }),
  escalate: single({
    names: { en: ['escalate'], fr: ['escalade', 'escalader'] },
    help: {
      en: 'a second channel for files overdue by this much, each once',
      fr: 'un second canal pour les dossiers en retard d’autant, une seule fois chacun',
    },
    examples: { en: ['3bd,#managers', 'none'], fr: ['3jo,#direction', 'aucun'] },
    property: stored('escalate'),
    none: null,
    // Days and channel are two values, in any order.
    isList: true,
    parse: (text, _, before) => parseEscalation(text, before, WORKING_DAYS_MAX),
    bounds: countedTo(WORKING_DAYS_MAX, { en: 'working days', fr: 'jours ouvrés' }),
    isIncomplete: ({ afterDays, channelId }) => afterDays === 0 || channelId === '',
    isClearable: true,
    fields: [
      textField({
        name: 'escalateAfter',
        step: 'more',
        label: { en: 'Escalate what is overdue by', fr: 'Escalader les retards de' },
        hint: {
          en: 'Working days; each file is escalated once. Empty: no escalation',
          fr: 'Jours ouvrés ; chaque dossier est escaladé une fois. Vide : aucune escalade',
        },
        text: ({ options }) => String(options.escalate?.afterDays ?? ''),
      }),
      {
        step: 'more',
        label: { en: 'Escalate to', fr: 'Escalader dans' },
        hint: {
          en: 'A second channel that Rental Desk is in',
          fr: 'Un second canal où se trouve Rental Desk',
        },
        input: ({ options }) => ({
          kind: 'conversation',
          chosen: options.escalate?.channelId ?? null,
        }),
      },
    ],
    summary: {
      en: ({ afterDays }) =>
        `what is overdue by ${workingDaysEn(afterDays)} also goes to another channel`,
      fr: ({ afterDays }) =>
        `ce qui a ${workingDaysFr(afterDays)} de retard va aussi dans un autre canal`,
    },
  }),
} satisfies Readonly<Record<string, OptionDefinition>>;
