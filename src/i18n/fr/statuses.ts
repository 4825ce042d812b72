import type { FailureWords } from '../../lib/text.ts';

const FINAL_ADDRESS =
  'RENTAL_FILES_URL doit être l’adresse définitive de la liste, car les redirections ne sont pas suivies ; le journal et le diagnostic disent où mène celle-ci.';
const LATER =
  'Réessayez dans quelques minutes ; si le problème persiste, donnez la référence à votre administrateur.';

/** What the Rental File Service says with each status that is not a list of rental files. */
const STATUSES: Readonly<Record<number, FailureWords>> = {
  301: {
    happened: 'La liste des dossiers a définitivement changé d’adresse (statut 301).',
    remedy: FINAL_ADDRESS,
  },
  302: {
    happened:
      'Le service des dossiers renvoie ailleurs, comme le ferait une page de connexion (statut 302).',
    remedy: FINAL_ADDRESS,
  },
  303: {
    happened: 'Le service des dossiers indique une autre adresse à consulter (statut 303).',
    remedy: FINAL_ADDRESS,
  },
  307: {
    happened: 'La liste des dossiers se trouve temporairement ailleurs (statut 307).',
    remedy: FINAL_ADDRESS,
  },
  308: {
    happened: 'La liste des dossiers se trouve définitivement ailleurs (statut 308).',
    remedy: FINAL_ADDRESS,
  },
  400: {
    happened: 'Le service des dossiers a trouvé une erreur dans la requête (statut 400).',
    remedy: 'Vérifiez les paramètres de RENTAL_FILES_URL et RENTAL_CHANGED_SINCE_PARAM.',
  },
  401: {
    happened: 'Le service des dossiers n’accepte pas le jeton d’accès de Rental Desk (statut 401).',
    remedy:
      'RENTAL_PROJECT_ID et RENTAL_IDP doivent être ceux du service, et RENTAL_FILES_URL doit aller avec RENTAL_AUTH_URL.',
  },
  403: {
    happened: 'Le service ne laisse pas Rental Desk voir les dossiers de location (statut 403).',
    remedy:
      'Donnez au compte de service le droit de lire les dossiers du projet de RENTAL_PROJECT_ID.',
  },
  404: {
    happened: 'Le service des dossiers n’a rien à cette adresse (statut 404).',
    remedy: 'Vérifiez le chemin de RENTAL_FILES_URL.',
  },
  405: {
    happened: 'Cette adresse du service des dossiers ne permet pas la lecture (statut 405).',
    remedy: 'RENTAL_FILES_URL doit être l’adresse de la liste elle-même.',
  },
  406: {
    happened: 'Le service des dossiers ne donne pas de JSON à cette adresse (statut 406).',
    remedy: 'RENTAL_FILES_URL doit être l’adresse de la liste pour programmes, pas d’une page.',
  },
  408: {
    happened: 'Le service des dossiers n’a pas reçu la requête à temps (statut 408).',
    remedy: LATER,
  },
  410: {
    happened: 'Le service des dossiers a supprimé la liste à cette adresse (statut 410).',
    remedy:
      'Demandez la nouvelle adresse à l’exploitant du service, et mettez-la dans RENTAL_FILES_URL.',
  },
  415: {
    happened: 'Le service des dossiers n’accepte pas cette forme de requête (statut 415).',
    remedy: 'RENTAL_FILES_URL doit être l’adresse de la liste, qui se lit sans corps de requête.',
  },
  422: {
    happened: 'Le service des dossiers n’accepte pas un paramètre de la requête (statut 422).',
    remedy: 'Vérifiez les paramètres de RENTAL_FILES_URL et RENTAL_CHANGED_SINCE_PARAM.',
  },
  500: {
    happened: 'Le service des dossiers a rencontré une erreur interne (statut 500).',
    remedy: LATER,
  },
  501: {
    happened: 'Le service des dossiers ne prend pas en charge cette requête (statut 501).',
    remedy: 'RENTAL_FILES_URL doit être l’adresse de la liste des dossiers.',
  },
  502: {
    happened: 'Le service des dossiers n’a pas donné de réponse valable à son proxy (statut 502).',
    remedy: LATER,
  },
  503: {
    happened:
      'Le service des dossiers ne répond pas. Il est surchargé ou en maintenance (statut 503).',
    remedy: LATER,
  },
  504: {
    happened: 'Le service des dossiers n’a pas répondu à temps à son proxy (statut 504).',
    remedy: LATER,
  },
};

/** Words for a status of the service that is not a success. */
export function serviceStatus(status: number, detail: string | null): FailureWords {
  const { happened, remedy } = STATUSES[status] ?? {
    happened: `Le service des dossiers répond avec le statut ${status}.`,
    remedy: status >= 500 ? LATER : 'Vérifiez RENTAL_FILES_URL.',
  };
  return { happened: detail === null ? happened : `${happened} Il dit : « ${detail} »`, remedy };
}

/** The same for people in Slack: most remedies are for whoever runs Rental Desk. */
export function serviceStatusForPeople(status: number, detail: string | null): FailureWords {
  const { happened, remedy } = serviceStatus(status, detail);
  return { happened, remedy: remedy === LATER ? remedy : `Pour votre administrateur : ${remedy}` };
}
