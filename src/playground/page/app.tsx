import { useCallback, useEffect, useMemo, useState } from 'react';

import { useWorkspace } from './api/use-workspace.ts';
import { type Send, sendUserAction } from './api/user-actions.ts';
import { usePersonId, useTheme } from './preferences.ts';
import {
  type WorkspaceState,
  WorkspaceContext,
  type Panel,
  type Tour,
} from './workspace-context.ts';
import { Workspace } from './workspace.tsx';

const TICK_MS = 30_000;

const LOST = 'The playground does not answer; trying again…';

/** The whole page: a workspace once the playground has said what is in it. */
export function Page({ now }: { readonly now: () => number }) {
  const { state, isConnected } = useWorkspace();
  const [theme, setTheme] = useTheme();
  const [personId, setPersonId] = usePersonId();
  const [notice, setNotice] = useState<string | null>(null);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [tour, setTour] = useState<Tour | null>(null);
  const nowMs = useNow(now);

  const send: Send = useCallback(async (name, body) => {
    const answer = await sendUserAction(name, body);
    setNotice(answer.ok ? null : answer.error);
    return answer;
  }, []);

  const workspaceState = useMemo<WorkspaceState | null>(() => {
    const humans = state?.people.filter(({ isBot }) => !isBot) ?? [];
    const person = humans.find(({ id }) => id === personId) ?? humans[0];
    if (state === null || person === undefined) return null;
    const { aheadMs = 0 } = state.settings.clock ?? {};
    const clock = {
      nowMs: nowMs + aheadMs,
      now: () => now() + aheadMs,
      locale: person.locale,
      zone: person.zone,
    };
    const alert = isConnected
      ? { notice, onNoticeSeen: () => setNotice(null) }
      : { notice: LOST, onNoticeSeen: null };
    return { state, person, theme, send, clock, panel, setPanel, tour, setTour, ...alert };
  }, [state, isConnected, personId, theme, send, now, nowMs, notice, panel, tour]);

  if (workspaceState === null) {
    return (
      <p className="opening">{state === null ? 'Opening the workspace…' : 'Nobody is here.'}</p>
    );
  }
  return (
    <WorkspaceContext value={workspaceState}>
      <Workspace onTheme={setTheme} onPerson={setPersonId} />
    </WorkspaceContext>
  );
}

function useNow(now: () => number): number {
  const [nowMs, setNowMs] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(now()), TICK_MS);
    return () => clearInterval(timer);
  }, [now]);
  return nowMs;
}
