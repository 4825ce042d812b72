import { figuresEn, figuresFr } from '../../i18n/format.ts';
import type { Language } from '../../i18n/types.ts';
import { fold } from '../../lib/text.ts';
import type { DigestChoice, DigestOptions } from '../../store/digest.ts';
import {
  type FormStep,
  type OptionDefinition,
  type OptionField,
  asList,
  choice,
  list,
  offerField,
  countedTo,
  parseCount,
  parseMention,
  single,
  stored,
} from './builders.ts';
import { POST_OPTIONS } from './post-definitions.ts';
import { SCOPE_OPTIONS } from './scope-definitions.ts';

/** Max number of people and user groups. */
export const MENTIONS_MAX = 5;
const TOP_MAX = 20;

/** The value of a choice that is left to the settings of the channel. */
const OF_CHANNEL = {
  value: null,
  names: { en: ['channel', 'default'], fr: ['canal', 'défaut'] },
  label: { en: 'As the channel has it', fr: 'Comme dans le canal' },
} as const;

const { number: en } = figuresEn;
const { number: fr } = figuresFr;

/**
 * All options of a digest, one row each, in the order of help. Parser, help, forms and confirmation
 * are made from it. Defaults are those of the schema of `DigestOptions`.
 */
const DIGEST_OPTIONS = {
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
    bounds: countedTo(TOP_MAX, { en: 'files', fr: 'dossiers' }),
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
    help: { en: 'whether the others go into the thread', fr: 'si les autres vont dans le fil' },
    property: stored('style'),
    values: [
      {
        value: 'compact',
        names: { en: ['compact', 'short'], fr: ['compact', 'court'] },
        label: { en: 'Behind a button', fr: 'Derrière un bouton' },
      },
      {
        value: 'detailed',
        names: { en: ['detailed', 'thread'], fr: ['détaillé', 'fil'] },
        label: { en: 'Also in the thread', fr: 'Aussi dans le fil' },
        summary: { en: 'the rest goes into the thread', fr: 'la suite va dans le fil' },
      },
    ],
    field: {
      step: 'more',
      label: { en: 'Files after the first ones', fr: 'Les dossiers suivants' },
    },
  }),
  mentions: list({
    names: { en: ['mentions', 'mention'], fr: ['mentions', 'mention'] },
    help: { en: 'whom it mentions', fr: 'qui est mentionné' },
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
          fr: 'Appelées par leur nom à chaque récap. Les groupes : /rental point modifier … mentions:@groupe',
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
      fr: 'ce qui est montré des personnes ; le plus strict l’emporte',
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
      OF_CHANNEL,
    ],
    field: { step: 'more', label: { en: 'Names of people', fr: 'Noms des personnes' } },
  }),
  language: choice({
    names: { en: ['language', 'lang'], fr: ['langue'] },
    help: { en: 'the language of its posts', fr: 'la langue des publications' },
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
      OF_CHANNEL,
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
  ...POST_OPTIONS,
} satisfies Readonly<Record<string, OptionDefinition>>;

export type OptionKey = keyof typeof DIGEST_OPTIONS;

/** Ids of user groups begin with `S`, those of people with `U` or `W`. */
export function isUserGroup(id: string): boolean {
  return id.startsWith('S');
}

/** The fields that stand first in their form; the others follow in the order of the table. */
const FORM_ORDER: readonly OptionKey[] = [
  'name',
  'channel',
  'group',
  'top',
  'style',
  'minAge',
  'minStale',
  'privacy',
  'language',
  'holidays',
  'onHoliday',
  'previous',
  'deleteAfter',
  'live',
  'catchUp',
];

/** What is stored of the options about the files of a post, and their keys: a report lists none. */
export const OF_FILES = [
  ['minAge', 'minAge'],
  ['minStale', 'minStale'],
  ['group', 'group'],
  ['top', 'top'],
  ['style', 'style'],
  ['whenEmpty', 'empty'],
  ['escalate', 'escalate'],
] as const satisfies readonly (readonly [keyof DigestOptions, OptionKey])[];

/** What the confirmation tells first; the others follow in the order of the table. */
const SUMMARY_ORDER: readonly OptionKey[] = [
  'top',
  'group',
  'style',
  'target',
  'privacy',
  'language',
  'empty',
  'previous',
  'deleteAfter',
  'live',
  'catchUp',
];

const BY_NAME: ReadonlyMap<string, OptionKey> = new Map(
  optionKeys().flatMap((key) =>
    Object.values(definitionOf(key).names).flatMap((names) =>
      names.map((name) => [fold(name), key] as const),
    ),
  ),
);

/** All options in the order of the table. */
export function optionKeys(): readonly OptionKey[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of a constant are known.
  return Object.keys(DIGEST_OPTIONS) as OptionKey[];
}

/** The row of an option. */
export function definitionOf(key: OptionKey): OptionDefinition {
  return DIGEST_OPTIONS[key];
}

/** The option of a name in either language, without regard for case or accents. */
export function optionNamed(name: string): OptionKey | null {
  return BY_NAME.get(fold(name)) ?? null;
}

/** The names of all options in a language, the one that is shown first. */
export function optionNames(language: Language): readonly (readonly string[])[] {
  return optionKeys().map((key) => definitionOf(key).names[language]);
}

/** What a form, or a summary, is of. */
type Posted = Pick<DigestChoice['schedule'], 'report'>;

/** Whether an option changes nothing: a report lists no files, and its post is not kept up to date. */
function isWithout({ report = null }: Posted, key: OptionKey): boolean {
  return report !== null && (key === 'live' || OF_FILES.some(([, ofFiles]) => ofFiles === key));
}

/** The options that have fields in the form of a digest or a report, in the order of the form. */
export function optionsInForm(step: FormStep, posted: Posted = {}): readonly OptionKey[] {
  return inOrder(FORM_ORDER).filter(
    (key) =>
      !isWithout(posted, key) && definitionOf(key).fields.some((field) => field.step === step),
  );
}

/** The fields of a form, by block id, in the order of the form. */
export function fieldsOf(step: FormStep, posted: Posted = {}): ReadonlyMap<string, OptionField> {
  const fields = optionsInForm(step, posted).flatMap((key) =>
    definitionOf(key).fields.map((field) => [field.name ?? key, field] as const),
  );
  return new Map(fields);
}

/** The parts of the sentence that tells the options of a digest. */
export function optionSummary(digest: DigestChoice, language: Language): readonly string[] {
  return inOrder(SUMMARY_ORDER)
    .filter((key) => !isWithout(digest.schedule, key))
    .map((key) => definitionOf(key).summary(digest, language))
    .filter((part) => part !== null);
}

function inOrder(first: readonly OptionKey[]): readonly OptionKey[] {
  return [...new Set([...first, ...optionKeys()])];
}
