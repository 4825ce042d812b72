import type { Messages } from '../messages.ts';

export const welcome: Messages['welcome'] = {
  title: 'Rental Desk est maintenant dans ce canal.',
  intro: 'À taper dans n’importe quel canal :',
  commands: [
    { typed: '/rental attente', does: 'les dossiers à décider' },
    {
      typed: '/rental chercher dupont',
      does: 'trouver un dossier par candidat, bien ou référence',
    },
    { typed: '/rental moi', does: 'les dossiers que vous gérez' },
  ],
  answers: 'Les réponses ne sont visibles que par vous, tant que vous ne les partagez pas.',
  digest: 'Programmer un récap',
  digestSpoken: 'Programmer un récap qui publie dans ce canal les dossiers à décider',
  direct: {
    title: 'Que voulez-vous voir ?',
    intro:
      'Demandez avec vos mots, par exemple « prêts à Lyon depuis une semaine », ou choisissez :',
    mine: 'Mes dossiers',
    mineSpoken: 'Voir les dossiers que vous gérez',
  },
};
