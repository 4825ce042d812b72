import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { z } from 'zod';

import { type BotProcess, createBotProcess } from './bot-process.ts';
import { createMovableClock, fixedClock } from './clock/movable-clock.ts';
import { type Playground, PlaygroundError } from './environment.ts';
import { type RentalService, startRentalService } from './rental-service/service.ts';
import { type Manifest, readManifest } from './slack-workspace/manifest.ts';
import type { Settings, Transport, UserActions } from './slack-workspace/page-protocol.ts';
import type { PageFiles } from './slack-workspace/routes.ts';
import { type SlackWorkspace, startSlackWorkspace } from './slack-workspace/server.ts';

/** The model house, with the bot at work in it. */
export interface RunningPlayground {
  /** The page; `null` where real Slack is used instead. */
  readonly url: string | null;
  /** `null` where a real service is used instead. */
  readonly service: RentalService | null;
  /** `null` where real Slack is used instead. */
  readonly workspace: SlackWorkspace | null;
  /** Where the bot itself listens; `null` while it does not run. */
  botUrl(): URL | null;
  /** Stops the bot and starts it anew, as the settings have it now. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface PlaygroundOptions extends Playground {
  readonly now: () => number;
  /** Where the bot's output goes. */
  readonly output: 'inherit' | 'ignore';
  /** The program that is the bot; default: what `npm start` runs. */
  readonly program?: string | undefined;
  readonly pageFiles?: PageFiles;
  /** Files in the model service; its own default without. */
  readonly count?: number;
  /** Days that the files have lived, and the bot has read them, before the page opens. Default: 20. */
  readonly historyDays?: number;
  /** Files to a page of the model service; its own default without. */
  readonly pageSize?: number;
  /** How long its Slack waits for the bot, and triggers live: as in Slack without it. */
  readonly slackWaitsMs?: number;
}

/** The playground's own secrets: they open nothing but the playground. */
export const SECRETS = {
  signingSecret: 'playground-signing-secret',
  botToken: 'xoxb-playground-bot',
  appToken: 'xapp-playground-app',
};

const MANIFEST = new URL('../../manifest.yml', import.meta.url);

/** Where a file of the model service would open; nothing is there. */
const FILE_LINK = 'https://console.agence-bellecour.example/files/{id}';

/**
 * Starts a Rental File Service, a Slack workspace and the bot between them, all on loopback; a
 * side that the environment names is the real one.
 *
 * @throws {Error} when the port is taken
 */
export async function startPlayground(options: PlaygroundOptions): Promise<RunningPlayground> {
  const { given, machine } = options;
  let { transport } = options;
  const fixedBecause = fixedClock(options);
  const historyDays = fixedBecause === null ? (options.historyDays ?? HISTORY_DAYS) : 0;
  const clock = createMovableClock(options.now, -historyDays * DAY_MS);
  const { now } = clock;

  const service =
    options.service === 'real'
      ? null
      : await startRentalService({ ...sizes(options), now, isAlive: true });

  let isOpening = historyDays > 0;
  let botState: Settings['bot'] = 'stopped';
  const bot = createBotProcess({
    output: options.output,
    program: options.program,
    port: options.botPort,
    hasMovableClock: fixedBecause === null,
    onState(state) {
      botState = state;
      // Between the steps of its history it is ready, but nobody is to talk to it yet.
      workspace?.setSettings({ bot: isOpening && state === 'ready' ? 'starting' : state });
    },
    environment: () => ({
      ...machine,
      LOG_LEVEL: 'info',
      ...(clock.aheadMs() < 0 ? { RENTAL_POLL_SECONDS: HISTORY_POLL_SECONDS } : {}),
      ...(service ? serviceVariables(service) : {}),
      ...(workspace ? slackVariables(workspace, transport) : {}),
      ...(workspace && service ? { RENTAL_FILE_LINK: FILE_LINK, WORK_OBJECTS: 'on' } : {}),
      // An assistant’s call comes from no channel.
      ...(workspace && !('ACCESS_CHANNELS' in given) ? { MCP: 'initials' } : {}),
      ...given,
      ...(transport === 'socket' ? { MCP: 'off' } : {}),
    }),
  });

  async function change(settings: UserActions['settings']): Promise<void> {
    if (settings.serviceMode !== undefined) service?.setMode(settings.serviceMode);
    workspace?.setSettings(settings);
    if (settings.transport === undefined || settings.transport === transport) return;
    transport = settings.transport;
    await bot.restart();
  }

  /** The bot goes last: it takes a signature from the future, but none of an hour ago. */
  async function moveClock(byMs: number): Promise<void> {
    const aheadMs = clock.aheadMs() + byMs;
    clock.advance(byMs);
    workspace?.setSettings({ clock: { aheadMs, fixedBecause } });
    await bot.setAhead(aheadMs);
  }

  async function changeFile({ search, to }: UserActions['change_file']): Promise<void> {
    const file = service?.changeFile(search, to) ?? null;
    if (file === null)
      throw new PlaygroundError(
        `no undecided rental file matches “${search}”. /rental pending lists them.`,
      );
  }

  const workspace =
    options.slack === 'real'
      ? null
      : await startSlackWorkspace({
          ...SECRETS,
          port: options.port,
          manifest: manifestFor(given['RENTAL_FILE_LINK'] ?? FILE_LINK),
          now,
          botEventsUrl: () => bot.url() && new URL('/slack/events', bot.url() ?? undefined),
          transport,
          serviceKind: options.service,
          clock: { aheadMs: clock.aheadMs(), fixedBecause },
          onSettings: change,
          onClock: moveClock,
          onRestart: () => bot.restart(),
          onChangeFile: changeFile,
          ...(options.pageFiles ? { pageFiles: options.pageFiles } : {}),
          ...patience(options),
        });

  workspace?.setSettings({ isOpening });
  await bot.setAhead(clock.aheadMs());
  await bot.restart();
  while (clock.aheadMs() < 0) {
    await hasRead(bot, options.now);
    await moveClock(Math.min(HISTORY_STEP_MS, -clock.aheadMs()));
  }
  await hasRead(bot, options.now);
  if (historyDays > 0) await bot.restart();
  isOpening = false;
  workspace?.setSettings({ isOpening, bot: botState });

  return {
    url: workspace?.url ?? null,
    service,
    workspace,
    botUrl: () => bot.url(),
    restart: () => bot.restart(),
    async stop() {
      await bot.stop();
      await Promise.all([workspace?.stop(), service?.stop()]);
    },
  };
}

