import packageJson from '../../package.json' with { type: 'json' };
import { type Config, ConfigError, readConfig, variableOf } from '../config.ts';
import { createTextCipher } from '../store/encryption.ts';
import { examineDatabase, examineTexts, examineInstances } from './checks/database.ts';
import { examineDigestChannels } from './checks/digest-channels.ts';
import {
  examineFirstPage,
  examineAuthorizationServer,
  examineKey,
  examineToken,
} from './checks/rental-service.ts';
import {
  examineAccess,
  examineScopes,
  examineSlackToken,
  examineTransport,
  type Slack,
  examineWorkObjects,
} from './checks/slack.ts';
import { type Examination, type Finding, info, skipped, step, ok } from './finding.ts';

interface DoctorOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of the `.env` that Node has read into the environment. */
  readonly envFile?: string;
  readonly now: () => number;
  readonly monotonic: () => number;
}

/**
 * Checks everything that the app depends on, without a running bot. Checks that depend on a
 * failed one are skipped, the others still run. No finding holds a secret or personal data.
 */
export async function* examine(options: DoctorOptions): AsyncGenerator<Finding, void, void> {
  const { config, broken, findings } = readPartialConfig(
    options.environment,
    options.envFile ?? '',
  );
  const brokenAmong: BrokenAmong = (...names) => names.filter((name) => broken.has(name));
  yield* findings;
  yield* examineService(config.rental, brokenAmong, options);
  const slack = yield* examineSlack(config, brokenAmong, options);
  yield* examineStore(config, broken, brokenAmong, slack);
}

/** Those of some variables that are missing or unusable. */
type BrokenAmong = (...names: readonly string[]) => readonly string[];

async function* examineService(
  rental: Config['rental'],
  brokenAmong: BrokenAmong,
  { now, monotonic }: DoctorOptions,
): Examination {
  const account = yield* step('Key', brokenAmong('RENTAL_KEY_FILE', 'RENTAL_KEY'), () =>
    examineKey(rental.key, now()),
  );
  const server = yield* step('Authorization server', brokenAmong('RENTAL_AUTH_URL'), () =>
    examineAuthorizationServer(rental.authUrl, now),
  );
  if (account === null || server === null) {
    const what = account === null ? 'the key cannot be used' : 'its server cannot be reached';
    yield skipped('Access token', what);
    yield skipped('First page', 'there is no access token');
    return null;
  }
  const named = brokenAmong('RENTAL_IDP', 'RENTAL_PROJECT_ID');
  const files = yield* step('Access token', named, () =>
    examineToken({ rental, account, server, now, monotonic }),
  );
  if (files === null) yield skipped('First page', 'there is no access token');
  else {
    yield* step('First page', brokenAmong('RENTAL_FILES_URL'), () =>
      examineFirstPage(files, rental, now),
    );
  }
  return null;
}

async function* examineSlack(
  { slack, access, assistants }: Config,
  brokenAmong: BrokenAmong,
  { now }: DoctorOptions,
): Examination<Slack> {
  const workspace = yield* step(
    'Slack token',
    brokenAmong('SLACK_BOT_TOKEN', 'SLACK_API_URL'),
    () => examineSlackToken(slack, now),
  );
  if (workspace === null)
    yield skipped('Slack scopes', 'Slack names them only to a token that it accepts');
  else yield* step('Slack scopes', [], () => examineScopes(workspace.scopes, access, assistants));
  yield* step('Work Objects', brokenAmong('WORK_OBJECTS'), () => examineWorkObjects(slack));
  const lists = brokenAmong('ACCESS_USERGROUPS', 'ACCESS_CHANNELS', 'ADMIN_USERGROUPS');
  yield* step('Who may ask', lists, () => examineAccess(access, workspace?.client ?? null));
  const keys = brokenAmong('SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET', 'SLACK_API_URL');
  yield* step('Slack’s requests', keys, () => examineTransport(slack, assistants));
  return workspace;
}

