import type { Channel } from '../../slack-workspace/page-protocol.ts';

/** `#`, or a lock for a private channel. */
export function ChannelMark({ kind }: { readonly kind: Channel['kind'] }) {
  if (kind === 'private') {
    return (
      <svg className="channel-mark" viewBox="0 0 20 20" role="img" aria-label="private channel">
        <path d="M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9" />
        <rect x="4.5" y="9" width="11" height="7.5" rx="1.8" />
      </svg>
    );
  }
  return (
    <svg className="channel-mark" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M8 3.5 6.2 16.5M13.8 3.5 12 16.5M4 7.5h13M3 12.5h13" />
    </svg>
  );
}

/** The app's sign. */
export function HouseIcon() {
  return (
    <svg viewBox="0 0 20 20" className="house">
      <path d="M3.5 10.2 10 4l6.5 6.2V16a.8.8 0 0 1-.8.8h-3.6v-4.3H7.9v4.3H4.3a.8.8 0 0 1-.8-.8z" />
    </svg>
  );
}

/** An eye, beside words about who sees something. */
export function EyeIcon() {
  return (
    <svg viewBox="0 0 20 20" className="eye" aria-hidden="true">
      <path d="M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5Z" />
      <circle cx="10" cy="10" r="2.4" />
    </svg>
  );
}

/** Three lines, for a button that opens the sidebar. */
export function MenuIcon() {
  return (
    <svg viewBox="0 0 20 20" className="line-icon" aria-hidden="true">
      <path d="M3 5.5h14M3 10h14M3 14.5h14" />
    </svg>
  );
}

/** A paper plane, for a button that sends. */
export function SendIcon() {
  return (
    <svg viewBox="0 0 20 20" className="send-icon" aria-hidden="true">
      <path d="M3 3.3 17.4 10 3 16.7l2-5.6L11 10 5 8.9z" />
    </svg>
  );
}

/** An arrow that turns back, for a reply. */
export function ReplyIcon() {
  return (
    <svg viewBox="0 0 20 20" className="line-icon" aria-hidden="true">
      <path d="M8 5 3.5 9.5 8 14M4 9.5h7.5a5 5 0 0 1 5 5v.5" />
    </svg>
  );
}

/** Three dots, for a menu. */
export function DotsIcon() {
  return (
    <svg viewBox="0 0 20 20" className="dots-icon" aria-hidden="true">
      <circle cx="4.5" cy="10" r="1.6" />
      <circle cx="10" cy="10" r="1.6" />
      <circle cx="15.5" cy="10" r="1.6" />
    </svg>
  );
}

/** A plus, for what can be added. */
export function PlusIcon() {
  return (
    <svg viewBox="0 0 20 20" className="line-icon" aria-hidden="true">
      <path d="M10 4v12M4 10h12" />
    </svg>
  );
}

/** A sheet with a corner folded. */
export function FileIcon() {
  return (
    <svg viewBox="0 0 20 20" className="file-icon" aria-hidden="true">
      <path d="M5 2.8h6.5L15.5 7v10.2H5z" />
      <path d="M11.2 3v4.3h4.2M7.5 11h5M7.5 13.8h5" />
    </svg>
  );
}

/** A bell, for what comes unasked. */
export function BellIcon() {
  return (
    <svg viewBox="0 0 20 20" className="channel-mark" aria-hidden="true">
      <path d="M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1.3 1.5H4.2zM8.4 17h3.2" />
    </svg>
  );
}

/** A moon or a sun, for a button that changes the theme. */
export function ThemeIcon({ theme }: { readonly theme: 'light' | 'dark' }) {
  return (
    <svg viewBox="0 0 20 20" className="line-icon" aria-hidden="true">
      {theme === 'dark' ? (
        <path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7Z" />
      ) : (
        <path d="M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6 16 16M16 4l-1.4 1.4M5.4 14.6 4 16" />
      )}
    </svg>
  );
}
