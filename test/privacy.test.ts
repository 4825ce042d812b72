import { readFileSync } from 'node:fs';

import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';

import { generateFiles } from '../src/playground/rental-service/data/files.ts';
import type { WireApplicant, WireFile } from '../src/playground/rental-service/files-api/schema.ts';
import { startRentalService } from '../src/playground/rental-service/service.ts';
import { readManifest } from '../src/playground/slack-workspace/manifest.ts';
import type { Json, Message } from '../src/playground/slack-workspace/page-protocol.ts';
import type { SlackWorkspace } from '../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../src/playground/slack-workspace/store/people.ts';
import { callTool, HANNAH } from './mcp/fixture.ts';
import { startPrintingBot } from './support/bot-output.ts';
import { freePort } from './support/free-port.ts';
import { serverPlace } from './support/places.ts';
import { type Screen, screenOf } from './support/screen.ts';
import { BOT_TOKEN, SIGNING_SECRET, testWorkspace } from './support/slack-workspace.ts';

const PATIENCE_MS = 60_000;
const LINK = 'https://console.example.com/files';
const manifest = readManifest(readFileSync('manifest.yml', 'utf8'));

/** What nobody but the applicants is called, or has: by what it is. */
const CANARIES = {
  firstName: 'Zebulonia',
  lastName: 'Quixotelle',
  mail: 'zq-canary',
  phone: '699887766',
  birth: '1931-02-0',
} as const;

/** Applicants who cannot be mistaken for anybody else. */
function marked(file: WireFile, index: number): WireFile {
  const person = (applicant: WireApplicant, place: number): WireApplicant => ({
    ...applicant,
    first_name: CANARIES.firstName,
    last_name: `${CANARIES.lastName}${index}x${place}`,
    email: `${CANARIES.mail}-${index}-${place}@mail.example`,
    phone: `+33${CANARIES.phone}`,
    birth_date: `${CANARIES.birth}${1 + (index % 9)}`,
    physical_guarantors: applicant.physical_guarantors.map(person),
  });
  return { ...file, applicants: file.applicants.map(person) };
}

