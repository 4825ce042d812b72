import { figuresEn, figuresFr } from './figures.ts';

/** What became of the slots of a digest. */
export interface DigestLedgerWords {
  readonly title: (name: string) => string;
  readonly none: string;
  readonly line: (moment: string, outcome: string) => string;
  readonly run: string;
  readonly planned: string;
  readonly posting: string;
  readonly sent: string;
  readonly sentLate: (late: string) => string;
  readonly incomplete: string;
  readonly counts: (ready: number, waiting: number, overdue: number) => string;
  readonly skipped: (why: string) => string;
  readonly missed: (why: string) => string;
  readonly failed: (why: string) => string;
  readonly unknown: string;
  /** By the word of the ledger; what is not here is shown as it came. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly reason: (code: string) => string;
  readonly minutes: (count: number) => string;
  readonly older: string;
  readonly olderSpoken: string;
  /** To the owner of a digest, who is told directly. */
  readonly ownerFailed: (name: string, moment: string, why: string) => string;
  readonly ownerPaused: string;
  readonly ownerUnknown: (name: string, moment: string) => string;
  readonly ownerUnknownRemedy: string;
  /** To its channel, when the owner cannot be told, and to admins in any case. */
  readonly channelFailed: (name: string, moment: string, why: string) => string;
  readonly channelUnknown: (name: string, moment: string) => string;
  readonly ownerOutOfReach: string;
  readonly toldAsAdmin: string;
}

const en = figuresEn.number;
const fr = figuresFr.number;

export const digestLedgerEn: DigestLedgerWords = {
  title: (name) => `What became of “${name}”`,
  none: 'Nothing was due yet.',
  line: (moment, outcome) => `${moment}: ${outcome}`,
  run: 'asked for by hand',
  planned: 'due, not posted yet',
  posting: 'being posted',
  sent: 'sent on time',
  sentLate: (late) => `sent ${late} late`,
  incomplete: 'incomplete',
  counts: (ready, waiting, overdue) =>
    [
      `${en(ready)} ready, ${en(waiting)} not yet`,
      ...(overdue > 0 ? [`${en(overdue)} overdue`] : []),
    ].join(', '),
  skipped: (why) => `not sent: ${why}`,
  missed: (why) => `missed: ${why}`,
  failed: (why) => `failed: ${why}`,
  unknown:
    'unknown: Slack did not say whether it was posted; look into the channel, and give Rental Desk the right to read its history',
  reasons: {
    empty: 'nothing waited',
    paused: 'the digest was paused',
    snoozed: 'somebody snoozed it',
    removed: 'the digest was removed',
    late: 'Rental Desk was not running then, or too late',
    asked: 'somebody asked for it',
    rental_down: 'the Rental File Service did not answer',
    rental_resting: 'the Rental File Service had not answered for a while',
    rental_slow: 'the Rental File Service took too long',
    rental_busy: 'the Rental File Service asked us to wait',
    query: 'its query can no longer be read; edit the digest',
    schedule: 'its time zone or holidays are not known; edit the digest',
    no_history: 'whether it was posted cannot be looked up',
    is_archived: 'the channel is archived; choose another one',
    channel_not_found: 'the channel is gone or out of reach; type /invite @Rental Desk in it',
    not_in_channel: 'Rental Desk is not in the channel; type /invite @Rental Desk in it',
    missing_scope: 'Rental Desk may not post; ask your administrator to install it again',
    no_permission: 'Rental Desk may not post in this channel; ask who looks after it',
    restricted_action: 'the channel does not let Rental Desk post; ask who looks after it',
    restricted_action_read_only_channel:
      'the channel does not let Rental Desk post; ask who looks after it',
    user_not_found: 'its reader is gone',
  },
  reason: (code) => `Slack or the service says ${code}`,
  minutes: (count) => `${en(count)} ${count === 1 ? 'minute' : 'minutes'}`,
  older: 'Older ›',
  olderSpoken: 'What was due before',
  ownerFailed: (name, moment, why) =>
    `Your digest “${name}” of ${moment} could not be sent: ${why}.`,
  ownerPaused: 'It is paused. Mend that, then press Resume.',
  ownerUnknown: (name, moment) =>
    `Slack did not say whether your digest “${name}” of ${moment} was posted.`,
  ownerUnknownRemedy:
    'It is not sent again, for nobody wants it twice. Look into the channel; if it is not there, press “Post now”.',
  channelFailed: (name, moment, why) =>
    `The digest “${name}” of ${moment} could not be sent: ${why}.`,
  channelUnknown: (name, moment) =>
    `Slack did not say whether the digest “${name}” of ${moment} was posted.`,
  ownerOutOfReach: 'Its owner has left or cannot be told: an admin can take it over.',
  toldAsAdmin: 'You are told because you may mend every digest; so is its owner, or its channel.',
};

