import { botWithFiles } from './bot-with-files.ts';
import { type Figure, inTurn } from './figure.ts';
import { LINK, type Slack } from './slack-requests.ts';

const FILES = 100_000;
const ROUNDS = 400;
const PAGES = 20;
const PANEL_MS_MAX = 60;

/** Opening the panel of a Work Object, which reads its file live, in turn with a list. */
export async function openingPanels(): Promise<Figure> {
  await using bot = await botWithFiles(FILES, { RENTAL_FILE_LINK: `${LINK}{id}` });
  const { slack } = bot;
  const ids = await idsFrom(slack);
  let opened = 0;
  const { oursMs } = await inTurn(
    ROUNDS,
    0.99,
    async () => [(await slack.typed('list')).answeredMs],
    async () => {
      opened += 1;
      return [await slack.panel(ids[opened % ids.length] ?? '')];
    },
  );
  return {
    what: 'a panel of details answered, 100,000 files, p99',
    floor: 'the bar',
    floorMs: PANEL_MS_MAX,
    oursMs,
    ratioMax: 1,
  };
}

/** Files of different pages of the service, by the links in lists. */
async function idsFrom(slack: Slack): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (let page = 1; page <= PAGES; page += 1) {
    const { answer } = await slack.typed(`list score:>${page * 4}`);
    const links = JSON.stringify(answer).matchAll(/\/files\/([\w-]{36})/g);
    for (const [, id = ''] of links) ids.add(id);
  }
  if (ids.size === 0) throw new Error('no list names a file');
  return [...ids];
}
