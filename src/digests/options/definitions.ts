import { figuresEn, figuresFr } from '../../i18n/format.ts';
import {
  choice,
  list,
  offerField,
  type OptionDefinition,
  single,
  stored,
  textField,
} from './builders.ts';
import {
  SCOPE_OPTIONS,
  WORKING_DAYS_MAX,
  workingDaysEn,
  workingDaysFr,
} from './scope-definitions.ts';
import { asList, parseCount, parseEscalation, parseMention, parseMinutes } from './values.ts';

/** Max number of people and user groups. */
export const MENTIONS_MAX = 5;
const TOP_MAX = 20;
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

/**
 * All options of a digest, one row each, in the order of help. Parser, help, forms and confirmation
 * are made from it. Defaults are those of the schema of `DigestOptions`.
 */
export const DIGEST_OPTIONS = {
  ...SCOPE_OPTIONS,
  group: choice({
    names: { en: ['group', 'group-by'], fr: ['grouper', 'groupe', 'grouper-par'] },
    help: { en: 'how the files are grouped', fr: 'comment les dossiers sont groupés' },
    property: stored('group'),
    values: [
      {
        value: 'readiness',
        names: { en: ['readiness', 'ready', 'decision'], fr: ['avancement'] },
        label: { en: 'How far they are', fr: 'Avancement' },
      },
      {
        value: 'property',
        names: { en: ['property'], fr: ['bien', 'logement'] },
        label: { en: 'Property', fr: 'Bien' },
        summary: { en: 'grouped by property', fr: 'groupé par bien' },
      },
      {
        value: 'manager',
        names: { en: ['manager'], fr: ['gestionnaire'] },
        label: { en: 'Manager', fr: 'Gestionnaire' },
        summary: { en: 'grouped by manager', fr: 'groupé par gestionnaire' },
      },
    ],
    field: { step: 'more', label: { en: 'Grouped by', fr: 'Groupés par' } },
  }),
  top: single({
    names: { en: ['top', 'limit'], fr: ['top', 'limite'] },
    help: { en: 'how many files are shown', fr: 'combien de dossiers sont montrés' },
    examples: { en: ['5', '10', '20'], fr: ['5', '10', '20'] },
    property: stored('top'),
    parse: (text) => parseCount(text, TOP_MAX),
    isClearable: true,
    fields: [
      offerField({
        step: 'more',
        label: { en: 'Files in the post', fr: 'Dossiers dans la publication' },
        offers: ['5', '10', '15', '20'].map((count) => ({
          value: count,
          label: { en: count, fr: count },
        })),
        chosen: ({ options: { top } }) => [String(top), String(top)],
      }),
    ],
    summary: {
      en: (count) => `shows the first ${en(count)}`,
      fr: (count) => `montre les ${fr(count)} premiers`,
    },
  }),
  style: choice({
    names: { en: ['style'], fr: ['style'] },
    help: {
      en: 'whether the others go into the thread',
      fr: 'si les autres vont dans le fil',
    },
    property: stored('style'),
    values: [
      {
        value: 'compact',
        names: { en: ['compact', 'short'], fr: ['compact', 'court'] },
        label: { en: 'A press away', fr: 'À portée d’un bouton' },
      },
      {
        value: 'detailed',
        names: { en: ['detailed', 'thread'], fr: ['détaillé', 'fil'] },
        label: { en: 'In the thread', fr: 'Dans le fil' },
        summary: { en: 'the rest goes into the thread', fr: 'la suite va dans le fil' },
      },
    ],
    field: { step: 'more', label: { en: 'The others', fr: 'Les autres' } },
  }),
  mentions: list({
    names: { en: ['mentions', 'mention'], fr: ['mentions', 'mention'] },
    help: { en: 'whom it mentions', fr: 'qui il mentionne' },
    examples: {
      en: ['@somebody', '@group', 'me', 'none'],
      fr: ['@quelqu’un', '@groupe', 'moi', 'aucun'],
    },
    property: stored('mentions'),
    none: [],
    parse: (text, { userId }) => asList(parseMention(text, userId)),
    countMax: MENTIONS_MAX,
    isClearable: true,
    fields: [
      {
        step: 'more',
        label: { en: 'Mentions', fr: 'Mentions' },
        hint: {
          en: 'Called by name with each digest. User groups: /rental digest edit … mentions:@group',
          fr: 'Appelées par leur nom à chaque récap. Les groupes : /rental récap modifier … mentions:@groupe',
        },
        // Slack has no picker for user groups: those stay as they were typed.
        input({ options: { mentions } }) {
          const groups = mentions.filter(isUserGroup);
          return {
            kind: 'users',
            chosen: mentions.filter((id) => !isUserGroup(id)),
            countMax: Math.max(1, MENTIONS_MAX - groups.length),
          };
        },
      },
    ],
    summary: {
      en: ({ length }) =>
        length === 1 ? 'mentions one person or group' : `mentions ${en(length)} people or groups`,
      fr: ({ length }) =>
        length < 2
          ? 'mentionne une personne ou un groupe'
          : `mentionne ${fr(length)} personnes ou groupes`,
    },
  }),
  privacy: choice({
    names: { en: ['privacy', 'names'], fr: ['confidentialité', 'noms'] },
    help: {
      en: 'how much of people it shows; the strictest wins',
      fr: 'ce qu’il montre des personnes ; le plus strict l’emporte',
    },
    property: stored('privacy'),
    values: [
      {
        value: 'full',
        names: { en: ['full'], fr: ['complet', 'complets'] },
        label: {
          en: 'In full, where the channel allows it',
          fr: 'Complets, là où le canal les permet',
        },
        summary: {
          en: 'names in full where the channel allows them',
          fr: 'noms complets là où le canal les permet',
        },
      },
      {
        value: 'initials',
        names: { en: ['initials'], fr: ['initiales'] },
        label: { en: 'Initials', fr: 'Initiales' },
        summary: { en: 'initials only', fr: 'initiales seulement' },
      },
      {
        value: 'reference',
        names: { en: ['reference', 'ref'], fr: ['référence'] },
        label: { en: 'None', fr: 'Aucun' },
        summary: { en: 'no names', fr: 'aucun nom' },
      },
      {
        value: null,
        names: { en: ['channel', 'default'], fr: ['canal', 'défaut'] },
        label: { en: 'As the channel has it', fr: 'Comme dans le canal' },
      },
    ],
    field: { step: 'more', label: { en: 'Names of people', fr: 'Noms des personnes' } },
  }),
  language: choice({
    names: { en: ['language', 'lang'], fr: ['langue'] },
    help: { en: 'in which language it speaks', fr: 'dans quelle langue il parle' },
    property: stored('language'),
    values: [
      {
        value: 'en',
        names: { en: ['en', 'english'], fr: ['en', 'anglais'] },
        label: { en: 'English', fr: 'Anglais' },
        summary: { en: 'in English', fr: 'en anglais' },
      },
      {
        value: 'fr',
        names: { en: ['fr', 'french'], fr: ['fr', 'français'] },
        label: { en: 'French', fr: 'Français' },
        summary: { en: 'in French', fr: 'en français' },
      },
      {
        value: null,
        names: { en: ['channel', 'default'], fr: ['canal', 'défaut'] },
        label: { en: 'As the channel has it', fr: 'Comme dans le canal' },
      },
    ],
    field: { step: 'more', label: { en: 'Language', fr: 'Langue' } },
  }),
  empty: choice({
    names: { en: ['empty', 'when-empty'], fr: ['vide', 'si-vide'] },
    help: { en: 'what it does when nothing waits', fr: 'ce qu’il fait quand rien n’attend' },
    property: stored('whenEmpty'),
    values: [
      {
        value: 'skip',
        names: {
          en: ['skip', 'none', 'off', 'no'],
          fr: ['sauter', 'passer', 'rien', 'aucun', 'aucune', 'non', 'sans'],
        },
        label: { en: 'Say nothing', fr: 'Ne rien dire' },
        summary: { en: 'silent when nothing waits', fr: 'se tait quand rien n’attend' },
      },
      {
        value: 'clear',
        names: { en: ['clear', 'all clear', 'say'], fr: ['dire'] },
        label: { en: 'Say that all is clear', fr: 'Dire que tout est en ordre' },
        summary: { en: 'says so when nothing waits', fr: 'le dit quand rien n’attend' },
      },
      {
        value: 'weekly',
        names: { en: ['weekly', 'heartbeat'], fr: ['hebdo', 'hebdomadaire'] },
        label: { en: 'Say so once a week', fr: 'Le dire une fois par semaine' },
        summary: {
          en: 'speaks up once a week when nothing waits',
          fr: 'donne signe une fois par semaine quand rien n’attend',
        },
      },
    ],
    field: { step: 'first', label: { en: 'When nothing waits', fr: 'Quand rien n’attend' } },
    kind: 'radio',
  }),
  previous: choice({
    names: { en: ['previous'], fr: ['précédent'] },
    help: {
      en: 'what happens to the post before',
      fr: 'ce que devient la publication précédente',
    },
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
        label: {
          en: 'Is deleted after some days',
          fr: 'Est supprimée après quelques jours',
        },
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
      en: 'the second channel that is told, once, of each file overdue by so much',
      fr: 'le second canal prévenu, une seule fois, de chaque dossier en retard d’autant',
    },
    examples: { en: ['3bd,#managers', 'none'], fr: ['3jo,#direction', 'aucun'] },
    property: stored('escalate'),
    none: null,
    // Days and channel are two values, in any order.
    isList: true,
    parse: (text, _, before) => parseEscalation(text, before, WORKING_DAYS_MAX),
    isIncomplete: ({ afterDays, channelId }) => afterDays === 0 || channelId === '',
    isClearable: true,
    fields: [
      textField({
        name: 'escalateAfter',
        step: 'more',
        label: { en: 'Escalate what is overdue by', fr: 'Signaler ailleurs après' },
        hint: {
          en: 'Working days; each file is told there once. Empty: nothing is',
          fr: 'Jours ouvrés de retard ; chaque dossier y est signalé une fois. Vide : rien ne l’est',
        },
        text: ({ options }) => String(options.escalate?.afterDays ?? ''),
      }),
      {
        step: 'more',
        label: { en: 'Escalate to', fr: 'Signaler dans' },
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

export type OptionKey = keyof typeof DIGEST_OPTIONS;

/** Ids of user groups begin with `S`, those of people with `U` or `W`. */
export function isUserGroup(id: string): boolean {
  return id.startsWith('S');
}