export const digestLedgerFr: DigestLedgerWords = {
  title: (name) => `Ce qu’est devenu « ${name} »`,
  none: 'Rien n’était encore prévu.',
  line: (moment, outcome) => `${moment} : ${outcome}`,
  run: 'demandé à la main',
  planned: 'prévu, pas encore publié',
  posting: 'en cours de publication',
  sent: 'envoyé à l’heure',
  sentLate: (late) => `envoyé avec ${late} de retard`,
  incomplete: 'incomplet',
  counts: (ready, waiting, overdue) =>
    [
      `${fr(ready)} ${ready < 2 ? 'prêt' : 'prêts'}, ${fr(waiting)} pas encore`,
      ...(overdue > 0 ? [`${fr(overdue)} en retard`] : []),
    ].join(', '),
  skipped: (why) => `pas envoyé : ${why}`,
  missed: (why) => `manqué : ${why}`,
  failed: (why) => `échec : ${why}`,
  unknown:
    'inconnu : Slack n’a pas dit s’il est publié ; regardez dans le canal, et donnez à Rental Desk le droit d’en lire l’historique',
  reasons: {
    empty: 'rien n’attendait',
    paused: 'le point était en pause',
    snoozed: 'quelqu’un l’avait mis en veille',
    removed: 'le point était supprimé',
    late: 'Rental Desk ne tournait pas, ou trop tard',
    asked: 'quelqu’un l’a demandé',
    rental_down: 'le service des dossiers ne répondait pas',
    rental_resting: 'le service des dossiers ne répondait plus depuis un moment',
    rental_slow: 'le service des dossiers était trop lent',
    rental_busy: 'le service des dossiers demandait d’attendre',
    query: 'sa requête n’est plus lisible ; modifiez le point',
    schedule: 'son fuseau ou ses jours fériés ne sont pas connus ; modifiez le point',
    no_history: 'impossible de vérifier s’il est publié',
    is_archived: 'le canal est archivé ; choisissez-en un autre',
    channel_not_found: 'le canal a disparu ou est hors d’atteinte ; tapez-y /invite @Rental Desk',
    not_in_channel: 'Rental Desk n’est pas dans le canal ; tapez-y /invite @Rental Desk',
    missing_scope:
      'Rental Desk ne peut pas publier ; demandez à votre administrateur de le réinstaller',
    no_permission: 'Rental Desk ne peut pas publier dans ce canal ; demandez à qui s’en occupe',
    restricted_action: 'le canal ne laisse pas Rental Desk publier ; demandez à qui s’en occupe',
    restricted_action_read_only_channel:
      'le canal ne laisse pas Rental Desk publier ; demandez à qui s’en occupe',
    user_not_found: 'son lecteur n’est plus là',
  },
  reason: (code) => `Slack ou le service dit ${code}`,
  minutes: (count) => `${fr(count)} ${count < 2 ? 'minute' : 'minutes'}`,
  older: 'Avant ›',
  olderSpoken: 'Ce qui était prévu avant',
  ownerFailed: (name, moment, why) =>
    `Votre point « ${name} » du ${moment} n’a pas pu être envoyé : ${why}.`,
  ownerPaused: 'Il est en pause. Réparez cela, puis appuyez sur Reprendre.',
  ownerUnknown: (name, moment) =>
    `Slack n’a pas dit si votre point « ${name} » du ${moment} est publié.`,
  ownerUnknownRemedy:
    'Il n’est pas renvoyé, car personne ne le veut deux fois. Regardez dans le canal ; s’il n’y est pas, appuyez sur « Publier maintenant ».',
  channelFailed: (name, moment, why) =>
    `Le point « ${name} » du ${moment} n’a pas pu être envoyé : ${why}.`,
  channelUnknown: (name, moment) =>
    `Slack n’a pas dit si le point « ${name} » du ${moment} est publié.`,
  ownerOutOfReach:
    'Son propriétaire est parti ou ne peut pas être prévenu : un administrateur peut le reprendre.',
  toldAsAdmin:
    'Vous êtes prévenu car vous pouvez réparer tous les points ; son propriétaire, ou son canal, l’est aussi.',
};
