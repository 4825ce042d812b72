import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { APP } from '../../src/playground/slack-workspace/store/team.ts';

type How = 'archived' | 'left';

/** Channels that take no posts for a while. */
export interface Outages {
  /** Takes a channel away, waits, and gives it back. */
  during(how: How, wait: () => Promise<unknown>): Promise<void>;
  isThere(channelId: string): boolean;
}

/** A private channel that the app is not in is not found. */
const CHANNEL = { archived: CHANNELS.lyon, left: CHANNELS.direction } as const;

export function createOutages(workspace: SlackWorkspace): Outages {
  const gone = new Map<string, number>();

  async function change(how: How, isBack: boolean): Promise<void> {
    const id = CHANNEL[how];
    if (how === 'archived') {
      await workspace.changeChannel(id, { isArchived: !isBack });
      return;
    }
    const members = workspace.state().channels.find((one) => one.id === id)?.members ?? [];
    const others = members.filter((member) => member !== APP.userId);
    await workspace.changeChannel(id, { members: isBack ? [...others, APP.userId] : others });
  }

  return {
    async during(how, wait) {
      const id = CHANNEL[how];
      gone.set(id, (gone.get(id) ?? 0) + 1);
      await change(how, false);
      await wait();
      const left = (gone.get(id) ?? 1) - 1;
      gone.set(id, left);
      if (left === 0) await change(how, true);
    },
    isThere: (channelId) => (gone.get(channelId) ?? 0) === 0,
  };
}
