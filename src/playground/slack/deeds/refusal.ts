import type { Refusal } from '../bot.ts';
import type { Answer } from './deed.ts';

/** What the visitor reads when the app does not acknowledge an interaction. */
export function refusal(error: Refusal): Answer {
  return { ok: false, error: sentence(error) };
}

function sentence(error: Refusal): string {
  switch (error) {
    case 'operation_timeout':
      return 'The app did not acknowledge in time (operation_timeout).';
    case 'dispatch_failed':
      return 'The app could not be reached (dispatch_failed).';
    case 'http_client_error':
      return 'The app refused the request (http_client_error).';
    case 'http_service_error':
      return 'The app failed on the request (http_service_error).';
  }
}
