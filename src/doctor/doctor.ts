import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { createTextCipher } from '../store/encryption/cipher.ts';
import { examineAccess } from './checks/access.ts';
import { examineDatabase, examineTexts } from './checks/database.ts';
import { examineDigestChannels } from './checks/digest-channels.ts';
import { readPartialConfig } from './checks/environment.ts';
import { examineHttp } from './checks/http.ts';
import { examineInstances } from './checks/instances.ts';
import { examineFirstPage } from './checks/rental-files.ts';
import { examineAuthorizationServer, examineKey, examineToken } from './checks/service-account.ts';
import { examineScopes, examineSlackToken, type Slack } from './checks/slack.ts';
import { examineWorkObjects } from './checks/work-objects.ts';
import { type Examination, type Finding, skipped, step } from './finding.ts';

export interface DoctorOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of the `.env` that Node has read into the environment. */
  readonly envFile?: string;
  /** Epoch milliseconds; `monotonic` never jumps. */
  readonly now: () => number;
  readonly monotonic: () => number;
}

/**
 * Checks everything that Rental Desk depends on, without a running bot. Checks that depend on a
 * failed one are skipped, the others still run. No finding holds a secret or personal data.
 */
export async function* examine(options: DoctorOptions): AsyncGenerator<Finding, void, void> {
  const { config, broken, findings } = readPartialConfig(
    options.environment,
    options.envFile ?? '',
  );
  const missing: Missing = (...names) => names.filter((name) => broken.has(name));
  yield* findings;
  yield* examineService(config.rental, missing, options);
  const slack = yield* examineSlack(config, missing, options);
  yield* examineStore(config, broken, missing, slack);
}

/** Filters the names of variables for broken ones. */
type Missing = (...names: readonly string[]) => readonly string[];

async function* examineService(
  rental: Config['rental'],
  missing: Missing,
  { now, monotonic }: DoctorOptions,
): Examination {
  const account = yield* step('Key', missing('RENTAL_KEY_FILE', 'RENTAL_KEY'), () =>
    examineKey(rental.key, now()),
  );
  const server = yield* step('Authorization server', missing('RENTAL_AUTH_URL'), () =>
    examineAuthorizationServer(rental.authUrl, now),
  );
  if (account === null || server === null) {
    const what = account === null ? 'the key cannot be used' : 'its server is not reached';
    yield skipped('Access token', what);
    yield skipped('First page', 'there is no access token');
    return null;
  }
  const named = missing('RENTAL_IDP', 'RENTAL_PROJECT_ID');
  const files = yield* step('Access token', named, () =>
    examineToken({ rental, account, server, now, monotonic }),
  );
  if (files === null) yield skipped('First page', 'there is no access token');
  else {
    yield* step('First page', missing('RENTAL_FILES_URL'), () =>
      examineFirstPage(files, rental, now),
    );
  }
  return null;
}

async function* examineSlack(
  { slack, access, assistants }: Config,
  missing: Missing,
  { now }: DoctorOptions,
): Examination<Slack> {
  const workspace = yield* step('Slack token', missing('SLACK_BOT_TOKEN', 'SLACK_API_URL'), () =>
    examineSlackToken(slack, now),
  );
  if (workspace === null)
    yield skipped('Slack scopes', 'Slack names them only to a token that it accepts');
  else yield* step('Slack scopes', [], () => examineScopes(workspace.scopes, access, assistants));
  yield* step('Work Objects', missing('WORK_OBJECTS'), () => examineWorkObjects(slack));
  const lists = missing('ACCESS_USERGROUPS', 'ACCESS_CHANNELS', 'ADMIN_USERGROUPS');
  yield* step('Who may ask', lists, () => examineAccess(access, workspace?.client ?? null));
  const keys = missing('SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET', 'SLACK_API_URL');
  yield* step('Slack’s requests', keys, () => examineHttp(slack, assistants));
  return workspace;
}

async function* examineStore(
  { store: database, slack: { actionTokenSecret, previousSecret }, fingerprints }: Config,
  broken: ReadonlySet<string>,
  missing: Missing,
  slack: Slack | null,
): Examination {
  const store = yield* step('Database', missing('DATABASE_URL', 'DATA_DIR'), () =>
    examineDatabase(database, createTextCipher(actionTokenSecret, previousSecret)),
  );
  if (store === null) {
    yield skipped(
      'Digest channels',
      'the database that names them is not there yet, cannot be opened, or is in use by a running Rental Desk',
    );
    return null;
  }
  try {
    const secrets = missing('SLACK_SIGNING_SECRET', 'SLACK_APP_TOKEN');
    yield* step('Saved texts', secrets, () => examineTexts(store));
    const { version } = packageJson;
    yield* step('Instances', secrets, () =>
      examineInstances(store, { version, fingerprints, broken }),
    );
    if (slack === null)
      yield skipped('Digest channels', 'Slack shows them only to a token that it accepts');
    else yield* step('Digest channels', [], () => examineDigestChannels(store, slack.client));
  } finally {
    await store.stop();
  }
  return null;
}
