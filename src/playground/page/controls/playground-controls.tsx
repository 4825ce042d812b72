import { useEffect, useRef } from 'react';

import {
  type Transport,
  type ServiceMode,
  SERVICE_MODES,
} from '../../slack-workspace/page-protocol.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Notice } from '../ui/notice.tsx';
import { languageName } from '../welcome/examples.ts';
import { useWorkspaceContext } from '../workspace-context.ts';
import { ClockControl } from './clock-control.tsx';
import { FileControl } from './file-control.tsx';
import { Switch } from './switch.tsx';

interface PlaygroundControlsProps {
  readonly onPerson: (id: string) => void;
}

const SERVICE_MODE_LABELS: Readonly<Record<ServiceMode, string>> = {
  fair: 'Up: answers at once',
  slow: 'Slow: 1.5 s a page',
  down: 'Down: 503 Service Unavailable',
  refused: 'Key deleted: no access token',
  unreadable: 'Broken: HTML or half of the JSON',
};

const TRANSPORTS = [
  ['http', 'HTTP'],
  ['socket', 'Socket Mode'],
] as const;

const CHARTS = [
  ['drawn', 'Drawn'],
  ['refused', 'Rejected'],
] as const;

const BOT_WORDS = {
  starting: 'Bot is starting…',
  ready: 'Bot is ready',
  stopped: 'Bot has stopped',
} as const;

/** Who the visitor is, and how the world around the bot behaves. */
export function PlaygroundControls({ onPerson }: PlaygroundControlsProps) {
  const { state, person, send, panel, setPanel } = useWorkspaceContext();
  const { settings } = state;
  const people = state.people.filter(({ isBot }) => !isBot);
  const languages = [...new Set(people.map(languageName))];
  const sheet = useRef<HTMLElement>(null);
  const isOpen = panel === 'controls';
  const isStarting = settings.bot === 'starting';

  useEffect(() => {
    if (isOpen) sheet.current?.querySelector('select')?.focus();
  }, [isOpen]);

  return (
    <section ref={sheet} className="controls" aria-label="Playground">
      <div className="sheet-head">
        <h2>Playground</h2>
        <button
          type="button"
          className="icon-button"
          aria-label="Close the playground controls"
          onClick={() => setPanel(null)}
        >
          ✕
        </button>
      </div>
      <Notice />
      <div>
        <label className="control">
          <span>Act as</span>
          <span className="person">
            <Avatar id={person.id} name={person.name} isApp={false} />
            <span className="person-words" aria-hidden="true">
              <strong>{person.name}</strong>
              <span>
                {person.role} · {languageName(person)}
              </span>
            </span>
            <select
              id="act-as"
              value={person.id}
              aria-describedby="act-as-note"
              onChange={({ target }) => onPerson(target.value)}
            >
              {languages.map((language) => (
                <optgroup key={language} label={`Answers in ${language}`}>
                  {people
                    .filter((one) => languageName(one) === language)
                    .map(({ id, name, role }) => (
                      <option key={id} value={id}>
                        {role === '' ? name : `${name} · ${role}`}
                      </option>
                    ))}
                </optgroup>
              ))}
            </select>
          </span>
        </label>
        <p id="act-as-note" className="control-note">
          Also changes the language of answers.
        </p>
      </div>
      {settings.service === 'real' ? (
        <p className="control-note">Reads the real Rental File Service.</p>
      ) : (
        <label className="control">
          <span>Rental File Service</span>
          <select
            value={settings.serviceMode}
            onChange={({ target }) =>
              void send('settings', {
                serviceMode: SERVICE_MODES.find((name) => name === target.value) ?? 'fair',
              })
            }
          >
            {SERVICE_MODES.map((mode) => (
              <option key={mode} value={mode}>
                {SERVICE_MODE_LABELS[mode]}
              </option>
            ))}
          </select>
        </label>
      )}
      {settings.service === 'playground' && <FileControl />}
      {settings.clock && <ClockControl setting={settings.clock} />}
      <Switch
        label="Transport"
        options={TRANSPORTS}
        value={settings.transport}
        onChange={(transport: Transport) => void send('settings', { transport })}
      />
      <Switch
        label="Charts"
        options={CHARTS}
        value={settings.refusesCharts === true ? 'refused' : 'drawn'}
        onChange={(charts) => void send('settings', { refusesCharts: charts === 'refused' })}
      />
      <div className="bot-state">
        <span className={`bot-dot ${settings.bot}`} aria-hidden="true" />
        <span role="status">{BOT_WORDS[settings.bot]}</span>
        <button
          type="button"
          className="side-button"
          aria-disabled={isStarting}
          onClick={() => {
            if (!isStarting) void send('restart', {});
          }}
        >
          Restart
        </button>
      </div>
    </section>
  );
}
