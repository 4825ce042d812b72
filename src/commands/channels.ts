/** What Slack says at this moment of channels, and of who is in them. */
export interface Channels {
  /** Whether Rental Desk may post in a channel. */
  readonly membership: (channelId: string) => Promise<'member' | 'absent' | 'archived' | 'unknown'>;
  /** Whether a person is in a channel. */
  readonly isIn: (channelId: string, userId: string) => Promise<boolean>;
  /** Whether people of other organisations are in a channel. */
  readonly exposure: (channelId: string) => Promise<'inside' | 'outside' | 'unknown'>;
  /** Whether the owner of a digest is still one of the workspace. */
  readonly ownerState: (userId: string) => Promise<'here' | 'gone' | 'unknown'>;
}
