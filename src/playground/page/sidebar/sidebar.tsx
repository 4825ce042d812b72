import type { Channel } from '../../slack-workspace/page-protocol.ts';
import { channelsFor } from '../api/apply-change.ts';
import { deliveriesIn } from '../deliveries/deliveries.ts';
import type { Theme } from '../preferences.ts';
import { Avatar } from '../ui/avatar.tsx';
import { BellIcon, ChannelMark, ThemeIcon } from '../ui/icons.tsx';
import { useWorkspaceContext } from '../workspace-context.ts';

/** What is opened like a channel and is none. */
export type Scene = 'deliveries' | 'slackbot';

interface SidebarProps {
  /** A channel's id, or a scene. */
  readonly openId: string | null;
  /** Ids of channels with new messages. */
  readonly unread: ReadonlySet<string>;
  readonly onOpen: (next: Channel | Scene) => void;
  readonly onTheme: (theme: Theme) => void;
}

/** The workspace's name, its channels, the app, and what can be set in the playground. */
export function Sidebar({ openId, unread, onOpen, onTheme }: SidebarProps) {
  const { state, person, theme } = useWorkspaceContext();
  const count = deliveriesIn(state.messages).length;
  const otherTheme = theme === 'dark' ? 'light' : 'dark';
  const joined = channelsFor(state, person.id);
  const channels = joined.filter(({ kind }) => kind !== 'dm');
  const directMessages = joined.filter(({ kind }) => kind === 'dm');
  const row = (channel: Channel) => (
    <li key={channel.id}>
      <button
        type="button"
        className={unread.has(channel.id) ? 'channel-row unread' : 'channel-row'}
        aria-description={unread.has(channel.id) ? 'New messages' : undefined}
        aria-current={channel.id === openId ? 'page' : undefined}
        onClick={() => onOpen(channel)}
      >
        {channel.kind === 'dm' ? (
          <Avatar id={state.app.userId} name={channel.name} isApp size="small" />
        ) : (
          <ChannelMark kind={channel.kind} />
        )}
        <span className="channel-name">{channel.name}</span>
        {channel.isExternal && <span className="badge">external</span>}
      </button>
    </li>
  );

  return (
    <aside className="sidebar" aria-label="Workspace">
      <div className="side-head">
        <h1 className="team">{state.team.name}</h1>
        <button
          type="button"
          className="icon-button"
          aria-label={otherTheme === 'dark' ? 'Dark theme' : 'Light theme'}
          onClick={() => onTheme(otherTheme)}
        >
          <ThemeIcon theme={otherTheme} />
        </button>
      </div>
      <nav aria-label="Channels and apps" className="rooms">
        {channels.length > 0 && (
          <>
            <h2>Channels</h2>
            <ul>{channels.map(row)}</ul>
          </>
        )}
        <h2>Apps</h2>
        <ul>
          {directMessages.map(row)}
          <li>
            <button
              type="button"
              className="channel-row"
              aria-current={openId === 'slackbot' ? 'page' : undefined}
              onClick={() => onOpen('slackbot')}
            >
              <Avatar id="slackbot" name="Slackbot" isApp={false} size="small" />
              <span className="channel-name">Slackbot</span>
            </button>
          </li>
        </ul>
        <h2>Behind the scenes</h2>
        <ul>
          <li>
            <button
              type="button"
              className="channel-row"
              aria-current={openId === 'deliveries' ? 'page' : undefined}
              onClick={() => onOpen('deliveries')}
            >
              <BellIcon />
              <span className="channel-name">Deliveries</span>
              {count > 0 && <span className="badge">{count}</span>}
            </button>
          </li>
        </ul>
      </nav>
    </aside>
  );
}
