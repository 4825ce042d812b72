import { vi } from 'vitest';
import { z } from 'zod';

import type { Dispatcher } from '../../src/commands/dispatcher.ts';
import type { Message, State } from '../../src/playground/slack-workspace/page-protocol.ts';
import { directMessageWith } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { APP, TEAM } from '../../src/playground/slack-workspace/store/team.ts';
import { USER_GROUPS } from '../../src/playground/slack-workspace/store/user-groups.ts';
import { callTool } from '../mcp/fixture.ts';
import { deskOver } from '../support/desk.ts';
import { skipPauses } from '../support/pauses.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';
import { type Screen, screenOf } from '../support/screen.ts';
import { openSlackApp } from '../support/slack-app.ts';

/** Members ask as they are; the others send Hannah's request under their own name. */
const MEMBERS = { manager: PEOPLE.claire, admin: PEOPLE.hannah, member: PEOPLE.oliver };
const STRANGERS = {
  guest: PEOPLE.nadia,
  'one-channel guest': PEOPLE.tom,
  external: PEOPLE.emma,
  deactivated: PEOPLE.luc,
  bot: PEOPLE.calendarBot,
};

const LINK = 'https://console.example.com/file-0';
const FILES = 20;

/** What limits access from when everything is prepared, and where it is asked. */
export interface Scene {
  readonly channel: string;
  /** Whether the app has left that channel. */
  readonly isAppAway?: boolean;
  /** Whether no message there has buttons for everybody: it is shared, or Slack does not say. */
  readonly hasNoSharedButton?: boolean;
  readonly channels?: readonly string[];
  readonly usergroups?: readonly string[];
  /** Those who are no members of the workspace; all of them without it. */
  readonly strangers?: readonly (keyof typeof STRANGERS)[];
}

/** A surface: what must be there before, and what somebody then does there. */
interface Surface {
  readonly prepare?: (who: Screen) => Promise<unknown>;
  readonly act: (who: Screen) => Promise<unknown>;
}

