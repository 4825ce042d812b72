import { authorizationServer } from './auth/authorization-server.ts';
import { createServiceAccount, type KeyFile, type ServiceAccount } from './auth/service-account.ts';
import { createTokens } from './auth/tokens.ts';
import { generateFiles } from './data/files.ts';
import { createLife } from './data/lifecycle.ts';
import type { FileState } from './data/stages.ts';
import { fileServer, LIST_PATH } from './files-api/file-server.ts';
import { createPages, LIMIT_MAX, type Pages } from './files-api/pages.ts';
import type { WireFile } from './files-api/schema.ts';
import { createServerFaults, type ServerFault } from './http/faults.ts';
import { onLoopback } from './http/loopback.ts';
import type { MiddlewareOptions } from './http/middleware.ts';
import type { OutageMode } from './http/outages.ts';
import { createRequestLog, type RecordedRequest, type RequestLog } from './request-log.ts';

export interface RentalServiceOptions {
  /** Epoch milliseconds. Ages of files, lifetimes of tokens and `Date` headers follow it. */
  readonly now: () => number;
  /** Files to serve in this order; without them, `count` generated ones, newest first. */
  readonly files?: readonly WireFile[];
  /** Default 420. From 100 on, every enumeration value and the odd files are among them. */
  readonly count?: number;
  /** Default 1. The same seed gives the same files. */
  readonly seed?: number;
  /** Files per page unless a call says otherwise, default 50, at most 1,000. */
  readonly pageSize?: number;
  /** Default 43,199: twelve hours less the second that has passed. */
  readonly tokenLifetimeSeconds?: number;
  /** How long every answer of both servers takes at least, default 0. */
  readonly delayMs?: number;
  /** Delay of each page in mode `slow`, in ms. Default 1,500. */
  readonly slowMs?: number;
  readonly mode?: OutageMode;
  /** How a bad assertion is refused: 400, or 500 as by older authorization servers. */
  readonly refusal?: 'invalid_grant' | 'server_error';
  /** An account made before: making a key takes a moment. */
  readonly account?: ServiceAccount;
  /** Whether the generated files go on with their lives as the clock does; without it they rest. */
  readonly isAlive?: boolean;
  /** Writes all pages before the service starts, for benchmarks. */
  readonly prepared?: boolean;
  /** Set when nothing else runs in this process: large pages then cost a tenth. */
  readonly ownProcess?: boolean;
  /** Default 0: free ones. */
  readonly ports?: { readonly authorization?: number; readonly files?: number };
}

export interface RentalService {
  /** `{auth_url}` of the specification, and the only `aud`. */
  readonly authUrl: string;
  /** The first page of the list, `limit` included. */
  readonly filesUrl: string;
  readonly idp: string;
  readonly projectId: string;
  /** The one that is taken at present. */
  readonly keyFile: KeyFile;
  /** Files that are served at present. */
  readonly files: readonly WireFile[];
  readonly requests: RequestLog;
  /** `refused` revokes all tokens too. */
  readonly setMode: (mode: OutageMode) => void;
  /** Serves these from now on, in their order: also in the middle of a walk. */
  readonly setFiles: (files: readonly WireFile[]) => void;
  /**
   * Changes the state of the newest file that a text names, by its id, its property or a name.
   *
   * @returns the file as it was; `null` where none is open that the text names
   */
  readonly changeFile: (search: string, to: FileState) => WireFile | null;
  readonly revokeTokens: () => void;
  /** Every access token that was ever given out. */
  readonly issuedTokens: () => readonly string[];
  /** Takes a new key from now on, and the old one no more; its tokens are gone. */
  readonly rotateKey: () => Promise<void>;
  /** Sets a fault of one of the two servers; `null` ends it. */
  readonly setTrouble: (server: RecordedRequest['server'], fault: ServerFault | null) => void;
  readonly stop: () => Promise<void>;
}

const IDP = 'example';
const PROJECT_ID = '287364519028736451';
const TWELVE_HOURS_S = 43_199;

/**
 * Starts the model of the Rental File Service and its authorization server, on loopback only.
 *
 * @see Rental File Service specification; what it leaves open is chosen here and said where it is
 */
