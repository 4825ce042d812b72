import { useEffect, useState } from 'react';

import type { Channel } from '../slack/protocol.ts';
import { ChannelView } from './channel-view.tsx';
import { Deliveries } from './deliveries.tsx';
import { useDesk } from './desk.ts';
import { ModalStack } from './modal-stack.tsx';
import type { Theme } from './preferences.ts';
import { Sidebar } from './sidebar.tsx';
import { channelsFor } from './wire/apply-change.ts';

interface WorkspaceProps {
  readonly onTheme: (theme: Theme) => void;
  readonly onPerson: (id: string) => void;
}

/** Sidebar, the open channel, and the modals of the person whose part is played. */
export function Workspace({ onTheme, onPerson }: WorkspaceProps) {
  const { state, person, onNoticeSeen } = useDesk();
  const [opened, setOpened] = useState<Channel | 'deliveries' | null>(null);
  const [pointedTs, setPointedTs] = useState<string | null>(null);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const isOnDeliveries = opened === 'deliveries';
  const channel = isOnDeliveries ? undefined : shown(opened, channelsFor(state, person.id));

  useEffect(() => {
    if (!isDrawerOpen) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setDrawerOpen(false);
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [isDrawerOpen]);

  function open(next: Channel | 'deliveries', ts: string | null = null): void {
    setOpened(next);
    setPointedTs(ts);
    setDrawerOpen(false);
    onNoticeSeen?.();
  }

  return (
    <div className={isDrawerOpen ? 'workspace drawer-open' : 'workspace'}>
      <Sidebar
        openId={isOnDeliveries ? 'deliveries' : (channel?.id ?? null)}
        onOpen={open}
        onTheme={onTheme}
        onPerson={onPerson}
      />
      <button
        type="button"
        className="drawer-shade"
        aria-label="Close the sidebar"
        tabIndex={-1}
        onClick={() => setDrawerOpen(false)}
      />
      <main className="main">
        {isOnDeliveries && (
          <Deliveries
            isDrawerOpen={isDrawerOpen}
            onDrawer={() => setDrawerOpen(true)}
            onOpen={open}
          />
        )}
        {channel && (
          <ChannelView
            key={`${channel.id} ${person.id}`}
            channel={channel}
            pointedTs={pointedTs}
            isDrawerOpen={isDrawerOpen}
            onDrawer={() => setDrawerOpen(true)}
          />
        )}
      </main>
      <ModalStack key={person.id} />
    </div>
  );
}

/** The opened channel, else what comes closest for this person: their own direct message, the first. */
function shown(opened: Channel | null, joined: readonly Channel[]): Channel | undefined {
  const same = joined.find(({ id }) => id === opened?.id);
  const alike = opened?.kind === 'dm' ? joined.find(({ kind }) => kind === 'dm') : undefined;
  return same ?? alike ?? joined[0];
}
