/** What Slack's own client says around the app's words, in English. */
const en = {
  /** Placeholder of the field for messages. */
  messageTo: (place: string) => `Message ${place}`,
  send: 'Send',
  shortcuts: 'Shortcuts',
  home: 'Home',
  messages: 'Messages',
  members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  external: 'Shared with another company',

  onlyYou: 'Only visible to you',
  edited: '(edited)',
  fileDeleted: 'This file was deleted.',
  preview: 'Preview',
  replyInThread: 'Reply in thread',
  reply: 'Reply…',
  replies: 'Replies',
  draft: (text: string) => `Draft: ${text}`,
  leaveReply: 'Put the reply away',
  moreActions: 'More actions',
  moreOnMessage: 'More actions on this message',

  optional: '(optional)',
  required: 'Please complete this required field.',
  selectOption: 'Select an option',
  search: 'Search',
  searchIn: (name: string) => `Search ${name}`,
  searching: 'Searching…',
  nothingFound: 'Nothing found.',
  typeMore: (count: number) => `Type ${count} more ${count === 1 ? 'letter' : 'letters'}.`,
  cancel: 'Cancel',
  close: 'Close',
  back: 'Back',
  dismiss: 'Dismiss',

  details: 'Details',
  loading: 'Loading…',
  refreshDetails: 'Refresh details',
  closeDetails: 'Close details',
  yes: 'Yes',
  no: 'No',
};

export type ClientWords = typeof en;

const fr: ClientWords = {
  messageTo: (place) => `Envoyer un message à ${place}`,
  send: 'Envoyer',
  shortcuts: 'Raccourcis',
  home: 'Accueil',
  messages: 'Messages',
  members: (count) => (count < 2 ? `${count} membre` : `${count} membres`),
  external: 'Partagé avec une autre entreprise',

  onlyYou: 'Visible de vous uniquement',
  edited: '(modifié)',
  fileDeleted: 'Ce fichier a été supprimé.',
  preview: 'Aperçu',
  replyInThread: 'Répondre dans le fil',
  reply: 'Répondre…',
  replies: 'Réponses',
  draft: (text) => `Brouillon\u00A0: ${text}`,
  leaveReply: 'Fermer la réponse',
  moreActions: 'Autres actions',
  moreOnMessage: 'Autres actions sur ce message',

  optional: '(facultatif)',
  required: 'Veuillez remplir ce champ obligatoire.',
  selectOption: 'Sélectionner une option',
  search: 'Rechercher',
  searchIn: (name) => `Rechercher\u00A0: ${name}`,
  searching: 'Recherche…',
  nothingFound: 'Aucun résultat.',
  typeMore: (count) => `Saisissez encore ${count} ${count < 2 ? 'caractère' : 'caractères'}.`,
  cancel: 'Annuler',
  close: 'Fermer',
  back: 'Retour',
  dismiss: 'Fermer la fenêtre',

  details: 'Détails',
  loading: 'Chargement…',
  refreshDetails: 'Actualiser les détails',
  closeDetails: 'Fermer les détails',
  yes: 'Oui',
  no: 'Non',
};

/** The words of Slack's client in a person's language. */
export function clientWords(locale: string): ClientWords {
  return locale.split('-')[0] === 'fr' ? fr : en;
}