/** The canaries that a text holds, however it writes them. */
function canariesIn(text: string): string[] {
  const folded = text.toLowerCase();
  const digits = folded.replaceAll(/[^\d"]/g, '');
  return Object.entries(CANARIES)
    .filter(([name, value]) =>
      name === 'phone' ? digits.includes(value) : folded.includes(value.toLowerCase()),
    )
    .map(([name]) => name);
}

/** All that a visit has left behind. */
interface Traces {
  /** Every table, as JSON by its name. */
  readonly tables: Readonly<Record<string, string>>;
  readonly log: string;
  readonly metrics: string;
  /** Everything that Slack was sent, the newest state of a message and all before it. */
  readonly shown: readonly Json[];
  readonly files: readonly WireFile[];
}

test(
  'after a rich visit nobody keeps what applicants are called',
  { timeout: 240_000 },
  async () => {
    const traces = await visit();
    // Or there would be nothing to leave behind.
    expect(canariesIn(JSON.stringify(traces.shown)).toSorted()).toEqual(
      ['firstName', 'lastName', 'mail', 'phone'].toSorted(),
    );
    expectTablesNameNobody(traces);
    expect(traces.log).toContain('"answered"');
    expect(traces.metrics).toContain('rental_desk_answer_seconds_count{command="show"');
    expect([canariesIn(traces.log), canariesIn(traces.metrics)]).toEqual([[], []]);
    expectSealed(traces);
  },
);

/** The database holds what was done, and nothing of any applicant. */
function expectTablesNameNobody({ tables, files }: Traces): void {
  const filled = Object.keys(tables).filter((name) => tables[name] !== '[]');
  expect(filled).toEqual(
    expect.arrayContaining([
      'rental_desk.access_log',
      'rental_desk.channel_settings',
      'rental_desk.deliveries',
      'rental_desk.digest_escalations',
      'rental_desk.digest_memory',
      'rental_desk.digests',
      'rental_desk.journal_files',
      'rental_desk.posts',
      'rental_desk.saved_views',
      'rental_desk_jobs.job_common',
    ]),
  );
  for (const kind of ['reveal', 'export', 'share', 'show', 'unfurl', 'access']) {
    expect(tables['rental_desk.access_log']).toContain(`"${kind}"`);
  }
  const kinds = ['digest', 'escalation', 'share'];
  for (const kind of kinds) expect(tables['rental_desk.posts']).toContain(`"${kind}"`);
  expect(files.some(({ id }) => tables['rental_desk.posts']?.includes(id))).toBe(true);
  const leaks = Object.entries(tables).map(([name, rows]) => [name, ...canariesIn(rows)]);
  expect(leaks.filter(({ length }) => length > 1)).toEqual([]);
}

/** What buttons and windows carry is sealed, and what stands in metadata is opaque. */
function expectSealed({ shown }: Traces): void {
  const values = valuesIn(shown);
  expect(values.length).toBeGreaterThan(20);
  expect(values.filter((value) => !isSealed(value))).toEqual([]);

  const metadata = shown.flatMap(({ metadata: data }) => (data ? [data] : []));
  expect(metadata.length).toBeGreaterThan(2);
  for (const data of metadata) {
    expect(data).toEqual({
      event_type: expect.stringMatching(/^rental_desk_(?:digest|shared)$/),
      event_payload: { slot: expect.stringMatching(/^[0-9a-f-]{36}(?::[a-z]+)?$/) },
    });
  }
}

/** Does everything that people do, and gives what is left of it. */
async function visit(): Promise<Traces> {
  const place = await serverPlace();
  const service = await startRentalService({
    now: () => Date.now(),
    files: generateFiles({ count: 40, seed: 7, nowMs: Date.now() }).map(marked),
  });
  const url = new URL(`http://127.0.0.1:${await freePort()}`);
  const workspace = await testWorkspace({
    manifest: {
      ...manifest,
      features: { ...manifest.features, unfurl_domains: [new URL(LINK).hostname] },
    },
    botEventsUrl: () => new URL('/slack/events', url),
    now: () => Date.now(),
  });
  const shown = recorded(workspace);
  const bot = startPrintingBot({
    HOST: url.hostname,
    PORT: url.port,
    SLACK_API_URL: workspace.apiUrl,
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    RENTAL_FILES_URL: service.filesUrl,
    RENTAL_AUTH_URL: service.authUrl,
    RENTAL_IDP: service.idp,
    RENTAL_PROJECT_ID: service.projectId,
    RENTAL_KEY: JSON.stringify(service.keyFile),
    RENTAL_FILE_LINK: `${LINK}/{id}`,
    WORK_OBJECTS: 'on',
    // More is asked within seconds than one person may.
    ACCESS_BURST: '0',
    DATABASE_URL: place.databaseUrl ?? '',
    MCP: 'initials',
    LOG_LEVEL: 'trace',
  });
  onTestFinished(async () => {
    await bot.stop();
    await service.stop();
    await place[Symbol.asyncDispose]();
  });
  await vi.waitUntil(async () => isReady(url), { timeout: PATIENCE_MS, interval: 50 });
  await askEverything(workspace, service.files);
  await expectAssistantsNameNobody(url, service.files);
  const metrics = await fetch(new URL('/metrics', url)).then(async (answer) => answer.text());
  const tables = await tablesOf(place.databaseUrl ?? '');
  await bot.stop();
  return { tables, metrics, log: bot.printed(), shown, files: service.files };
}

async function isReady(url: URL): Promise<boolean> {
  const answer = await fetch(new URL('/readyz', url)).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

async function askEverything(workspace: SlackWorkspace, files: readonly WireFile[]): Promise<void> {
  const hannah = screenOf(workspace, PEOPLE.hannah);
  const reachable = files.find(({ applicants: [first] }) => first?.email && first.phone);
  const [applicant] = reachable?.applicants ?? [];
  const name = `${applicant?.first_name} ${applicant?.last_name}`;

  await asked(hannah, '/rental', 'rental files await a decision');
  const list = await asked(hannah, '/rental list', '40 rental files');
  await hannah.pressIn(list, 'Share');
  await until('a confirmation', () => hannah.inModal().includes('This channel sees'));
  await hannah.submit({});
  const post = await until('a shared list', () => sharedIn(workspace));
  await hannah.close();
  await hannah.pressIn(post, 'Next ›');
  await until('the next page of it', () => sharedIn(workspace)?.text !== post.text);

  await asked(hannah, `/rental search ${applicant?.last_name}`, name);
  await asked(hannah, `/rental ${reachable?.id}`, 'Applicants\n');
  const card = hannah.seen('Applicants\n');
  await hannah.pressIn(card, 'Reveal contact');
  await until('contacts', () => isSeen(hannah, applicant?.email ?? ''));

  await asked(hannah, '/rental view save "Ready ones" decision:ready', 'Ready ones');
  await asked(hannah, `/rental view save Theirs ${applicant?.last_name}`, 'Use property:');
  // What people type may name applicants, too.
  await asked(hannah, `/rental view save "For ${name}" decision:ready`, `For ${name}`);
  await asked(hannah, `/rental view save Hers manager:${CANARIES.mail}@mail.example`, 'Hers');
  await asked(hannah, '/rental stats', 'Statistics · 40 rental files');
  await asked(hannah, '/rental export', 'Sent by direct message');
  await asked(hannah, '/rental settings keep:30d closed:empty', 'are deleted 30 days after');
  await asked(hannah, '/rental access', 'Access log');
  await hannah.openHome();
  await until('a Home tab', () => hannah.atHome() !== '""');
  await hannah.say(`Look: ${LINK}/${reachable?.id}`);
  await until('a preview of a link', () =>
    JSON.stringify(workspace.state().messages).includes('"attachments":[{'),
  );
  await openPanel(workspace, hannah);

  await hannah.say(`/rental digest add 09:00 applicant:${applicant?.last_name}`);
  const digest = '/rental digest add 09:00 days:mon name:"Morning" escalate:1bd,';
  await asked(hannah, `${digest}<#${CHANNELS.lyon}|lyon>`, 'is set up');
  await asked(hannah, '/rental digest run Morning', 'Posting “Morning” now.');
  const named = `/rental digest add 08:00 days:tue name:"${CANARIES.firstName}"`;
  const isSetUp = `“${CANARIES.firstName}” is set up`;
  await asked(hannah, `${named} manager:${CANARIES.mail}@mail.example`, isSetUp);
  await until('an escalation', () =>
    workspace
      .state()
      .messages.some(({ channel, onlyFor }) => channel === CHANNELS.lyon && onlyFor === null),
  );
}

/** Hannah has asked as much as she may. */
const CLAIRE = { ...HANNAH, user_id: PEOPLE.claire };

/** What a model reads names nobody, and Slack draws initials at most. */
async function expectAssistantsNameNobody(url: URL, files: readonly WireFile[]): Promise<void> {
  const [file] = files;
  const name = file?.applicants[0]?.last_name ?? '';
  const calls = [
    ['search_files', { query: name }],
    ['search_files', {}],
    ['show_file', { file: file?.id ?? '' }],
    ['count_files', { by: 'property', query: name }],
    ['pending_overview', {}],
    ['file_timeline', { file: file?.id ?? '' }],
    ['report', {}],
  ] as const;
  for (const [tool, args] of calls) {
    const { isError, read, drawn } = await callTool(url, tool, args, CLAIRE);
    expect([tool, isError, canariesIn(read + drawn)]).toEqual([tool, false, []]);
  }
}

/** Opens the panel of the link, and asks for the contacts there. */
async function openPanel(workspace: SlackWorkspace, hannah: Screen): Promise<void> {
  const { channel, ts } = hannah.seen('Look: ');
  await workspace.perform('open_entity', { person: hannah.id, channel, ts, attachment: 1 });
  const { overflow_actions: actions = [] } = await until(
    'a panel',
    () => workspace.state().panels[0]?.entity?.entity_payload.actions,
  );
  const reveal = actions.find(({ text }) => text === 'Reveal contact');
  await hannah.press({ panel: true }, { action_id: reveal?.action_id });
  await until('contacts in a modal', () => hannah.inModal().includes('Only you see this.'));
  await hannah.close();
}

/** The answer to what somebody types. */
async function asked(who: Screen, text: string, says: string): Promise<Message> {
  await who.say(text);
  await until(`an answer to ${text}`, () => isSeen(who, says));
  return who.seen(says);
}

function isSeen(who: Screen, text: string): boolean {
  try {
    return who.seen(text).text !== '';
  } catch {
    return false;
  }
}

/** Waits for something that is there, or so, in a while. */
async function until<Value>(what: string, look: () => Value): Promise<NonNullable<Value>> {
  return vi.waitFor(
    () => {
      const value = look();
      if (value === null || value === undefined || value === false)
        throw new Error(`there is not yet ${what}`);
      return value;
    },
    { timeout: PATIENCE_MS, interval: 20 },
  );
}

/** What the app has said to all of #leasing first. */
function sharedIn(workspace: SlackWorkspace): Message | undefined {
  const { messages } = workspace.state();
  const ours = messages.filter(({ metadata }) => metadata !== undefined);
  return ours.find(({ channel, onlyFor }) => channel === CHANNELS.leasing && onlyFor === null);
}

/** Everything that a workspace is sent from now on. */
function recorded(workspace: SlackWorkspace): readonly Json[] {
  const all: Json[] = [];
  workspace.subscribe((change) => {
    if (change.kind === 'message') all.push({ ...change.message });
    if (change.kind === 'modals') all.push(...change.modals.map(({ view }) => view));
    if (change.kind === 'home') all.push(change.view);
    if (change.kind === 'panels') all.push(...change.panels.map((panel) => ({ ...panel })));
  });
  return all;
}

/** Every value of a button, and everything that a window carries for us; each once. */
function valuesIn(shown: readonly Json[]): string[] {
  const found = new Set<string>();
  JSON.stringify(shown, (key, value: unknown) => {
    const isButton =
      typeof value === 'object' &&
      value !== null &&
      // Actions of Work Objects have no type.
      (('type' in value && value.type === 'button') || 'accessibility_label' in value);
    if (isButton && 'value' in value) found.add(String(value.value));
    if (key === 'private_metadata' && value !== '') found.add(String(value));
    return value;
  });
  return [...found];
}

/** A compact JWE, encrypted directly: five parts, the second of them empty. */
function isSealed(value: string): boolean {
  return /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/.test(value) && canariesIn(value).length === 0;
}

async function tablesOf(databaseUrl: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema like 'rental_desk%' and table_type = 'BASE TABLE'`,
    );
    const tables: Record<string, string> = {};
    for (const { name } of rows) {
      const { rows: found } = await client.query(`select to_jsonb(it) as row from ${name} as it`);
      tables[name] = JSON.stringify(found);
    }
    return tables;
  } finally {
    await client.end();
  }
}
