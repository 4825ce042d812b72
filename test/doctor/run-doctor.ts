import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { examine } from '../../src/doctor/doctor.ts';
import { type Finding, formatFinding } from '../../src/doctor/finding.ts';
import { createServiceAccount } from '../../src/playground/rental-service/auth/service-account.ts';
import {
  type RentalService,
  type RentalServiceOptions,
  startRentalService,
} from '../../src/playground/rental-service/service.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import type {
  SlackWorkspace,
  SlackWorkspaceOptions,
} from '../../src/playground/slack-workspace/server.ts';
import { APP_TOKEN, BOT_TOKEN, testWorkspace } from '../support/slack-workspace.ts';

type Environment = Readonly<Record<string, string>>;

/** Everything that a bot needs, and all of it well. */
export interface DoctorSetup {
  readonly service: RentalService;
  readonly workspace: SlackWorkspace;
  readonly environment: Environment;
  /** A folder of this test’s own. */
  readonly folder: string;
}

interface DoctorSetupOptions {
  readonly service?: Partial<RentalServiceOptions>;
  readonly workspace?: Partial<SlackWorkspaceOptions>;
}

/** As it is installed. */
export const manifest = readManifest(readFileSync('manifest.yml', 'utf8'));

/** Making a key takes a while. */
const account = createServiceAccount(Date.now());

const OWNER_ONLY = 0o600;

/** The playground’s servers, a key file and an empty data folder. */
export async function openDoctorSetup(over: DoctorSetupOptions = {}): Promise<DoctorSetup> {
  const folder = await mkdtemp(join(tmpdir(), 'rental-desk-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const service = await startRentalService({
    now: () => Date.now(),
    count: 120,
    account: await account,
    ...over.service,
  });
  onTestFinished(() => service.stop());
  const workspace = await testWorkspace({ manifest, ...over.workspace });
  const keyPath = join(folder, 'key.json');
  await writeFile(keyPath, JSON.stringify(service.keyFile), { mode: OWNER_ONLY });
  return {
    service,
    workspace,
    folder,
    environment: {
      SLACK_BOT_TOKEN: BOT_TOKEN,
      SLACK_APP_TOKEN: APP_TOKEN,
      SLACK_API_URL: workspace.apiUrl,
      RENTAL_FILES_URL: service.filesUrl,
      RENTAL_AUTH_URL: service.authUrl,
      RENTAL_IDP: service.idp,
      RENTAL_PROJECT_ID: service.projectId,
      RENTAL_KEY_FILE: keyPath,
      DATA_DIR: join(folder, 'data'),
    },
  };
}

/** All that the doctor finds, in its order. */
export async function findingsIn(
  environment: Readonly<Record<string, string | undefined>>,
  aheadMs = 0,
): Promise<Finding[]> {
  return Array.fromAsync(
    examine({
      environment,
      now: () => Date.now() + aheadMs,
      monotonic: () => performance.now(),
    }),
  );
}

/** The lines of what is amiss. */
export function problemsIn(findings: readonly Finding[]): string[] {
  return findings.filter(({ kind }) => kind === 'problem').map(formatFinding);
}

/** What each thing came to: `Key well`, `Access token trouble`, … */
export function outcomesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ about, kind }) => `${about} ${kind}`);
}
