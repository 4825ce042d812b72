import type { FailureWords } from '../../lib/text.ts';

const FINAL_ADDRESS =
  'RENTAL_FILES_URL must be the final address of the list: redirects are not followed. The log and the doctor say where this one leads.';
const LATER =
  'Try again in a few minutes; if it keeps happening, tell your administrator the reference.';

/** What the Rental File Service says with each status that is not a list of rental files. */
const STATUSES: Readonly<Record<number, FailureWords>> = {
  301: {
    happened: 'The list of rental files has moved permanently (status 301).',
    remedy: FINAL_ADDRESS,
  },
  302: {
    happened: 'The Rental File Service redirects elsewhere, as a login page would (status 302).',
    remedy: FINAL_ADDRESS,
  },
  303: {
    happened: 'The Rental File Service points to another address (status 303).',
    remedy: FINAL_ADDRESS,
  },
  307: {
    happened: 'The list of rental files is temporarily elsewhere (status 307).',
    remedy: FINAL_ADDRESS,
  },
  308: {
    happened: 'The list of rental files is permanently elsewhere (status 308).',
    remedy: FINAL_ADDRESS,
  },
  400: {
    happened: 'The Rental File Service found an error in the request (status 400).',
    remedy: 'Check the parameters in RENTAL_FILES_URL and RENTAL_CHANGED_SINCE_PARAM.',
  },
  401: {
    happened: 'The Rental File Service does not accept Rental Desk’s access token (status 401).',
    remedy:
      'RENTAL_PROJECT_ID and RENTAL_IDP must be those of the service, and RENTAL_FILES_URL must go with RENTAL_AUTH_URL.',
  },
  403: {
    happened: 'The Rental File Service does not let Rental Desk see the rental files (status 403).',
    remedy:
      'Give the service account the right to read rental files in the project of RENTAL_PROJECT_ID.',
  },
  404: {
    happened: 'The Rental File Service has nothing at this address (status 404).',
    remedy: 'Check the path in RENTAL_FILES_URL.',
  },
  405: {
    happened: 'Nothing can be read at this address of the Rental File Service (status 405).',
    remedy: 'RENTAL_FILES_URL must be the address of the list itself.',
  },
  406: {
    happened: 'The Rental File Service does not give JSON at this address (status 406).',
    remedy: 'RENTAL_FILES_URL must be the address of the list for programs, not of a page.',
  },
  408: {
    happened: 'The Rental File Service did not get the request in time (status 408).',
    remedy: LATER,
  },
  410: {
    happened: 'The Rental File Service has removed the list at this address (status 410).',
    remedy:
      'Ask the operator of the service for the new address, and put it into RENTAL_FILES_URL.',
  },
  415: {
    happened: 'The Rental File Service does not accept this kind of request (status 415).',
    remedy: 'RENTAL_FILES_URL must be the address of the list, which is read without a body.',
  },
  422: {
    happened: 'The Rental File Service does not accept a parameter of the request (status 422).',
    remedy: 'Check the parameters in RENTAL_FILES_URL and RENTAL_CHANGED_SINCE_PARAM.',
  },
  500: { happened: 'The Rental File Service had an internal error (status 500).', remedy: LATER },
  501: {
    happened: 'The Rental File Service does not support this request (status 501).',
    remedy: 'RENTAL_FILES_URL must be the address of the list of rental files.',
  },
  502: {
    happened: 'The Rental File Service gave its own proxy no valid answer (status 502).',
    remedy: LATER,
  },
  503: {
    happened:
      'The Rental File Service does not answer. It is overloaded or under maintenance (status 503).',
    remedy: LATER,
  },
  504: {
    happened: 'The Rental File Service did not answer its own proxy in time (status 504).',
    remedy: LATER,
  },
};

/**
 * Words for a status of the service that is not a success.
 *
 * @param detail the reason in the service’s own words, made fit to be shown
 */
export function serviceStatus(status: number, detail: string | null): FailureWords {
  const { happened, remedy } = STATUSES[status] ?? {
    happened: `The Rental File Service answers with status ${status}.`,
    remedy: status >= 500 ? LATER : 'Check RENTAL_FILES_URL.',
  };
  return { happened: detail === null ? happened : `${happened} It says: “${detail}”`, remedy };
}

/** The same for people in Slack: most remedies are for whoever runs Rental Desk. */
export function serviceStatusForPeople(status: number, detail: string | null): FailureWords {
  const { happened, remedy } = serviceStatus(status, detail);
  return { happened, remedy: remedy === LATER ? remedy : `For your administrator: ${remedy}` };
}
