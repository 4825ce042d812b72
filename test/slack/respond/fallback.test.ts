import { expect, test } from 'vitest';

import {
  type Interruption,
  RESPONSE_URL,
} from '../../../src/playground/slack-workspace/fault-injection.ts';
import { directMessageWith } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { deskOver } from '../../support/desk.ts';
import { pagesOf, rentalFiles } from '../../support/rental-files.ts';
import { screenOf } from '../../support/screen.ts';
import { openSlackApp } from '../../support/slack-app.ts';

const LIST = '20 rental files';
const REASON = 'Slack did not confirm that the answer was posted.';

/** What Hannah reads after `/rental list`, while her response URL has these troubles. */
async function readAfter(...troubles: readonly Omit<Interruption, 'method'>[]) {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  const { workspace, settled } = await openSlackApp(dispatcher, { refusals: null });
  const hannah = screenOf(workspace, PEOPLE.hannah);
  for (const trouble of troubles) workspace.interrupt({ method: RESPONSE_URL, ...trouble });
  await settled(async () => hannah.say('/rental list'));
  const messages = workspace.state().messages.map(({ channel, text }) => ({
    what: [LIST, REASON].find((words) => text.startsWith(words)),
    isDirect: channel === directMessageWith(PEOPLE.hannah),
  }));
  return messages.filter(({ what }) => what !== undefined);
}

test('an answer that Slack is too busy for is sent again', async () => {
  const busy = { moment: 'before', trouble: 'ratelimited' } as const;

  expect(await readAfter(busy, busy)).toEqual([{ what: LIST, isDirect: false }]);
});

test('an answer that Slack may have is not sent again, and the person hears of it', async () => {
  const read = await readAfter({ moment: 'after', trouble: 'hang_up' });

  expect(read).toEqual([
    { what: LIST, isDirect: false },
    { what: REASON, isDirect: false },
  ]);
});

test('whoever cannot be told where they asked is told in their direct message', async () => {
  const fault = { moment: 'before', trouble: 'http_500' } as const;

  expect(await readAfter(fault, fault, fault, fault)).toEqual([{ what: REASON, isDirect: true }]);
});
