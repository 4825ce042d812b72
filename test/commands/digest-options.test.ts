import { expect, test } from 'vitest';

import type { CommandContext } from '../../src/commands/command.ts';
import { digest } from '../../src/commands/digest/index.ts';
import { type OptionKey, definitionOf, optionKeys } from '../../src/digests/options/definitions.ts';
import type { Language } from '../../src/i18n/types.ts';
import { viewErrors } from '../../src/playground/slack-workspace/blocks/view.ts';
import { createActionTokens, modalFor } from '../../src/slack/respond/payload.ts';
import type { DigestStore } from '../../src/store/store.ts';
import type { Form } from '../../src/views/message.ts';
import { OPEN_CHANNELS } from '../support/channels.ts';
import { serverPlace } from '../support/places.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';
import { useStore } from '../support/use-store.ts';
import { answersOf, callOver, messageOf } from './call.ts';
import { digestDeskOver, formValues } from './digest-desk.ts';

/** Every option of the table is in help, in a form and in the confirmation, in each language. */

let store: DigestStore;

useStore(serverPlace, (opened) => (store = opened));

const OTHER_CHANNEL = 'C0OTHER0001';
const LANGUAGES: readonly Language[] = ['en', 'fr'];
/** Examples name people and channels as one types them; Slack escapes them. */
const ESCAPED: Readonly<Record<string, string>> = {
  '@somebody': '<@U0BOB000001>',
  '@quelqu’un': '<@U0BOB000001>',
  '@group': '<!subteam^S0TEAM0001>',
  '@groupe': '<!subteam^S0TEAM0001>',
};

const each = LANGUAGES.flatMap((language) => optionKeys().map((key) => ({ key, language })));

