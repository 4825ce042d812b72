import { expect, test } from 'vitest';

import { previewsOf } from '../../src/commands/share.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';
import { callOver, CHANNEL } from './call.ts';

const LINK = 'https://console.example.com/lilas';
const FILE = rentalFile({
  id: 'lilas',
  product: { title: 'T3 rue des Lilas', reference: 'LY-0342' },
  applicants: [{ first_name: 'Anne', last_name: 'Lefèvre' }],
});

/** A call about a link, over one file that is held. */
async function caller(over: Parameters<typeof callOver>[1] = {}) {
  const call = callOver(() => pagesOf([FILE]), {
    place: { surface: 'link', audience: 'channel' },
    ...over,
  });
  await call.portfolio.read();
  return call;
}

test('a link shows the file at the level of the channel, whatever the person may see', async () => {
  const call = await caller({ call: { privacy: 'full', channelLevel: async () => 'reference' } });
  const previews = await previewsOf([LINK], call);
  expect([...previews.keys()]).toEqual([LINK]);
  expect(previews.get(LINK)?.text).toContain('T3 rue des Lilas (LY-0342), 1 applicant, Pending');
  expect(JSON.stringify([...previews])).not.toMatch(/Anne|Lefèvre/);
  expect(call.store.opened).toMatchObject([
    { kind: 'unfurl', fileId: 'lilas', channelId: CHANNEL, surface: 'link' },
  ]);
});

test('a link to a file that is not held, and any other link, show nothing', async () => {
  const call = await caller({
    call: {
      fileNow: async () => {
        throw new Error('asked live');
      },
    },
  });
  const links = ['https://console.example.com/gone', 'https://elsewhere.example/lilas'];
  expect(await previewsOf(links, call)).toEqual(new Map());
  expect(call.store.opened).toEqual([]);
});

test('before the first reading a link shows nothing', async () => {
  expect(
    await previewsOf(
      [LINK],
      callOver(() => pagesOf([FILE])),
    ),
  ).toEqual(new Map());
});

test('no preview is shown that the access log could not be told of', async () => {
  const call = await caller();
  call.store.setDown(true);
  await expect(previewsOf([LINK], call)).rejects.toMatchObject({ name: 'StoreError' });
});
