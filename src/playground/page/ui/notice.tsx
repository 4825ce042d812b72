import { useWorkspaceContext } from '../workspace-context.ts';

/** Error message, until it is closed or an action succeeds. */
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
