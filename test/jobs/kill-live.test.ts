import { afterEach, expect, test } from 'vitest';

import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { runSql } from '../store/run-sql.ts';
import { serverPlace } from '../support/places.ts';
import { BOT_TOKEN, testWorkspace } from '../support/slack-workspace.ts';
import { addDigests, endProcesses, inStore, startDigestProcess } from './digest-process.ts';
import { finishAll, PERIOD_MS, TRIAL_MS_MAX } from './kill-trial.ts';
import { dueIn } from './same-minute.ts';

afterEach(endProcesses);

/** Time until a process delivers on a busy machine. */
const READY_MS = 6_000;
/** An update that Slack answers late would be tried again a minute later: nothing here is about that. */
const CALL_MS_MAX = 60_000;

test(
  'a process that is killed while it keeps a post up to date leaves one post, which is so later',
  async () => {
    await using place = await serverPlace();
    const workspace = await testWorkspace({ now: () => Date.now() });
    const slack = { apiUrl: workspace.apiUrl, token: BOT_TOKEN };
    const at = dueIn(READY_MS);
    const env = { PERIOD_MS, FROM_MS: at, UNTIL_MS: at, LIVE: 'kept', CALL_MS_MAX };
    const texts = () =>
      workspace
        .state()
        .messages.filter(({ channel }) => channel === CHANNELS.leasing)
        .map(({ text }) => text);
    /** Lets the post be due for an update; returns its row. */
    const aMinuteLater = async () =>
      inStore(place, async (store) => {
        const held = await runSql(store, 'select live_shown from rental_desk.deliveries');
        await runSql(
          store,
          `update rental_desk.deliveries set posted_at = posted_at - interval '1 minute',
            live_at = live_at - interval '1 minute'`,
        );
        await runSql(store, 'update rental_desk.posts set try_at = posted_at');
        return held;
      });

    const [id] = await addDigests(place, [CHANNELS.leasing], PEOPLE.claire, at);
    const asPosted = `${id} due ${new Date(at).toISOString()}`;
    await finishAll(startDigestProcess(place, slack, { ...env, LIVE: 'laid out' }));
    expect(texts()).toEqual([asPosted]);

    await aMinuteLater();
    await startDigestProcess(place, slack, { ...env, KILL_AT: 'take:after' }).exited;
    expect(texts()).toEqual([asPosted]);
    expect(await aMinuteLater()).toEqual([{ live_shown: '' }]);
    await startDigestProcess(place, slack, { ...env, KILL_AT: 'update:after' }).exited;
    expect(texts()).toEqual([`${id} is up to date`]);
    expect(await aMinuteLater()).toEqual([{ live_shown: '' }]);

    const last = startDigestProcess(place, slack, env);
    await last.says('looked');
    await finishAll(last);
    expect(texts()).toEqual([`${id} is up to date`]);
    expect(await aMinuteLater()).toEqual([{ live_shown: expect.stringMatching(/./) }]);
  },
  TRIAL_MS_MAX,
);
