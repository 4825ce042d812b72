import type { Channel } from '../../slack-workspace/page-protocol.ts';
import { channelsFor } from '../api/apply-change.ts';
import { ControlsButton, DrawerButton } from '../sidebar/panel-buttons.tsx';
import { wordedClock } from '../text/clock-text.ts';
import { Notice } from '../ui/notice.tsx';
import { useWorkspaceContext } from '../workspace-context.ts';
import { deliveriesIn, type Delivery } from './deliveries.ts';

interface DeliveriesProps {
  readonly onOpen: (channel: Channel, ts: string) => void;
}

const KINDS: Readonly<Record<Delivery['kind'], string>> = {
  digest: 'Digest',
  alert: 'Alert',
  notice: 'Notice',
  escalation: 'Escalation',
  rest: 'In the thread',
};

/** The messages of digests and alerts, wherever they were posted. */
export function Deliveries({ onOpen }: DeliveriesProps) {
  const { state } = useWorkspaceContext();
  const deliveries = deliveriesIn(state.messages);
  return (
    <>
      <header className="channel-head">
        <DrawerButton />
        <h2 className="channel-title">
          <span>Deliveries</span>
        </h2>
        <ControlsButton />
      </header>
      <div className="deliveries">
        <p className="quiet-note">
          Posts of digests and alerts, newest first. For slots that were skipped, missed or failed,
          type <code>/rental digest status</code> in their channel.
        </p>
        {deliveries.length === 0 && (
          <p className="quiet-note">
            Nothing yet. Type <code>/rental digest add 09:00 days:mon-sun holidays:none</code> in
            #leasing, then press Tomorrow.
          </p>
        )}
        <ol className="delivery-list" aria-label="Deliveries">
          {deliveries.map((delivery) => (
            <DeliveryItem
              key={`${delivery.channel} ${delivery.ts}`}
              delivery={delivery}
              onOpen={onOpen}
            />
          ))}
        </ol>
      </div>
      <Notice />
    </>
  );
}

interface DeliveryItemProps {
  readonly delivery: Delivery;
  readonly onOpen: (channel: Channel, ts: string) => void;
}

function DeliveryItem({ delivery, onOpen }: DeliveryItemProps) {
  const { state, person } = useWorkspaceContext();
  const { channel: channelId, ts, key, kind, headline, remarks, isEdited, isDoubled } = delivery;
  const channel = state.channels.find(({ id }) => id === channelId);
  const open = channelsFor(state, person.id).find(({ id }) => id === channelId);
  const postedMs = Number(ts) * 1000;
  return (
    <li className="delivery">
      <p className="delivery-head">
        <time dateTime={new Date(postedMs).toISOString()}>
          {wordedClock(postedMs, person.zone)}
        </time>
        <span className="badge">{KINDS[kind]}</span>
        {isEdited && <span className="badge">Edited</span>}
        {isDoubled && <strong className="delivery-alarm">Posted twice</strong>}
        <span className="delivery-place">{placeName(channel, state.people)}</span>
      </p>
      <p className="delivery-headline">{headline}</p>
      {remarks.map((remark) => (
        <p key={remark} className="delivery-remark">
          {remark}
        </p>
      ))}
      <p className="delivery-foot">
        <span>
          Slot <code>{key}</code>
        </span>
        {open === undefined ? (
          <span className="quiet-note">{person.name} cannot see it</span>
        ) : (
          <button type="button" className="delivery-open" onClick={() => onOpen(open, ts)}>
            Open the message
          </button>
        )}
      </p>
    </li>
  );
}

function placeName(
  channel: Channel | undefined,
  people: readonly { readonly id: string; readonly name: string; readonly isBot: boolean }[],
): string {
  if (channel === undefined) return 'A channel that is gone';
  if (channel.kind !== 'dm') return `#${channel.name}`;
  const reader = people.find(({ id, isBot }) => !isBot && channel.members?.includes(id));
  return reader === undefined ? 'Direct message' : `Direct message to ${reader.name}`;
}
