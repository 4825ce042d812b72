import { beforeAll, expect, test } from 'vitest';

import type { CommandContext } from '../../src/commands/command.ts';
import { createDispatcher, type Dispatcher } from '../../src/commands/dispatcher.ts';
import { isUserError } from '../../src/commands/errors.ts';
import { commands } from '../../src/commands/index.ts';
import { objectsIn } from '../../src/playground/slack-workspace/blocks/json-walk.ts';
import { messageErrors } from '../../src/playground/slack-workspace/blocks/message.ts';
import { viewErrors } from '../../src/playground/slack-workspace/blocks/view.ts';
import { createActionTokens, modalFor, payloadFor } from '../../src/slack/respond/payload.ts';
import type { Action, Answer } from '../../src/views/message.ts';
import { answerOf, asking, shownButtons } from '../support/desk.ts';
import { expectGood, expectGoodEntity } from '../support/hostile.ts';
import { storeIn } from '../support/open-store.ts';
import { serverPlace } from '../support/places.ts';
import { pagesOf } from '../support/rental-files.ts';
import { callOver, CHANNEL } from './call.ts';
import { digestDeskOver } from './digest-desk.ts';
import { BAD, FILES, MANAGER_EMAIL } from './hostile-files.ts';

const CLAIRE = { userId: 'U0CLAIRE001', isAdmin: true, email: MANAGER_EMAIL };
// What turns the line around, breaks it unasked or is not seen; a joiner within a picture is meant.
const UNSEEN = /[\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/u;
const fileNow = async (id: string) => FILES.find((file) => file.id === id) ?? null;
const namedIn = (text: string) => new Set(text.match(/\bQ\d+\b/g));

const NAME = '"<!channel> &amp; :smile: \u202e*x*"';
const TYPED = [
  '',
  `digest add 09:00 name:${NAME}`,
  `digest preview ${NAME}`,
  `view save ${NAME} anne`,
  ...commands.flatMap(({ name, examples }) => [name, ...examples.en, ...examples.fr]),
  ...BAD.flatMap((bad) => [`search ${bad}`, `list tag:${bad}`, `show ${bad}`, bad]),
  ...FILES.flatMap(({ id, product }) => [`show ${id}`, `show ${product?.reference}`]),
];

let call: CommandContext;
let dispatcher: Dispatcher;

beforeAll(async () => {
  const { store, close } = await storeIn(serverPlace);
  const { digests } = digestDeskOver(store);
  call = { ...callOver(() => pagesOf(FILES), { call: { fileNow, digests } }), store };
  dispatcher = createDispatcher({ ...call, language: 'en', onError: () => {} });
  await store.settings.save(CHANNEL, { privacy: 'full' }, CLAIRE.userId);
  await call.portfolio.read();
  return close;
});

/** A time of ours, which each client writes as its reader does. */
const DATE = /^(?:[\p{L} ·]|<!date\^\d+\^(?:\{\w+\} ?)+\|[\p{L}\d :.,()/]+>)+$/u;

/** The one person who is mentioned: who has shared it. */
const SHARED_BY = new RegExp(`^(?:Shared by|Partagé par) <@${CLAIRE.userId}>$`);

/** A row of a list: the title is heavy and leads to the console, and nothing else is markup. */
const ROW =
  /^(?::\w+: )?\*(?:<https:\/\/console\.example\.com\/[^<>|\s]+\|[^*_~`<>&|]*>|[^*_~`<>&|]*)\*[^*_~`<>&|]*$/u;

/** Markup that texts of files do not change. */
const OURS = [DATE, SHARED_BY, ROW];

/** What in a payload could reach somebody, lead away or be drawn as what it is not. */
function harmIn(payload: unknown): unknown[] {
  return Array.from(objectsIn(payload), ({ object }) => object).filter((object) => {
    const { type, text, url, emoji, user_id: userId, channel_id: channelId } = object;
    if (type === 'user') return userId !== CLAIRE.userId;
    if (type === 'channel') return channelId !== CHANNEL;
    if (type === 'mrkdwn' && OURS.some((markup) => markup.test(String(text)))) return false;
    if (/^(mrkdwn|markdown|broadcast|usergroup)$/.test(String(type))) return true;
    if (typeof url === 'string' && !url.startsWith('https://console.example.com/')) return true;
    if (typeof text !== 'string') return false;
    return UNSEEN.test(text) || (type === 'plain_text' && emoji !== false && /:\w+:/.test(text));
  });
}

const tokens = createActionTokens('a secret of tests');
const BEARING = { userId: CLAIRE.userId, channelId: CHANNEL };

/** Slack takes it wherever it may stand, it harms nobody, and its text names all that it shows. */
function expectHarmless(told: Answer): void {
  const letter = told.kind === 'direct' ? told.messageFor('en-GB') : told;
  const answer = letter.kind === 'post' ? letter.message : letter;
  expect(harmIn({ text: answer.text })).toEqual([]);
  if (answer.kind === 'document') return;
  const modal = modalFor(answer, BEARING, 'Close', tokens);
  expect(viewErrors(modal, 'modal')).toEqual([]);
  expect(harmIn(modal)).toEqual([]);
  if (answer.kind === 'form') return;
  expectGood(answer);
  const { text, blocks } = payloadFor(answer, BEARING, tokens);
  expect(harmIn(blocks)).toEqual([]);
  const drawn = Array.from(objectsIn(blocks), ({ object }) => String(object['text'])).join('\n');
  expect([...namedIn(drawn).difference(namedIn(text))]).toEqual([]);
}

test.each(['en-GB', 'fr-FR'])('whatever files say, no answer in %s does harm', async (locale) => {
  const reader = asking({ locale, person: CLAIRE });
  const answers: Answer[] = [];
  async function hear(asked: AsyncIterable<Answer>): Promise<void> {
    const heard = await Array.fromAsync(asked).catch(async (error: unknown) => {
      if (!isUserError(error)) throw error;
      return [await dispatcher.failed(error, null, reader)];
    });
    for (const answer of heard) expectHarmless(answer);
    answers.push(...heard);
  }

  for (const text of TYPED) await hear(dispatcher.run(dispatcher.match(text), reader));
  for (const action of pressesIn(answers)) await hear(dispatcher.runAction(action, reader));
  for (const form of answers.filter((answer) => answer.kind === 'form'))
    if (form.action.command === 'share') await hear(dispatcher.submit(form.action, {}, reader));

  const kinds = new Set(answers.map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(['message', 'form', 'document', 'post']));
  expect(namedIn(JSON.stringify(answers)).size).toBe(FILES.length);
});

/** What the buttons of the answers ask for, each once. */
function pressesIn(answers: readonly Answer[]): Action[] {
  const presses = answers
    .flatMap((answer) => ('blocks' in answer ? answer.blocks : []))
    .flatMap((block) => shownButtons([block]))
    .flatMap((button) => ('action' in button ? [button.action] : []));
  return [...new Map(presses.map((press) => [JSON.stringify(press), press])).values()];
}

test('Home does no harm, nor do its buttons', async () => {
  const reader = asking({ person: CLAIRE, place: { surface: 'home', channelId: null } });
  const home = await answerOf(dispatcher.home(reader));
  expectHarmless(home);
  const { blocks } = payloadFor(home, BEARING, tokens);
  expect(viewErrors({ type: 'home', blocks }, 'home')).toEqual([]);
  expect(namedIn(home.text).size).toBe(5);
  for (const action of pressesIn([home])) {
    const answers = await Array.fromAsync(dispatcher.runAction(action, reader));
    for (const answer of answers) if ('blocks' in answer) expectHarmless(answer);
  }
});

test('suggestions and previews do no harm either', async () => {
  const reader = asking({ person: CLAIRE });
  const found = await Promise.all(FILES.map((_, turn) => dispatcher.suggest(`q${turn}`, reader)));
  const options = found.flat().map(({ id, label, says }) => ({
    value: id,
    text: { type: 'plain_text', text: label, emoji: false },
    description: { type: 'plain_text', text: says, emoji: false },
  }));
  const element = { type: 'static_select', action_id: 'pick', options };
  expect(messageErrors({ blocks: [{ type: 'actions', elements: [element] }] })).toEqual([]);
  expect(harmIn(options)).toEqual([]);
  expect(namedIn(JSON.stringify(options)).size).toBe(FILES.length);

  const links = FILES.map(({ id }) => call.linkTo(id) ?? '');
  // A message gets five previews at most.
  expect([...(await dispatcher.previews(links, reader)).keys()]).toEqual(links.slice(0, 5));
  const previews = await Promise.all(
    links.map(async (link) => dispatcher.previews([link, link], reader)),
  );
  expect(previews.flatMap((one) => [...one.keys()])).toEqual(links);
  for (const { text, blocks, entity } of previews.flatMap((one) => [...one.values()])) {
    expect(messageErrors({ text, blocks }, 'ephemeral')).toEqual([]);
    expect(harmIn([{ text }, blocks])).toEqual([]);
    expectGoodEntity(entity);
    expect(text).not.toMatch(/[<>]/);
    expect(namedIn(text).size).toBe(1);
  }
});
