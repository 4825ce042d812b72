import { useEffect, useState } from 'react';

import type { Channel, State } from '../slack-workspace/page-protocol.ts';
import { channelsFor, newestIn, unreadFor } from './api/apply-change.ts';
import { ChannelView } from './channel/channel-view.tsx';
import { PlaygroundControls } from './controls/playground-controls.tsx';
import { Deliveries } from './deliveries/deliveries-view.tsx';
import { EntityPanel } from './entity/entity-panel.tsx';
import { ModalStack } from './modal/modal-stack.tsx';
import type { Theme } from './preferences.ts';
import { type Scene, Sidebar } from './sidebar/sidebar.tsx';
import { Slackbot } from './slackbot/slackbot-view.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useWorkspaceContext } from './workspace-context.ts';

interface WorkspaceProps {
  readonly onTheme: (theme: Theme) => void;
  readonly onPerson: (id: string) => void;
}

/** Sidebar, the open channel, and the modals of the person whose part is played. */
export function Workspace({ onTheme, onPerson }: WorkspaceProps) {
  const { state, person, panel, setPanel, onNoticeSeen } = useWorkspaceContext();
  const [opened, setOpened] = useState<Channel | Scene | null>(null);
  const [pointedTs, setPointedTs] = useState<string | null>(null);
  const [drafts, holdDraft] = useDrafts();
  const scene = typeof opened === 'string' ? opened : null;
  const channel =
    typeof opened === 'string' ? undefined : shown(opened, channelsFor(state, person.id));

  useKeptFocus();
  const unread = useUnread(state, person.id, channel?.id ?? null);

  useEffect(() => {
    if (panel === null) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setPanel(null);
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [panel, setPanel]);

  function open(next: Channel | Scene, ts: string | null = null): void {
    setOpened(next);
    setPointedTs(ts);
    setPanel(null);
    onNoticeSeen?.();
  }

  return (
    <div
      className={[
        'workspace',
        ...(panel === null ? [] : [`${panel}-open`]),
        ...(unread.size === 0 ? [] : ['has-unread']),
      ].join(' ')}
    >
      <Sidebar
        openId={scene ?? channel?.id ?? null}
        unread={unread}
        onOpen={open}
        onTheme={onTheme}
      />
      <button
        type="button"
        className="panel-shade"
        aria-label="Close"
        tabIndex={-1}
        onClick={() => setPanel(null)}
      />
      <main className="main">
        {scene === 'deliveries' && <Deliveries onOpen={open} />}
        {scene === 'slackbot' && <Slackbot key={person.id} />}
        {channel && (
          <ChannelView
            key={`${channel.id} ${person.id}`}
            channel={channel}
            pointedTs={pointedTs}
            draftOf={(thread) => drafts.get(draftKey(person.id, channel.id, thread)) ?? ''}
            onDraft={(text, thread) => holdDraft(draftKey(person.id, channel.id, thread), text)}
          />
        )}
      </main>
      <PlaygroundControls onPerson={onPerson} />
      <EntityPanel />
      <ModalStack key={person.id} />
    </div>
  );
}

/** What people have typed and not sent, kept while they look elsewhere. */
function useDrafts() {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map());
  const hold = (key: string, text: string) => setDrafts((before) => new Map(before).set(key, text));
  return [drafts, hold] as const;
}

function draftKey(person: string, channel: string, thread = ''): string {
  return `${person} ${channel} ${thread}`;
}

/** The channels with something new since the page was opened, or since they were last in sight. */
function useUnread(state: State, person: string, openId: string | null): ReadonlySet<string> {
  const [openedAt] = useState(() => Math.max(0, ...state.messages.map(({ ts }) => Number(ts))));
  const [read, setRead] = useState<ReadonlyMap<string, number>>(new Map());
  const newest = openId === null ? 0 : newestIn(state, openId, person);

  useEffect(() => {
    if (openId === null) return;
    setRead((before) => new Map(before).set(`${person} ${openId}`, newest));
  }, [person, openId, newest]);

  return unreadFor(state, person, (channel) =>
    channel === openId ? newest : (read.get(`${person} ${channel}`) ?? openedAt),
  );
}

/** The opened channel, else what comes closest for this person: their own direct message, the first. */
function shown(opened: Channel | null, joined: readonly Channel[]): Channel | undefined {
  const same = joined.find(({ id }) => id === opened?.id);
  const alike = opened?.kind === 'dm' ? joined.find(({ kind }) => kind === 'dm') : undefined;
  return same ?? alike ?? joined[0];
}
