import { globSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { commands } from '../../src/commands/index.ts';
import type { Message } from '../../src/playground/slack-workspace/page-protocol.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { serverPlace } from '../support/places.ts';
import { openPlayground } from '../support/playground.ts';
import { buttonOf, placeOf, visitor } from '../support/slack-workspace.ts';

/**
 * Every example that people read is typed into the playground as it starts: each is answered, none
 * with an error, and those that ask for files show some.
 */

const TIMEOUT_MS = 480_000;
/** So much of a title stands in every row. */
const TITLE_LENGTH = 20;
const POLL_MS = 20;
const ASK_EVERY = 10;

/** The examples run a view of this name. */
const PREPARED = '/rental view save "Near the station" decision:ready property:gare';

/** Commands whose answer to these examples shows rental files. */
const SHOWS_FILES =
  /^\/rental(?:$| (?:overview|aperçu|pending|attente|list|liste|me|moi|[A-Z]{2}-\d{4})\b| (?:show|voir|search|chercher) \S| (?:view|vue) (?!(?:save|list|remove|enregistrer|liste|supprimer)\b)\S)/u;
/** Whoever sets up such a digest sees files in its preview. */
const ASKS_FOR_FILES =
  /^\/rental (?:digest|point) (?:(?:add|ajouter) .*\b(?:ready|decision:|décision:|view:|vue:)|every|tous)/u;

const FAILED = /\b(?:Reference|Référence) [0-9A-Z]{6}\b|not understand|ne comprend pas/u;
const NOTHING = /(?<![\d.,\u00a0\u202f])0 (?:rental )?(?:files?|dossiers?)\b/u;

const forAdmins = new Set(
  commands.filter(({ isForAdmins }) => isForAdmins).flatMap(({ called }) => Object.values(called)),
);

/** Types a line as Claire, or as Hannah where it takes an admin; gives what is wrong with it. */
type FaultOf = (example: string) => Promise<string | null>;

interface Answer {
  readonly outcomes: readonly string[];
  readonly text: string;
  readonly message: Message | null;
}

async function openOwn(): Promise<FaultOf> {
  const { service, workspace, botUrl } = await openPlayground({}, serverPlace);
  const messages = () => workspace.state().messages;

  async function outcomes(): Promise<readonly string[]> {
    const page = await fetch(new URL('/metrics', botUrl() ?? undefined));
    return (await page.text()).match(/^rental_desk_answer_seconds_count\{.*$/gm) ?? [];
  }

  const answerTo = async (person: string, ask: () => Promise<unknown>): Promise<Answer> => {
    const counted = new Set(await outcomes());
    const there = new Set(messages().map(({ ts, text }) => `${ts} ${text}`));
    let hasMoved = false;
    const stop = workspace.subscribe(() => (hasMoved = true));
    await ask();
    let ended: readonly string[] = [];
    for (let polls = 1; ended.length === 0; polls += 1) {
      await setTimeout(POLL_MS);
      // Most answers end with something that is seen: the bot is asked then, and now and then.
      if (!hasMoved && polls % ASK_EVERY !== 0) continue;
      hasMoved = false;
      ended = (await outcomes()).filter((line) => !counted.has(line));
    }
    stop();
    const message = messages().findLast(
      ({ ts, text, author }) => author !== person && !there.has(`${ts} ${text}`),
    );
    const somebody = visitor(workspace, person);
    const modal = somebody.modal();
    if (modal) await somebody.close({ all: true });
    return {
      outcomes: ended.map((line) => /outcome="(\w+)"/.exec(line)?.[1] ?? ''),
      text: modal ? JSON.stringify(modal.view) : (message?.text ?? ''),
      message: message ?? null,
    };
  };

  const faultIn = ({ outcomes: ends, text }: Answer, showsFiles: boolean): string | null => {
    if (ends.join() !== 'answered' || text === '') return `ended as ${ends.join()}: ${text}`;
    if (FAILED.test(text) || NOTHING.test(text)) return text;
    const titles = service.files.flatMap(({ product }) => product?.title ?? []);
    // A row cuts long titles.
    const shows = titles.some((title) => text.includes(title.slice(0, TITLE_LENGTH)));
    return showsFiles && !shows ? `no file: ${text}` : null;
  };

  return async (example) => {
    const [, word = ''] = example.split(' ');
    const person = forAdmins.has(word) ? PEOPLE.hannah : PEOPLE.claire;
    const somebody = visitor(workspace, person);
    const answer = await answerTo(person, async () => somebody.say(example));
    const fault = faultIn(answer, SHOWS_FILES.test(example));
    const { message } = answer;
    if (fault !== null || message === null || !ASKS_FOR_FILES.test(example)) return fault;
    // An example before set up one that is alike, whose files were looked at.
    if (/"(?:Set up another…|En ajouter un autre…)"/u.test(JSON.stringify(message.blocks)))
      return null;
    const preview = previewOf(message);
    const shown = await answerTo(person, async () => somebody.press(placeOf(message), preview));
    return faultIn(shown, true);
  };
}

/** In the language of the channel, which examples change. */
function previewOf(message: Message) {
  const label = JSON.stringify(message.blocks).includes('"Aperçu"') ? 'Aperçu' : 'Preview';
  return buttonOf(message, label);
}

/** The examples that are wrong, and why. */
async function faultsOf(examples: readonly string[]): Promise<readonly string[]> {
  const faultOf = await openOwn();
  expect(await faultOf(PREPARED)).toBeNull();
  const faults: string[] = [];
  for (const example of new Set(examples)) {
    const fault = await faultOf(example);
    if (fault !== null) faults.push(`${example} → ${fault}`);
  }
  return faults;
}

/** Commands in backticks, and on lines of their own. */
function examplesIn(markdown: string): string[] {
  const written = markdown.matchAll(/`(\/rental[^`\n]*)`|^(\/rental.*)$/gm);
  return Array.from(written, ([, inline, alone]) => inline ?? alone ?? '');
}

function documents(): readonly string[] {
  return ['README.md', ...globSync('{src,test}/**/README.md').toSorted()].map((path) =>
    readFileSync(path, 'utf8'),
  );
}

test(
  'every example in the documents works in the playground',
  { timeout: TIMEOUT_MS },
  async () => {
    const examples = documents().flatMap(examplesIn);
    expect(examples.length).toBeGreaterThan(50);
    expect(await faultsOf(examples)).toEqual([]);
  },
);

test('every example of the help works in the playground', { timeout: TIMEOUT_MS }, async () => {
  const examples = commands
    .flatMap((command) => [...command.examples.en, ...command.examples.fr])
    .map((example) => `/rental ${example}`.trim());
  expect(examples.length).toBeGreaterThan(30);
  expect(await faultsOf(examples)).toEqual([]);
});

test('every value of an option of digests works', { timeout: TIMEOUT_MS }, async () => {
  const markdown = readFileSync('src/digests/README.md', 'utf8');
  const options = Array.from(
    markdown.matchAll(/`([\p{L}-]+:[^`\s][^`\n]*)`/gu),
    ([, option = '']) => option,
  );
  expect(options.length).toBeGreaterThan(100);
  const named = [...new Set(options)].map((option, number) =>
    /^(?:name|title|nom|titre):/.test(option) ? option : `${option} name:"digest ${number}"`,
  );
  expect(await faultsOf(named.map((option) => `/rental digest add ${option}`))).toEqual([]);
});