export async function startRentalService(options: RentalServiceOptions): Promise<RentalService> {
  const { now, count = 420, seed = 1, ports = {}, ownProcess = false } = options;
  const pageSize = Math.min(options.pageSize ?? 50, LIMIT_MAX);
  const lifetimeSeconds = options.tokenLifetimeSeconds ?? TWELVE_HOURS_S;
  let account = options.account ?? (await createServiceAccount(now()));
  const tokens = createTokens(now, lifetimeSeconds);
  const log = createRequestLog();
  const stopping = new AbortController();
  const shared = { now, log, delayMs: options.delayMs ?? 0, stopped: stopping.signal };
  const middlewareOptions = (server: MiddlewareOptions['server']): MiddlewareOptions => ({
    ...shared,
    server,
  });
  const state: { mode: OutageMode; files: readonly WireFile[]; pages: Pages } = {
    mode: options.mode ?? 'fair',
    files: options.files ?? generateFiles({ count, seed, nowMs: now() }),
    pages: createPages([], ''),
  };

  const faults = { authorization: createServerFaults(), files: createServerFaults() };
  const authorizationApp = authorizationServer(
    {
      authUrl: () => authorization.origin,
      idp: IDP,
      account: () => account,
      tokens,
      lifetimeSeconds,
      isKeyDeleted: () => state.mode === 'refused',
      refusal: options.refusal ?? 'invalid_grant',
      faults: faults.authorization,
    },
    middlewareOptions('authorization'),
  );
  const outage = {
    mode: () => state.mode,
    slowMs: options.slowMs ?? 1_500,
    stopped: stopping.signal,
  };
  const pagesNow = () => {
    catchUp();
    return state.pages;
  };
  const filesApp = fileServer(
    { projectId: PROJECT_ID, tokens, pageSize, pages: pagesNow, outage, faults: faults.files },
    middlewareOptions('files'),
  );
  const authorization = await onLoopback(authorizationApp, ports.authorization ?? 0, ownProcess);
  const list = await onLoopback(filesApp, ports.files ?? 0, ownProcess);
  const listUrl = `${list.origin}${LIST_PATH}`;

  function setFiles(files: readonly WireFile[]): void {
    state.files = files;
    state.pages = createPages(files, listUrl);
  }
  setFiles(state.files);

  const isAlive = options.isAlive === true && options.files === undefined;
  let life = isAlive ? createLife(state.files, { seed, startMs: now() }) : null;

  /** Applies the changes until now; cached pages stay valid until there are any. */
  function catchUp(): void {
    const files = life?.filesAt(now()) ?? state.files;
    if (files !== state.files) setFiles(files);
  }

  if (options.prepared === true) state.pages.prepare(pageSize);

  return {
    authUrl: authorization.origin,
    filesUrl: `${listUrl}?limit=${pageSize}`,
    idp: IDP,
    projectId: PROJECT_ID,
    get keyFile() {
      return account.keyFile;
    },
    get files() {
      catchUp();
      return state.files;
    },
    requests: log,
    setMode(mode) {
      state.mode = mode;
      if (mode === 'refused') tokens.revokeAll();
    },
    setFiles(files) {
      life = null;
      setFiles(files);
    },
    changeFile(search, to) {
      catchUp();
      const file = state.files.find(
        (one) => one.decision !== 'ACCEPTED' && one.decision !== 'REJECTED' && names(one, search),
      );
      if (file === undefined || life === null) return null;
      life.change(file, to, now());
      catchUp();
      return file;
    },
    revokeTokens: tokens.revokeAll,
    issuedTokens: tokens.issued,
    async rotateKey() {
      account = await createServiceAccount(now());
      tokens.revokeAll();
    },
    setTrouble: (server, fault) => faults[server].set(fault),
    async stop() {
      stopping.abort();
      for (const one of Object.values(faults)) one.set(null);
      await Promise.all([authorization.stop(), list.stop()]);
    },
  };
}

/** Whether a text names a file: the beginning of its id, or words of its property or its people. */
function names({ id, product, applicants }: WireFile, search: string): boolean {
  const wanted = search.toLowerCase();
  const people = applicants.map((one) => `${one.first_name ?? ''} ${one.last_name ?? ''}`);
  const texts = [product?.reference ?? '', product?.title ?? '', ...people];
  return id.startsWith(wanted) || texts.some((text) => text.toLowerCase().includes(wanted));
}
