import { useEffect, useState } from 'react';

import type { Channel } from '../../slack-workspace/page-protocol.ts';
import { Composer } from '../composer/composer.tsx';
import { ControlsButton, DrawerButton } from '../sidebar/panel-buttons.tsx';
import { ChannelMark } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { DigestTour } from '../welcome/digest-tour.tsx';
import { useClientWords, useWorkspaceContext } from '../workspace-context.ts';
import { HomeTab } from './home-tab.tsx';
import { MessageList } from './message-list.tsx';

interface ChannelViewProps {
  readonly channel: Channel;
  /** Message that a link points to. */
  readonly pointedTs: string | null;
  /** What the person has typed here and not sent: in the channel, or below a message. */
  readonly draftOf: (thread?: string) => string;
  readonly onDraft: (text: string, thread?: string) => void;
}

type Tab = 'messages' | 'home';

/** A channel with its messages and the composer; the app's own has a Home tab besides. */
export function ChannelView({ channel, pointedTs, draftOf, onDraft }: ChannelViewProps) {
  const { person, send } = useWorkspaceContext();
  const words = useClientWords();
  const [tab, setTab] = useState<Tab>('messages');
  const isApp = channel.kind === 'dm';
  const isHome = isApp && tab === 'home';

  useEffect(() => {
    if (!isApp) return;
    void send('open_home', { person: person.id, ...(isHome ? {} : { tab: 'messages' }) });
  }, [isApp, isHome, person.id, send]);

  return (
    <>
      <header className="channel-head">
        <DrawerButton />
        <h2 className="channel-title">
          {!isApp && <ChannelMark kind={channel.kind} />}
          <span>{channel.name}</span>
          {isApp && <span className="badge">App</span>}
        </h2>
        <ChannelHint channel={channel} />
        <ControlsButton />
      </header>
      {isApp && (
        <div className="tabs" role="tablist" aria-label={channel.name}>
          {(['home', 'messages'] as const).map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={name === tab}
              onClick={() => setTab(name)}
            >
              {words[name]}
            </button>
          ))}
        </div>
      )}
      {isHome ? (
        <>
          <HomeTab />
          <Notice />
        </>
      ) : (
        <>
          <MessageList
            channel={channel}
            pointedTs={pointedTs}
            draftOf={draftOf}
            onDraft={onDraft}
          />
          <Notice />
          <DigestTour channel={channel.id} />
          <Composer channel={channel} draft={draftOf()} onDraft={onDraft} />
        </>
      )}
    </>
  );
}

function ChannelHint({ channel }: { readonly channel: Channel }) {
  const { state } = useWorkspaceContext();
  const words = useClientWords();
  if (channel.kind === 'dm') return null;
  const count = channel.members?.length ?? state.people.length;
  return (
    <span className="channel-hint">
      {channel.isExternal && <span className="badge external">{words.external}</span>}
      <span className="members">{words.members(count)}</span>
    </span>
  );
}