/** The examples of an option as whole words of a line. */
function examplesOf(key: OptionKey, language: Language): string[] {
  const { names, examples } = definitionOf(key);
  return examples[language].map((example) => {
    const escaped = example.replace(/#\w+/u, `<#${OTHER_CHANNEL}>`);
    return `${names[language][0]}:${ESCAPED[escaped] ?? escaped}`;
  });
}

test.each([
  ['en', 'top:21', 'takes 1 to 20 files,'],
  ['en', 'target:0', 'takes 1 to 250 working days,'],
  ['en', 'delete-after:366', 'takes 1 to 365 days,'],
  ['en', 'catch-up:25h', 'takes up to 24 hours,'],
  ['en', 'escalate:251bd', 'takes 1 to 250 working days,'],
  ['en', `name:${'x'.repeat(61)}`, 'takes up to 60 characters,'],
  ['fr', 'top:21', 'prend de 1 à 20 dossiers,'],
  ['fr', 'rattrapage:25h', 'prend jusqu’à 24 heures,'],
] as const)('in %s a value out of bounds is told them: %s', async (language, option, bounds) => {
  const call = await callIn(language);
  const { text } = await messageOf(digest.run(`add 09:00 ${option}`, call));
  expect(text).toContain(bounds);
  expect(await digestsOf(call)).toEqual([]);
});

let channels = 0;

async function callIn(language: Language): Promise<CommandContext> {
  channels += 1;
  const channelId = `C0OPTIONS${channels}`;
  const { digests } = digestDeskOver(store);
  const call = callOver(() => pagesOf(rentalFiles(1)), {
    language,
    place: { channelId },
    call: { digests, channels: OPEN_CHANNELS },
  });
  for (const name of ['Hot in Lyon', 'Lyon prêts']) {
    await call.store.views.save({ channelId, name, query: 'decision:ready', by: 'U1' });
  }
  return call;
}

/** The digests of the channel, and of the one that examples name. */
async function digestsOf({ place: { channelId } }: CommandContext) {
  const lists = [channelId, OTHER_CHANNEL].map(async (channel) =>
    store.digests.list({ channelId: channel ?? '' }),
  );
  return (await Promise.all(lists)).flat();
}

/** Sets up a digest; gives what confirmation and details tell of it, and its id. */
async function added(options: string, call: CommandContext) {
  // One like it there would be offered instead.
  for (const { id } of await store.digests.list({ channelId: OTHER_CHANNEL })) {
    await store.digests.remove(id, call.person.userId);
  }
  const before = new Set((await digestsOf(call)).map(({ id }) => id));
  const { text } = await messageOf(digest.run(`add ${options}`, call));
  const made = (await digestsOf(call)).find(({ id }) => !before.has(id));
  if (made === undefined) throw new Error(`no digest was set up: ${text}`);
  const details = await messageOf(digest.runAction({ do: 'details', id: made.id }, call));
  return { id: made.id, told: `${text}\n${details.text}` };
}

async function formOf(args: Record<string, string>, call: CommandContext): Promise<Form> {
  const last = (await answersOf(digest.runAction(args, call))).at(-1);
  if (last?.kind !== 'form') throw new Error('no form was answered');
  return last;
}

function inputsOf({ blocks }: Form) {
  return blocks.filter((block) => block.type === 'input');
}

test.each(each)('help tells $key in $language', ({ key, language }) => {
  const { names, help } = definitionOf(key);
  const details = digest.details?.(language) ?? [];
  const { example = '', says = '' } =
    details.find((detail) => detail.example.startsWith(`${names[language][0]}:`)) ?? {};

  expect(example).toMatch(/:./u);
  expect(says).not.toBe('');
  expect(help.en).not.toBe(help.fr);
});

test.each(each)('confirmation and details tell $key in $language', async ({ key, language }) => {
  const call = await callIn(language);
  const { told: byDefault } = await added('09:00', call);
  const told = [];
  for (const example of examplesOf(key, language)) {
    told.push(await added(example, await callIn(language)));
  }

  expect(told.some((one) => one.told !== byDefault)).toBe(true);
});

test.each(each)('the forms hand back $key in $language', async ({ key, language }) => {
  for (const example of examplesOf(key, language)) {
    const call = await callIn(language);
    const { id } = await added(example, call);
    const before = await store.digests.find(id);
    for (const step of ['edit', 'unfold']) {
      const form = await formOf({ do: step, id }, call);
      await messageOf(digest.submit!(form.action.args, formValues(form), call));
    }
    expect(await store.digests.find(id)).toEqual({ ...before, version: 3 });
  }
});

test.each(LANGUAGES)('every option but the view has a field in %s', async (language) => {
  const call = await callIn(language);
  const { id } = await added('09:00', call);
  const folded = await formOf({ do: 'edit', id }, call);
  const unfolded = await formOf({ do: 'unfold', id }, call);
  const forms = [folded, unfolded, await formOf({ do: 'unfold' }, call)];
  const fields = inputsOf(unfolded);
  // The view stands in the field of the query; escalations and times have a second field.
  const expected = new Set([...optionKeys(), 'query', 'escalateAfter', 'alsoAt']);
  expected.delete('view');

  expect(new Set(fields.map((field) => field.block_id))).toEqual(expected);
  expect(fields).toHaveLength(expected.size);
  // Slack keeps what was typed where a field stays the same.
  expect(fields.slice(0, inputsOf(folded).length)).toEqual(inputsOf(folded));
  expect(fields.filter(({ label }) => label.text === '')).toEqual([]);
  const tokens = createActionTokens('a secret of tests');
  const scope = { userId: 'U0CLAIRE001', channelId: 'C0LEASING01' };
  for (const form of forms) {
    expect(viewErrors({ ...modalFor(form, scope, 'Close', tokens) }, 'modal')).toEqual([]);
  }
});

/** Options that a report has; one that changes nothing of it is in `OF_FILES` instead, but for `live`. */
const OF_REPORTS =
  'days zone holidays onHoliday name channel view target mentions privacy language previous deleteAfter live catchUp'.split(
    ' ',
  );

test('a report has an option, or refuses it', async () => {
  const had: OptionKey[] = [];
  for (const key of optionKeys().filter((one) => one !== 'times' && one !== 'report')) {
    const lines = examplesOf(key, 'en').map((example) => `09:00 report:weekly ${example}`);
    const refusals: string[] = [];
    for (const line of lines) {
      await added(line, await callIn('en')).catch(({ message }: Error) => refusals.push(message));
    }
    if (refusals.length === 0) had.push(key);
    const isRefused = refusals.some((said) => said.includes('A report lists no files'));
    expect([key, isRefused]).toEqual([key, refusals.length > 0]);
  }
  expect(had).toEqual(OF_REPORTS);
});

test.each([
  ['en', 'add 09:00 report:weekly', 'Files: all'],
  ['fr', 'ajouter 9h rapport:hebdomadaire', 'Dossiers'],
] as const)('what a report does not do is not told of it in %s', async (language, line, files) => {
  const call = await callIn(language);
  const { told } = await added(line.replace(/^\S+ /u, ''), call);
  expect(told).toContain(files);
  expect(told).not.toMatch(
    /awaiting|nothing waits|[Ss]hows the first|[Ss]trikes out|en attente|n’attend|premiers|[Bb]arre/u,
  );
});
