/** One call that a server has answered. Never holds a token, an assertion or a person's data. */
export interface RecordedRequest {
  readonly server: 'authorization' | 'files';
  readonly method: string;
  readonly path: string;
  /** The parameters of the page, where a page was asked for. */
  readonly query: string;
  /** HTTP status; 0 when the connection was dropped instead. */
  readonly status: number;
  /** Why it was refused, which the response does not say; `null` when it was not. */
  readonly reason: string | null;
}

export interface RequestLog {
  /** Answered calls to the token endpoint, whatever the answer. */
  readonly tokens: number;
  /** Answered calls to the Rental File Service, whatever the answer. */
  readonly pages: number;
  /** The last thousand calls, oldest first. */
  readonly latest: readonly RecordedRequest[];
  readonly record: (request: RecordedRequest) => void;
  /** Begins anew, for the next step of a test. */
  readonly forget: () => void;
}

const LATEST_MAX = 1_000;

export function createRequestLog(): RequestLog {
  let latest: RecordedRequest[] = [];
  const counts = { authorization: 0, files: 0 };
  return {
    get tokens() {
      return counts.authorization;
    },
    get pages() {
      return counts.files;
    },
    get latest() {
      return latest;
    },
    record(request) {
      counts[request.server] += 1;
      latest = [...latest.slice(1 - LATEST_MAX), request];
    },
    forget() {
      latest = [];
      counts.authorization = 0;
      counts.files = 0;
    },
  };
}
