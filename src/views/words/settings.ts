import type { Privacy } from '../privacy.ts';
import type { FailureWords, Language } from './words.ts';

/** One thing to choose, and what it means. */
export interface ChoiceWords {
  /** At most 75 characters, like `says`. */
  readonly label: string;
  readonly says: string;
}

/** The words of a channel's settings. */
export interface SettingsWords {
  /** At most 24 characters, like `submit`. */
  readonly title: string;
  readonly submit: string;
  readonly intro: string;
  /** What the form is for that chooses a channel. */
  readonly chooseChannel: string;
  readonly channel: string;
  readonly channelHint: string;
  /** At most 24 characters. */
  readonly next: string;
  readonly language: string;
  readonly languages: Readonly<Record<Language | 'own', ChoiceWords>>;
  readonly privacy: string;
  readonly privacyHint: string;
  readonly privacies: Readonly<Record<Privacy, ChoiceWords>>;
  readonly pageSize: string;
  readonly pageSizes: (count: number) => string;
  readonly whoMay: string;
  readonly saved: string;
  readonly unchanged: string;
  /** “Language: French (was: English)” */
  readonly changed: (what: string, to: string, from: string) => string;
  readonly is: (what: string, value: string) => string;
  readonly change: string;
  readonly changeSpoken: string;
  readonly fullForAdmins: FailureWords;
  readonly elsewhere: FailureWords;
  /** Of a channel that the person is not in, or that cannot be looked at. */
  readonly notThere: string;
  /** Where people of other organisations read along, or where that is not known. */
  readonly exposed: Readonly<Record<'external' | 'unknown', string>>;
  readonly unknownSetting: (word: string) => FailureWords;
}

export const settingsEn: SettingsWords = {
  title: 'Channel settings',
  submit: 'Save',
  intro: 'How Rental Desk answers in this channel.',
  chooseChannel: 'Choose the channel whose settings you want to change.',
  channel: 'Channel',
  channelHint: 'Each channel has its own language, privacy, page size and time that posts stay.',
  next: 'Next',
  language: 'Language',
  languages: {
    own: { label: 'Each reader’s own', says: 'As their Slack is set; English for other languages' },
    en: { label: 'English', says: 'For everybody in this channel' },
    fr: { label: 'French', says: 'For everybody in this channel' },
  },
  privacy: 'People in messages to the whole channel',
  privacyHint: 'Answers that only one person sees show names in full, whatever is chosen here.',
  privacies: {
    full: { label: 'Names in full', says: 'Anne Dupont; only admins may choose it' },
    initials: { label: 'Initials', says: 'A. D.' },
    reference: { label: 'No people', says: 'Only the property and how many applicants there are' },
  },
  pageSize: 'Files on a page',
  pageSizes: (count) => (count === 1 ? '1 file' : `${count} files`),
  whoMay:
    'Everybody in this channel who may ask Rental Desk may change this; only admins may choose names in full, or let posts stay longer.',
  saved: 'The settings of this channel are saved.',
  unchanged: 'Nothing has changed: the settings of this channel were so already.',
  changed: (what, to, from) => `${what}: ${to} (was: ${from})`,
  is: (what, value) => `${what}: ${value}`,
  change: 'Change',
  changeSpoken: 'Change the settings of this channel',
  fullForAdmins: {
    happened: 'Only admins may have names shown in full to the whole channel.',
    remedy: 'Choose initials or no people, or ask an admin of Rental Desk.',
  },
  notThere:
    'You are not in this channel, or Rental Desk cannot see it: only its members choose its settings.',
  elsewhere: {
    happened: 'Settings belong to a channel, and this is none.',
    remedy: 'Type /rental settings in the channel that they are for.',
  },
  exposed: {
    external:
      'People of another organisation are in this channel: whatever is chosen, messages to it show no people.',
    unknown:
      'Slack does not say who else is in this channel: until it does, messages to it show no people.',
  },
  unknownSetting: (word) => ({
    happened: `“${word}” is no setting that I know.`,
    remedy:
      'There are language:own, en or fr, privacy:full, initials or reference, page:1 to 10, keep: with days or always, then:delete or empty, and closed:keep or empty.',
    copy: '/rental settings language:fr privacy:initials page:8 keep:30d',
  }),
};

export const settingsFr: SettingsWords = {
  title: 'Réglages du canal',
  submit: 'Enregistrer',
  intro: 'Comment Rental Desk répond dans ce canal.',
  chooseChannel: 'Choisissez le canal dont vous voulez changer les réglages.',
  channel: 'Canal',
  channelHint:
    'Chaque canal a sa langue, sa confidentialité, sa taille de page et sa durée de publication.',
  next: 'Suivant',
  language: 'Langue',
  languages: {
    own: { label: 'Celle de chacun', says: 'Selon le Slack de chaque lecteur' },
    en: { label: 'Anglais', says: 'Pour tout le canal' },
    fr: { label: 'Français', says: 'Pour tout le canal' },
  },
  privacy: 'Les personnes, dans les messages à tout le canal',
  privacyHint:
    'Les réponses qu’une seule personne voit montrent les noms entiers, quel que soit ce choix.',
  privacies: {
    full: { label: 'Noms entiers', says: 'Anne Dupont ; réservé aux administrateurs' },
    initials: { label: 'Initiales', says: 'A. D.' },
    reference: { label: 'Aucune personne', says: 'Seulement le bien et le nombre de candidats' },
  },
  pageSize: 'Dossiers par page',
  pageSizes: (count) => (count < 2 ? `${count} dossier` : `${count} dossiers`),
  whoMay:
    'Toute personne de ce canal à qui Rental Desk répond peut changer ces réglages ; les noms entiers et des publications qui restent plus longtemps sont réservés aux administrateurs.',
  saved: 'Les réglages de ce canal sont enregistrés.',
  unchanged: 'Rien n’a changé : les réglages de ce canal étaient déjà ceux-là.',
  changed: (what, to, from) => `${what} : ${to} (avant : ${from})`,
  is: (what, value) => `${what} : ${value}`,
  change: 'Changer',
  changeSpoken: 'Changer les réglages de ce canal',
  fullForAdmins: {
    happened: 'Seul un administrateur peut faire montrer les noms entiers à tout le canal.',
    remedy: 'Choisissez les initiales ou aucune personne, ou voyez un administrateur.',
  },
  notThere:
    'Vous n’êtes pas dans ce canal, ou Rental Desk ne le voit pas : seuls ses membres choisissent ses réglages.',
  elsewhere: {
    happened: 'Les réglages sont ceux d’un canal, et ceci n’en est pas un.',
    remedy: 'Tapez /rental réglages dans le canal concerné.',
  },
  exposed: {
    external:
      'Des personnes d’une autre organisation sont dans ce canal : quel que soit le choix, les messages qui y paraissent ne montrent personne.',
    unknown:
      'Slack ne dit pas qui d’autre est dans ce canal : en attendant, les messages qui y paraissent ne montrent personne.',
  },
  unknownSetting: (word) => ({
    happened: `« ${word} » n’est pas un réglage que je connais.`,
    remedy:
      'Il y a langue:chacun, en ou fr, confidentialité:complet, initiales ou référence, page:1 à 10, garder: avec des jours ou toujours, puis:supprimer ou vider, et clos:garder ou vider.',
    copy: '/rental réglages langue:fr confidentialité:initiales page:8 garder:30j',
  }),
};
