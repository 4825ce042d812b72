import { useWorkspaceContext } from '../workspace-context.ts';

/** What went wrong, until it is put away or something goes well. */
export function Notice() {
  const { notice, onNoticeSeen } = useWorkspaceContext();
  return (
    <div role="alert">
      {notice !== null && (
        <div className="notice">
          <span>{notice}</span>
          {onNoticeSeen && (
            <button
              type="button"
              className="icon-button"
              aria-label="Put away"
              onClick={onNoticeSeen}
            >
              ✕
            </button>
          )}
        </div>
      )}
    </div>
  );
}