/** Who is answered how on every surface of a channel, one line a surface. */
export async function matrixOf(scene: Scene): Promise<string> {
  const { channel } = scene;
  let asked = 0;
  const counting = () => {
    asked += 1;
  };
  const { dispatcher } = deskOver(() => {
    counting();
    return pagesOf(rentalFiles(FILES));
  });
  const limits = { channels: [] as string[], usergroups: [] as string[] };
  // Under another's name Slack refuses what Hannah's trigger has opened already.
  skipPauses();
  const slackApp = await openSlackApp(counted(dispatcher, counting), {
    ...limits,
    refusals: null,
    assistants: 'initials',
    workObjects: true,
  });
  const { workspace, settled, logged, requests: heard } = slackApp;
  const isAppThere = scene.isAppAway !== true;
  const members = [...Object.values(MEMBERS), PEOPLE.nadia, PEOPLE.tom, PEOPLE.emma];
  await workspace.changeChannel(channel, {
    members: [...members, ...(isAppThere ? [APP.userId] : [])],
  });
  await workspace.changePerson(PEOPLE.claire, { locale: 'en-GB' });
  await workspace.changeUserGroup(USER_GROUPS.leasing.id, { members: [PEOPLE.claire] });
  const hannah = screenOf(workspace, PEOPLE.hannah);
  await hannah.say('hello', channel);
  const hello = hannah.seen('hello');

  const list = async (who: Screen) => settled(() => who.say('/rental list', channel));
  const card = async (who: Screen) => {
    await list(who);
    await settled(() => who.pressIn(who.seen('20 rental files'), 'View'));
  };
  const finder = async (who: Screen) => settled(() => who.shortcut('find_in_message', hello));
  async function share(who: Screen): Promise<void> {
    await list(who);
    await settled(() => who.pressIn(who.seen('20 rental files'), 'Share'));
    await settled(() => who.submit({}));
    await who.close({ all: true });
  }
  const shared = (): Message => {
    const [found] = workspace
      .state()
      .messages.filter(({ author, onlyFor }) => author === APP.userId && onlyFor === null)
      .filter((message) => message.channel === channel);
    if (found === undefined) throw new Error('nothing is shared');
    return found;
  };

  const surfaces: Record<string, Surface> = {
    'typed command': { act: list },
    'own button': {
      prepare: list,
      act: async (who) => settled(() => who.pressIn(who.seen('20 rental files'), 'Refresh')),
    },
    'button in a modal': {
      prepare: card,
      act: async (who) => settled(() => who.pressInModal('Refresh')),
    },
    'form handed in': {
      prepare: async (who) => settled(() => who.say('/rental settings', channel)),
      act: async (who) => settled(() => who.submit({})),
    },
    'typing in a field': { prepare: finder, act: async (who) => who.suggest('flat 0') },
    'picked file': { prepare: finder, act: async (who) => settled(() => who.pick('file-0')) },
    'message shortcut': {
      async prepare(who) {
        await who.say(LINK, channel);
        await previewed(who);
      },
      act: async (who) => settled(() => who.shortcut('find_in_message', who.seen(LINK))),
    },
    'global shortcut': { act: async (who) => settled(() => who.shortcut('find_rental_file')) },
    'Home tab': { act: async (who) => settled(() => who.openHome()) },
    'button at Home': {
      prepare: async (who) => settled(() => who.openHome()),
      act: async (who) => settled(() => who.pressAtHome('View')),
    },
    'mention in a thread': {
      act: async (who) => {
        const say = async () => who.reply('@Rental Desk list', hello);
        await (isAppThere ? settled(say) : say());
      },
    },
    'direct message': {
      act: async (who) => settled(() => who.say('list', directMessageWith(who.id))),
    },
    'link preview': {
      async act(who) {
        const before = logged.length;
        await who.say(LINK, channel);
        await previewed(who, before);
      },
    },
    'details panel': {
      async prepare(who) {
        await who.say(LINK, channel);
        await previewed(who);
      },
      async act(who) {
        const { ts, attachments } = who.seen(LINK);
        if (attachments.length === 0) return undefined;
        return settled(() =>
          workspace.perform('open_entity', { person: who.id, channel, ts, attachment: 1 }),
        );
      },
    },
    'button all see': {
      prepare: async () => share(hannah),
      act: async (who) => settled(() => who.pressIn(shared(), 'Refresh')),
    },
  };

  surfaces[MCP] = {
    act: async (who) => callTool(slackApp.url, 'search_files', {}, callerOf(who.id)),
  };

  if (scene.hasNoSharedButton === true) delete surfaces['button all see'];

  /** A link shows something, or the log says why not. */
  async function previewed(who: Screen, linesBefore = logged.length): Promise<void> {
    await vi.waitUntil(() => who.seen(LINK).attachments.length > 0 || logged.length > linesBefore, {
      timeout: 60_000,
      interval: 5,
    });
    await slackApp.idle();
  }

  /** Why somebody was refused, as the log has it. */
  function reasonSince(lines: number): string | undefined {
    const refusal = logged.slice(lines).find(({ message }) => message === 'refused');
    return refusal && z.string().parse(refusal['reason']);
  }

  async function member(person: string, { prepare, act }: Surface): Promise<string> {
    const who = screenOf(workspace, person);
    limits.channels.length = 0;
    limits.usergroups.length = 0;
    await prepare?.(who);
    limits.channels.push(...(scene.channels ?? []));
    limits.usergroups.push(...(scene.usergroups ?? []));
    const before = workspace.state();
    const [askedBefore, linesBefore] = [asked, logged.length];
    const answer = await act(who);
    const news = newsIn(before, workspace.state()) + (JSON.stringify(answer) ?? '');
    const reason = reasonSince(linesBefore);
    const wasAsked = asked > askedBefore;
    await who.close({ all: true });
    if (reason === undefined) return levelOf(news);
    return `${reason}${wasAsked || showsFiles(news) ? ' BUT SHOWN' : ''}`;
  }

  async function strangeCaller(person: string): Promise<string> {
    const [askedBefore, linesBefore] = [asked, logged.length];
    const given = await callTool(slackApp.url, 'search_files', {}, callerOf(person));
    const isShown = asked > askedBefore || showsFiles(JSON.stringify(given));
    return `${reasonSince(linesBefore) ?? 'not refused'}${isShown ? ' BUT SHOWN' : ''}`;
  }

  async function stranger(person: string, body: string): Promise<string> {
    const before = workspace.state();
    const [askedBefore, linesBefore] = [asked, logged.length];
    const renamed = body
      .replaceAll(PEOPLE.hannah, person)
      .replace(/"event_id":"\w+"/, `"event_id":"Ev${crypto.randomUUID()}"`);
    await settled(() => slackApp.deliver(renamed));
    const reason = reasonSince(linesBefore);
    const isShown = asked > askedBefore || showsFiles(newsIn(before, workspace.state()));
    return `${reason ?? 'not refused'}${isShown ? ' BUT SHOWN' : ''}`;
  }

  const strangers =
    scene.strangers ?? (['guest', 'one-channel guest', 'external', 'deactivated', 'bot'] as const);
  const rows = [['', ...Object.keys(MEMBERS), ...strangers]];
  for (const [name, surface] of Object.entries(surfaces)) {
    const row = [name];
    let request: string | undefined;
    let heardBefore = heard.length;
    for (const person of Object.values(MEMBERS)) {
      row.push(await member(person, surface));
      // Also the events of her own message and of the link in it.
      if (person === PEOPLE.hannah)
        request = heard.slice(heardBefore).findLast((body) => isOf(name, body));
      heardBefore = heard.length;
    }
    for (const who of strangers) {
      if (name === MCP) row.push(await strangeCaller(STRANGERS[who]));
      else row.push(request === undefined ? '' : await stranger(STRANGERS[who], request));
    }
    rows.push(row);
  }
  return drawn(rows);
}

