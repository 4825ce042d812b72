import type { Config } from '../../config.ts';
import { serviceStatus } from '../../i18n/en/errors.ts';
import { changedSince, type RentalFiles } from '../../rental-api/client.ts';
import { type LinkProblem, RentalError, type RentalFailure } from '../../rental-api/errors.ts';
import type { FilePage } from '../../rental-api/schema/page.ts';
import { type Examination, type Finding, ok, problem } from '../finding.ts';

const ABOUT = 'First page';

/** Reads the first page of rental files, and checks its format and its link to the next page. */
export async function* examineFirstPage(
  files: RentalFiles,
  { firstPage, changedSinceParam }: Config['rental'],
  now: () => number,
): Examination {
  try {
    const page = await files.fetchPage(firstPage);
    yield page.skipped === 0 ? ok(ABOUT, describePage(page)) : unreadableFiles(page);
    if (changedSinceParam !== null) {
      yield await changesFinding(files, changedSince(firstPage, changedSinceParam, now()), page);
    }
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    yield problem(ABOUT, ...describeFailure(error.failure));
  }
  return null;
}

const CHANGES = 'Changed files';
const CHANGES_REMEDY =
  'Correct RENTAL_CHANGED_SINCE_PARAM, for example updated_at__gte, or remove it: then every reading reads all pages.';

/** Asks once for what changed since this moment, which is next to nothing. */
async function changesFinding(files: RentalFiles, url: URL, all: FilePage): Promise<Finding> {
  try {
    const page = await files.fetchPage(url);
    const isIgnored = page.files.length > 0 && page.count >= all.count;
    return isIgnored
      ? problem(CHANGES, 'The service ignores the parameter: it lists all files.', CHANGES_REMEDY)
      : ok(CHANGES, 'the service lists them alone.');
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    const [message] = describeFailure(error.failure);
    return problem(CHANGES, message, CHANGES_REMEDY);
  }
}

function describePage({ files, count, next }: FilePage): string {
  const total = count > files.length ? ` of ${count}` : '';
  const continuation =
    next === null ? 'it is the only page' : 'its link to the next page can be followed';
  return files.length === 0
    ? 'it holds no rental file: there are none, or the service account may see none.'
    : `it holds ${files.length}${total} rental files, and ${continuation}.`;
}

function unreadableFiles({ files, skipped }: FilePage) {
  return problem(
    ABOUT,
    `${skipped} of ${files.length + skipped} rental files on it cannot be read.`,
    'See whether RENTAL_FILES_URL is the list of rental files; if it is, tell whoever runs the service.',
  );
}

function describeFailure(failure: RentalFailure): [message: string, remedy: string] {
  switch (failure.code) {
    case 'rental_down':
      return failure.status === null
        ? [
            'The service is not reached.',
            'Check the host in RENTAL_FILES_URL, and that this machine may connect to it (firewall, proxy). If both are right, the service may be down: try again in some minutes, then ask the people who run it.',
          ]
        : [statusWords(failure.status)[0], FAULT_REMEDY];
    case 'rental_slow':
    case 'rental_resting':
      return [
        'The service takes too long to answer.',
        'Ask for fewer files a page in RENTAL_FILES_URL (limit=50 at its end, for example). If that does not help, ask whoever runs the service.',
      ];
    case 'rental_not_found':
      return statusWords(failure.status);
    case 'rental_unreadable':
      return [
        'The answer is not a list of rental files.',
        'RENTAL_FILES_URL must be the address of the list for programs, not of a page for people. If it is, the answer was cut short or is not as agreed: try again, then tell whoever runs the service.',
      ];
    case 'rental_forbidden':
      return statusWords(403);
    case 'rental_unauthorized':
      return statusWords(401);
    case 'rental_link':
      return [describeLinkProblem(failure.problem), LINK_REMEDY];
    case 'rental_busy':
      return ['The service has too many requests at the moment.', 'Try again in a minute.'];
    case 'rental_refused':
      return statusWords(failure.status, failure);
    case 'rental_account':
    case 'rental_key_refused':
    case 'rental_token_unavailable':
    case 'rental_endless':
      return [
        `It cannot be had (${failure.code}).`,
        'See whether RENTAL_AUTH_URL and RENTAL_FILES_URL belong to the same place.',
      ];
  }
}

/** The sentences that people read, and where a redirect leads. */
function statusWords(
  status: number,
  { detail, leadsTo }: { detail: string | null; leadsTo: string | null } = {
    detail: null,
    leadsTo: null,
  },
): [message: string, remedy: string] {
  const { happened, remedy } = serviceStatus(status, detail);
  return [leadsTo === null ? happened : `${happened} It leads to ${leadsTo}.`, remedy];
}

const FAULT_REMEDY =
  'Try again in some minutes. If it keeps happening, check RENTAL_FILES_URL, then ask the people who run the service.';

const LINK_REMEDY =
  'Write RENTAL_FILES_URL with the host and the path under which the service writes its own links; ask whoever runs it which they are.';

function describeLinkProblem(reason: LinkProblem): string {
  return `Its link to the next page is not one to follow (${reason}): the access token is sent nowhere else.`;
}
