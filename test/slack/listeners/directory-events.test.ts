import { expect, test } from 'vitest';

import type { SlackWorkspace } from '../../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { APP } from '../../../src/playground/slack-workspace/store/team.ts';
import { USER_GROUPS } from '../../../src/playground/slack-workspace/store/user-groups.ts';
import { deskOver } from '../../support/desk.ts';
import { pagesOf, rentalFiles } from '../../support/rental-files.ts';
import { screenOf } from '../../support/screen.ts';
import { openSlackApp } from '../../support/slack-app.ts';

/** Oliver, who has had an answer, at his screen. */
async function answered(limits: Parameters<typeof openSlackApp>[1] = {}) {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(20)));
  const slackApp = await openSlackApp(dispatcher, limits);
  const oliver = screenOf(slackApp.workspace, PEOPLE.oliver);
  await slackApp.settled(async () => oliver.say('/rental list'));
  return { ...slackApp, oliver, list: oliver.seen('20 rental files') };
}

test('a member who becomes a guest is refused at once, on the next click', async () => {
  const { workspace, oliver, list, settled } = await answered();
  await workspace.changePerson(PEOPLE.oliver, { isRestricted: true });
  await settled(async () => oliver.pressIn(list, 'Next ›'));
  expect(oliver.seen('does not answer guests').ts).toBe(list.ts);
});

test('a guest who becomes a member is answered at once', async () => {
  const { workspace, settled } = await answered();
  const nadia = screenOf(workspace, PEOPLE.nadia);
  await settled(async () => nadia.say('/rental liste'));
  await workspace.changePerson(PEOPLE.nadia, { isRestricted: false });
  await settled(async () => nadia.say('/rental liste'));
  expect(nadia.seen('20 dossiers').onlyFor).toBe(PEOPLE.nadia);
});

test('whoever leaves the user group is refused at once', async () => {
  const { workspace, oliver, settled } = await answered({ usergroups: [USER_GROUPS.leasing.id] });
  await workspace.changeUserGroup(USER_GROUPS.leasing.id, { members: [PEOPLE.claire] });
  await settled(async () => oliver.say('/rental list'));
  expect(oliver.seen('answers only members of the groups').onlyFor).toBe(PEOPLE.oliver);
});

test('a channel that is shared with others shows nobody from the next click on', async () => {
  const { workspace, oliver, list, settled } = await answered();
  await settled(async () => oliver.pressIn(list, 'Share'));
  await settled(async () => oliver.submit({}));
  const shared = () => {
    const found = workspace
      .state()
      .messages.find(({ author, onlyFor }) => author === APP.userId && onlyFor === null);
    if (found === undefined) throw new Error('nothing is shared');
    return found;
  };
  expect(shared().text).toContain('A.\u00a0L.');

  await workspace.changeChannel(CHANNELS.leasing, { isExternal: true });
  await settled(async () => oliver.pressIn(shared(), 'Next ›'));

  expect(shared().text).toContain('5 rental files in this message await a decision');
  expect(shared().text).not.toContain('A.\u00a0L.');
});

test('what was confirmed before others came is shared without names all the same', async () => {
  const { workspace, oliver, list, settled } = await answered();
  await settled(async () => oliver.pressIn(list, 'Share'));
  await workspace.changeChannel(CHANNELS.leasing, { isExternal: true });

  await settled(async () => oliver.submit({}));

  const texts = workspace.state().messages.filter(({ onlyFor }) => onlyFor === null);
  expect(texts).toHaveLength(1);
  expect(texts[0]?.text).not.toContain('A.\u00a0L.');
});

/** Files whose reading changes something in Slack first. */
function changing(change: () => Promise<unknown>) {
  return async function* pages() {
    await change();
    yield* pagesOf(rentalFiles(20));
  };
}

test('a deactivation while an answer is under way stops it', async () => {
  const { promise: slack, resolve } = Promise.withResolvers<SlackWorkspace>();
  const deactivate = async () => (await slack).changePerson(PEOPLE.oliver, { isDeleted: true });
  const { dispatcher } = deskOver(changing(deactivate));
  const { workspace, settled, logged } = await openSlackApp(dispatcher);
  resolve(workspace);
  const oliver = screenOf(workspace, PEOPLE.oliver);

  await settled(async () => oliver.say('/rental list'));

  const texts = workspace.state().messages.map(({ text }) => text);
  expect(texts.join('\n')).toContain('does not answer deactivated accounts');
  expect(texts.join('\n')).not.toContain('20 rental files');
  expect(logged.at(-1)).toMatchObject({ message: 'refused', reason: 'deleted' });
});

test('what Slack does not say of a channel is refused with the reason, and nothing is posted', async () => {
  const { workspace, oliver, list, settled } = await answered({
    refusals: ['conversations.info internal_error'],
  });
  workspace.interrupt({ method: 'conversations.info', moment: 'before', trouble: 'http_500' });
  await settled(async () => oliver.pressIn(list, 'Share'));
  expect(oliver.inModal()).toContain('Slack did not say whether this channel is shared');
  // Most often it is a conversation that the app is not in.
  expect(oliver.inModal()).toContain('In a private channel, type /invite @Rental Desk first');
  expect(oliver.inModal()).toContain('In a direct message between people Slack never says');
});