const HISTORY_DAYS = 20;
const DAY_MS = 86_400_000;
/** Every reading takes a moment of the start. */
const HISTORY_STEP_MS = 2 * DAY_MS;
/** As seldom as an operator may have files read: a step is then no time in which readings failed. */
const HISTORY_POLL_SECONDS = '86400';

const ReadState = z.object({ rentalFiles: z.object({ ageSeconds: z.number().nullable() }) });
/** More than a reading takes, and less than a step. */
const FRESH_SECONDS_MAX = 3_600;
const READ_WITHIN_MS = 10_000;
const ASK_EVERY_MS = 20;

/** Waits until the bot has read the files after its clock moved; asking for its state makes it. */
async function hasRead(bot: BotProcess, now: () => number): Promise<void> {
  const untilMs = now() + READ_WITHIN_MS;
  for (let url = bot.url(); url !== null && now() < untilMs; url = bot.url()) {
    const answer = await fetch(new URL('/readyz', url)).catch(() => null);
    const state = ReadState.safeParse(await answer?.json());
    const age = state.data?.rentalFiles.ageSeconds ?? Infinity;
    if (age < FRESH_SECONDS_MAX) return;
    await setTimeout(ASK_EVERY_MS);
  }
}

/** The bot's own manifest, with the domain that links to files have here. */
function manifestFor(fileLink: string): Manifest {
  const manifest = readManifest(readFileSync(MANIFEST, 'utf8'));
  const domain = URL.canParse(fileLink) ? [new URL(fileLink).hostname] : [];
  const domains = [...new Set([...manifest.features.unfurl_domains, ...domain])];
  return { ...manifest, features: { ...manifest.features, unfurl_domains: domains } };
}

function patience({ slackWaitsMs }: Pick<PlaygroundOptions, 'slackWaitsMs'>) {
  return slackWaitsMs === undefined
    ? {}
    : { ackWithinMs: slackWaitsMs, triggerLifeMs: slackWaitsMs };
}

function sizes({ count, pageSize }: PlaygroundOptions) {
  return {
    ...(count === undefined ? {} : { count }),
    ...(pageSize === undefined ? {} : { pageSize }),
  };
}

function serviceVariables(service: RentalService): Record<string, string> {
  return {
    RENTAL_FILES_URL: service.filesUrl,
    RENTAL_AUTH_URL: service.authUrl,
    RENTAL_IDP: service.idp,
    RENTAL_PROJECT_ID: service.projectId,
    RENTAL_KEY: JSON.stringify(service.keyFile),
    // The service names no currency: its agency is in France.
    CURRENCY: 'EUR',
  };
}

function slackVariables({ apiUrl }: SlackWorkspace, transport: Transport): Record<string, string> {
  return {
    SLACK_API_URL: apiUrl,
    SLACK_BOT_TOKEN: SECRETS.botToken,
    // Both modes seal with it, so that buttons outlive a switch.
    SLACK_SIGNING_SECRET: SECRETS.signingSecret,
    ...(transport === 'socket' ? { SLACK_APP_TOKEN: SECRETS.appToken } : {}),
  };
}
