import type { Channel, Person, State } from '../../slack-workspace/page-protocol.ts';

/** A command that is sent as it stands when its button is pressed. */
export interface Example {
  readonly text: string;
  /** Result of the command, or what to do after it. */
  readonly label: string;
  /** The control that the page points at once the command is sent. */
  readonly next?: 'tomorrow';
}

const TEXTS = {
  en: {
    overview: '/rental',
    pending: '/rental pending',
    list: '/rental list decision:ready age:>3bd',
    show: '/rental show LY-0342',
    mine: '/rental me',
    digest: '/rental digest add 09:00 days:mon-sun holidays:none',
  },
  fr: {
    overview: '/rental',
    pending: '/rental attente',
    list: '/rental liste décision:prêt âge:>3jo',
    show: '/rental voir LY-0342',
    mine: '/rental moi',
    digest: '/rental point ajouter 09:00 jours:lun-dim fériés:aucun',
  },
} as const;

/** Commands to try as that person in that channel; each one works there, or shows a refusal. */
export function examplesFor(state: State, person: Person, channel: Channel): readonly Example[] {
  if (person.membership === 'guest') {
    return [{ text: '/rental', label: 'See the answer that guests get' }];
  }
  if (person.membership !== undefined) return [];
  const texts = TEXTS[languageOf(person) === 'fr' ? 'fr' : 'en'];
  return [
    { text: texts.overview, label: 'Overview of the decisions to make' },
    { text: texts.pending, label: 'Files to decide, ready ones first' },
    { text: texts.list, label: 'Ready to decide, older than 3 working days' },
    // A real service has other files.
    ...(state.settings.service === 'real'
      ? []
      : [{ text: texts.show, label: 'Files of one property, by its reference' }]),
    { text: texts.mine, label: `Files that ${person.name.split(' ')[0]} manages` },
    ...(canShowDigest(state, channel)
      ? [
          {
            text: texts.digest,
            label: 'Set up a daily digest, then press “Tomorrow” to receive it',
            next: 'tomorrow' as const,
          },
        ]
      : []),
  ];
}

/** True where the app can post and the clock can be moved to when a digest is due. */
function canShowDigest({ app, settings }: State, { kind, members }: Channel): boolean {
  const canPost = kind !== 'dm' && (members?.includes(app.userId) ?? true);
  return canPost && settings.clock?.fixedBecause === null;
}

/** The primary subtag of the person's locale: `fr` of `fr-FR`. */
function languageOf({ locale }: Person): string {
  return locale.split('-')[0] ?? locale;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** `French`, in English as the rest of the page. */
export function languageName(person: Person): string {
  return languageNames.of(languageOf(person)) ?? person.locale;
}
