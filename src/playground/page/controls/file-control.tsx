import { type FormEvent, useState } from 'react';

import { FILE_STATES, type FileState } from '../../rental-service/data/stages.ts';
import { useWorkspaceContext } from '../workspace-context.ts';

const LABELS: Readonly<Record<FileState, string>> = {
  ready: 'Ready to decide',
  accepted: 'Approved',
  rejected: 'Declined',
  archived: 'Archived',
  gone: 'Deleted',
};

/** Changes one rental file in the model service, so that history, alerts and digests can be seen. */
export function FileControl() {
  const { send } = useWorkspaceContext();
  const [search, setSearch] = useState('');
  const [to, setTo] = useState<FileState>('ready');
  const [outcome, setOutcome] = useState('');

  async function change(event: FormEvent) {
    event.preventDefault();
    const answer = await send('change_file', { search, to });
    setOutcome(answer.ok ? 'Changed. “+1 hour” lets the bot read it.' : '');
  }

  return (
    <details className="control">
      <summary>Change a rental file</summary>
      <form className="file-control" onSubmit={(event) => void change(event)}>
        <input
          type="text"
          aria-label="Reference, title, person or ID"
          placeholder="Reference, person or ID"
          required
          maxLength={100}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <select
          aria-label="Becomes"
          value={to}
          onChange={({ target }) =>
            setTo(FILE_STATES.find((state) => state === target.value) ?? 'ready')
          }
        >
          {FILE_STATES.map((state) => (
            <option key={state} value={state}>
              {LABELS[state]}
            </option>
          ))}
        </select>
        <button type="submit" className="side-button">
          Change
        </button>
      </form>
      <p role="status" className="control-note">
        {outcome}
      </p>
    </details>
  );
}
