import { botWithFiles } from './bot-with-files.ts';
import { type Figure, quantile } from './figure.ts';
import type { Answer, Slack, Timed } from './slack-requests.ts';

const FILES = 100_000;
const PARALLEL = 16;
/** What happens once in a while, in the engine or the machine, slows all 16 of a round. */
const ROUNDS = 300;
/** Until then, the engine is still compiling what answers. */
const ROUNDS_BEFORE = 100;
const ANSWER_MS_MAX = 40;

/** Names and words of the model service's agency, so that searches find something. */
export const WORDS = ['martin', 'garcia', 'studio', 'meublé', 'moreau', 'lucas', 'gare', 'nadia'];

/** One question of one user. */
type Ask = (round: number, user: number) => Promise<Timed>;

/** The user's whole wait: 16 at once who ask what they ask, 100,000 files held. */
export async function answering(): Promise<readonly Figure[]> {
  await using bot = await botWithFiles(FILES);
  const { slack } = bot;
  const kinds: Readonly<Record<string, Ask>> = {
    pending: async () => slack.typed('pending'),
    list: async () => slack.typed('list'),
    search: async (round, user) => slack.typed(`search ${WORDS[(round + user) % WORDS.length]}`),
    paging: pagingOf(slack, (await slack.typed('pending')).answer),
  };
  const askedBy16 = async (ask: Ask, round: number) =>
    Promise.all(Array.from({ length: PARALLEL }, async (_, user) => ask(round, user)));
  for (const ask of Object.values(kinds)) {
    for (let round = 0; round < ROUNDS_BEFORE; round += 1) await askedBy16(ask, round);
  }
  const figures: Figure[] = [];
  for (const [kind, ask] of Object.entries(kinds)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await askedBy16(ask, ROUNDS_BEFORE + round);
      times.push(...answers.map(({ answeredMs }) => answeredMs));
    }
    figures.push({
      what: `${kind} answered, ${PARALLEL} at once, 100,000 files, p99`,
      floor: 'the bar',
      floorMs: ANSWER_MS_MAX,
      oursMs: quantile(times, 0.99),
      ratioMax: 1,
    });
  }
  return figures;
}

/** Turns on from a first page, for each user through pages of their own. */
function pagingOf(slack: Slack, first: Answer): Ask {
  const at = new Map<number, Answer>();
  return async (round, user) => {
    const here = at.get(user) ?? first;
    // The first page has no way back: Next comes first; on all others Prev does.
    const timed = await slack.pressed(here, here === first ? 0 : 1);
    at.set(user, timed.answer);
    if (!timed.answer.text.includes('Page')) throw new Error(`no page in round ${round}`);
    return timed;
  };
}
