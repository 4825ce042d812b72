import { useEffect } from 'react';

import { messagesFor } from '../api/apply-change.ts';
import { useClockMove } from '../controls/use-clock-move.ts';
import { useWorkspaceContext } from '../workspace-context.ts';

/** Says above the composer how the digest of the example arrives, and offers the next step. */
export function DigestTour({ channel }: { readonly channel: string }) {
  const { state, person, tour, setTour } = useWorkspaceContext();
  const { isMoving, moveClock } = useClockMove();
  const isHere = tour?.channel === channel;
  const hasArrived =
    isHere &&
    messagesFor(state, channel, person.id).some(
      ({ author, onlyFor, ts }) =>
        author === state.app.userId && onlyFor === null && Number(ts) > tour.sinceS,
    );

  useEffect(() => {
    if (hasArrived) setTour(null);
  }, [hasArrived, setTour]);

  return (
    <div role="status">
      {isHere && (
        <div className="tour" tabIndex={-1}>
          {tour.step === 'tomorrow' ? (
            <p>
              <strong>The digest is due at 09:00.</strong> Press Tomorrow to move the clock to
              08:59:50.
            </p>
          ) : (
            <p>
              <strong>It is 08:59:50 of a later day.</strong> The digest arrives here in about 10
              seconds.
            </p>
          )}
          {tour.step === 'tomorrow' && (
            <button
              type="button"
              className="button solid primary"
              aria-disabled={isMoving}
              onClick={() => void moveClock('tomorrow')}
            >
              Tomorrow
            </button>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label="Close the hint"
            onClick={() => setTour(null)}
          >
            ✕
          </button>
        </div>
      )}
    </div>
  );
}