async function* examineStore(
  { store: database, slack: configured, access, fingerprints }: Config,
  broken: ReadonlySet<string>,
  brokenAmong: BrokenAmong,
  slack: Slack | null,
): Examination {
  const store = yield* step('Database', brokenAmong('DATABASE_URL', 'DATA_DIR'), () =>
    examineDatabase(
      database,
      createTextCipher(configured.actionTokenSecret, configured.previousSecret),
    ),
  );
  if (store === null) {
    const why =
      'the database that holds them is not there yet, cannot be opened, or is in use by a running Rental Desk';
    yield skipped('Saved texts', why);
    yield skipped('Digest channels', why);
    return null;
  }
  try {
    const secrets = brokenAmong('SLACK_SIGNING_SECRET', 'SLACK_APP_TOKEN');
    yield* step('Saved texts', secrets, () => examineTexts(store, configured));
    const { version } = packageJson;
    yield* step('Instances', secrets, () =>
      examineInstances(store, { version, fingerprints, broken }),
    );
    if (slack === null)
      yield skipped('Digest channels', 'Slack shows them only to a token that it accepts');
    else {
      yield* step('Digest channels', brokenAmong('ACCESS_CHANNELS'), () =>
        examineDigestChannels(store, slack.client, access.channels),
      );
    }
  } finally {
    await store.stop();
  }
  return null;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface PartialConfig {
  /** Complete; for the variables in `broken` it holds stand-ins. */
  readonly config: Config;
  readonly broken: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

const ABOUT = 'Configuration';
const WRITE_THEM =
  'Variables go into the file .env; .env.example says of each what it is and where it comes from.';

/** Values for broken variables, so that the others can be checked. The hosts do not exist. */
const STAND_INS: Readonly<Record<string, string>> = {
  SLACK_BOT_TOKEN: 'xoxb-0',
  SLACK_SIGNING_SECRET: '00000000000000000000000000000000',
  RENTAL_FILES_URL: 'https://files.invalid/',
  RENTAL_AUTH_URL: 'https://auth.invalid',
  RENTAL_IDP: 'none',
  RENTAL_PROJECT_ID: '0',
  RENTAL_KEY_FILE: 'none',
};

const ROUNDS_MAX = 5;

/** The usable part of the configuration, and a finding for each variable that is not. */
function readPartialConfig(environment: Environment, envFile: string): PartialConfig {
  const problems = problemsIn(environment, envFile);
  const findings =
    problems.length === 0
      ? [ok(ABOUT, 'every variable is there and can be used.')]
      : problems.map((problem, index) => configProblem(problem, index === problems.length - 1));

  const broken = new Set(problems.map(variableOf));
  // Replacing one variable can make another one invalid.
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const left = problemsIn(withStandIns(environment, broken), envFile);
    if (left.length === 0) break;
    for (const problem of left) broken.add(variableOf(problem));
  }
  const config = readConfig(withStandIns(environment, broken), envFile);
  // A broken variable counts as absent here, and would let another one seem to be without effect.
  const warnings = problems.length > 0 ? [] : config.warnings;
  const notes = warnings.map((warning) => info(ABOUT, `${warning}.`));
  return { config, broken, findings: [...findings, ...notes] };
}

/** Not through `problem`: its filter of secrets would hide the examples. No value is in there. */
function configProblem(problem: string, isLast: boolean): Finding {
  return {
    kind: 'problem',
    about: ABOUT,
    message: `${problem}.`,
    remedy: isLast ? WRITE_THEM : '',
  };
}

function problemsIn(environment: Environment, envFile: string): readonly string[] {
  try {
    readConfig(environment, envFile);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

function withStandIns(environment: Environment, broken: ReadonlySet<string>): Environment {
  const replaced = Array.from(broken, (name) => [name, STAND_INS[name]] as const);
  return { ...environment, ...Object.fromEntries(replaced) };
}