const MCP = 'MCP tool';

/** The identity that Slackbot puts into a call for a person. */
function callerOf(userId: string) {
  return { user_id: userId, team_id: TEAM.id, enterprise_id: null };
}

/** Whether a request is what a surface sends: a link makes two events. */
function isOf(surface: string, body: string): boolean {
  if (surface === 'link preview') return body.includes('"link_shared"');
  if (surface === 'details panel') return body.includes('"entity_details_requested"');
  if (surface === 'mention in a thread') return body.includes('"app_mention"');
  return !body.startsWith('{') || body.includes('app_home_opened') || body.includes('"im"');
}

/** The dispatcher, with its calls counted. */
function counted(dispatcher: Dispatcher, count: () => void): Dispatcher {
  return {
    ...dispatcher,
    run(...asked) {
      count();
      return dispatcher.run(...asked);
    },
    runAction(...asked) {
      count();
      return dispatcher.runAction(...asked);
    },
    submit(...asked) {
      count();
      return dispatcher.submit(...asked);
    },
    home(...asked) {
      count();
      return dispatcher.home(...asked);
    },
    async contextOf(...asked) {
      count();
      return dispatcher.contextOf(...asked);
    },
    async suggest(...asked) {
      count();
      return dispatcher.suggest(...asked);
    },
    panel(...asked) {
      count();
      return dispatcher.panel(...asked);
    },
    async previews(...asked) {
      count();
      return dispatcher.previews(...asked);
    },
  };
}

/** Everything that the app shows and that was not there before, as JSON. */
function newsIn(before: State, after: State): string {
  const old = new Set(before.messages.map((message) => JSON.stringify(message)));
  const messages = after.messages
    .map((message) => JSON.stringify(message))
    .filter((message) => !old.has(message));
  const views = viewsIn(after);
  const oldViews = new Set(viewsIn(before));
  return [...messages, ...views.filter((view) => !oldViews.has(view))].join('\n');
}

function viewsIn({ modals, homes, panels }: State): string[] {
  return [...modals, ...Object.values(homes), ...panels].map((view) => JSON.stringify(view));
}

/** How much of people something shows. */
function levelOf(shown: string): string {
  if (shown.includes('Lefèvre')) return 'full';
  if (shown.includes('A.\u00a0L.')) return 'initials';
  if (/Flat \d/.test(shown)) return 'reference';
  return /"author":"U0RENTDESK1"|"view":/.test(shown) ? 'answered' : '-';
}

function showsFiles(shown: string): boolean {
  return ['full', 'initials', 'reference'].includes(levelOf(shown));
}

function drawn(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join(' | ')
        .trimEnd(),
    )
    .join('\n');
}
