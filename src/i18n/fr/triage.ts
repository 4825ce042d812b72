import { figuresFr } from '../format.ts';
import type { Messages } from '../messages.ts';

const figure = figuresFr.number;

export const triage: Messages['triage'] = {
  takenBy: 'Pris en charge par',
  takenByYou: 'Pris en charge par vous',
  showTaken: (count) => `Tout voir (${figure(count)})`,
  taken: 'Pris en charge',
  since: (day) => `depuis le ${day}`,
  row: {
    takenBy: 'pris en charge par',
    takenByYou: 'pris en charge par vous',
    taken: 'pris en charge',
    snoozed: 'reporté',
  },
  snoozedUntil: (day) => `Reporté au ${day}`,
  snoozedUntilChange: 'Reporté jusqu’à ce qu’il change',
  snoozedBy: 'par',
  actions: {
    take: { label: 'Prendre', spoken: 'Prendre ce dossier en charge' },
    takeOver: { label: 'Reprendre', spoken: 'Reprendre ce dossier à la personne qui s’en occupe' },
    giveBack: { label: 'Rendre', spoken: 'Rendre ce dossier, pour qu’un autre puisse le prendre' },
    hand: { label: 'Confier à…', spoken: 'Confier ce dossier à un collègue' },
    watch: { label: 'Suivre', spoken: 'Ajouter ce dossier à vos dossiers suivis' },
    unwatch: { label: 'Ne plus suivre', spoken: 'Retirer ce dossier de vos dossiers suivis' },
    snooze: {
      label: 'Reporter…',
      spoken: 'Reporter ce dossier à un jour, ou jusqu’à ce qu’il change',
    },
    unsnooze: { label: 'Annuler le report', spoken: 'Annuler le report de ce dossier' },
  },
  notes: {
    faster: 'Quelqu’un d’autre a pris ce dossier avant vous.',
    givenBack: 'Dossier rendu. Tout le monde peut le prendre.',
    notYours: 'Vous n’avez pas pris ce dossier.',
    handed: 'Dossier confié.',
    closed: 'Ce dossier est décidé ou archivé : il n’y a plus rien à faire.',
    watching:
      'Ajouté à vos dossiers suivis. Ses changements arrivent par message direct ; /rental alerte liste dit quand.',
    watchingSilently:
      'Ajouté à vos dossiers suivis, sans messages. Pour les voir : /rental suivre.',
    unwatched: 'Retiré de vos dossiers suivis.',
    unsnoozed: 'Report annulé.',
  },
  watchList: 'Dossiers suivis',
  none: {
    taken: {
      happened: 'Vous n’avez pris aucun dossier.',
      remedy:
        'Ouvrez un dossier et choisissez « Prendre » dans son menu, ou tapez /rental prendre et sa référence.',
    },
    watched: {
      happened: 'Vous ne suivez aucun dossier.',
      remedy:
        'Ouvrez un dossier et choisissez « Suivre » dans son menu, ou tapez /rental suivre et sa référence.',
    },
    snoozed: {
      happened: 'Aucun dossier n’est reporté.',
      remedy:
        'Ouvrez un dossier et choisissez « Reporter… » dans son menu, ou tapez /rental reporter et sa référence.',
    },
  },
  freedFiles: (count) =>
    count < 2
      ? `${figure(count)} de nouveau libre : la personne qui l’avait pris est partie`
      : `${figure(count)} de nouveau libres : la personne qui les avait pris est partie`,
  snoozedFiles: (count) =>
    `${figure(count)} ${count < 2 ? 'reporté, non affiché' : 'reportés, non affichés'}`,
  notEscalated: (count) =>
    `${figure(count)} en retard mais ${count < 2 ? 'pris en charge, non escaladé' : 'pris en charge, non escaladés'}`,
  unknown: {
    happened: 'On ne sait pas pour l’instant qui a pris, suit ou a reporté des dossiers.',
    remedy: 'Réessayez dans une minute.',
  },
  several: {
    label: 'Prendre…',
    spoken: 'Prendre, suivre ou reporter des dossiers de ce message',
    title: 'Prendre, suivre…',
    text: 'Choisissez des dossiers et quoi en faire.',
    submit: 'Valider',
    files: 'Dossiers',
    what: 'Que faire',
    snooze: 'Reporter',
    until: 'Reporter au',
    result: 'C’est fait',
    dayWithout: 'Un jour ne va qu’avec « Reporter » : choisissez-le, ou videz ce champ.',
    noneOpen: {
      happened: 'Aucun de ces dossiers n’est encore ouvert.',
      remedy: 'Ils sont décidés, archivés ou partis : ouvrez de nouveau la liste.',
    },
    done: {
      taken: (count) => `Pris en charge par vous : ${figure(count)}.`,
      faster: (count) => `Pris par quelqu’un d’autre avant vous : ${figure(count)}.`,
      givenBack: (count) => `${count < 2 ? 'Rendu' : 'Rendus'} : ${figure(count)}.`,
      notYours: (count) =>
        `Pas ${count < 2 ? 'pris par vous, donc pas rendu' : 'pris par vous, donc pas rendus'} : ${figure(count)}.`,
      handed: (count) => `${count < 2 ? 'Confié' : 'Confiés'} : ${figure(count)}.`,
      watching: (count) =>
        `${count < 2 ? 'Ajouté' : 'Ajoutés'} à vos dossiers suivis : ${figure(count)}. Les changements arrivent par message direct.`,
      watchingSilently: (count) =>
        `${count < 2 ? 'Ajouté' : 'Ajoutés'} à vos dossiers suivis, sans messages : ${figure(count)}.`,
      unwatched: (count) =>
        `${count < 2 ? 'Retiré' : 'Retirés'} de vos dossiers suivis : ${figure(count)}.`,
      snoozed: (count) =>
        `${count < 2 ? 'Reporté' : 'Reportés'}, pour tout le monde : ${figure(count)}.`,
      unsnoozed: (count) => `Report annulé : ${figure(count)}.`,
      closed: (count) =>
        `Déjà ${count < 2 ? 'décidé ou archivé' : 'décidés ou archivés'} : ${figure(count)}.`,
      gone: (count) => `Plus parmi les dossiers : ${figure(count)}.`,
    },
  },
  hand: {
    title: 'Confier à un collègue',
    text: 'Choisissez qui prend ce dossier.',
    submit: 'Confier',
    label: 'Collègue',
    gone: 'Cette personne n’est pas un membre actif de l’espace de travail.',
    one: 'Choisissez une personne.',
  },
  snooze: {
    title: 'Reporter',
    text: 'Un dossier reporté n’apparaît plus dans les récaps ni les escalades, pour personne.',
    submit: 'Reporter',
    label: 'Au',
    hint: 'Il revient le matin de ce jour. Vide : jusqu’à ce que son statut, sa décision, sa note, sa complétude ou ses candidats changent.',
    passed: (day) => `« ${day} » n’est pas après aujourd’hui.`,
    past: 'Choisissez un jour après aujourd’hui.',
    tooFar: 'Choisissez un jour d’ici un an.',
  },
};
