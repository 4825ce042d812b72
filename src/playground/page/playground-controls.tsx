import { type Transport, type Weather, WEATHERS } from '../slack/protocol.ts';
import { Avatar } from './avatar.tsx';
import { ClockControl } from './clock-control.tsx';
import { useDesk } from './desk.ts';
import type { Theme } from './preferences.ts';
import { Switch } from './switch.tsx';

interface PlaygroundControlsProps {
  readonly onTheme: (theme: Theme) => void;
  readonly onPerson: (id: string) => void;
}

const WEATHER_WORDS: Readonly<Record<Weather, string>> = {
  fair: 'Fair: answers at once',
  slow: 'Slow: takes its time',
  down: 'Down: does not answer',
  refused: 'Refused: turns us away',
  unreadable: 'Unreadable: makes no sense',
};

const TRANSPORTS = [
  ['http', 'HTTP'],
  ['socket', 'Socket Mode'],
] as const;

const CHARTS = [
  ['drawn', 'Drawn'],
  ['refused', 'Refused'],
] as const;

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const BOT_WORDS = {
  starting: 'Bot is starting…',
  ready: 'Bot is ready',
  stopped: 'Bot has stopped',
} as const;

/** Who the visitor is, and how the world around the bot behaves. */
export function PlaygroundControls({ onTheme, onPerson }: PlaygroundControlsProps) {
  const { state, person, theme, send } = useDesk();
  const { settings } = state;
  const people = state.people.filter(({ isBot }) => !isBot);

  return (
    <section className="controls" aria-label="Playground">
      <label className="control">
        <span>Act as</span>
        <span className="person">
          <Avatar id={person.id} name={person.name} isApp={false} />
          <span className="person-words" aria-hidden="true">
            <strong>{person.name}</strong>
            <span>{person.role}</span>
          </span>
          <select value={person.id} onChange={({ target }) => onPerson(target.value)}>
            {people.map(({ id, name, role }) => (
              <option key={id} value={id}>
                {role === '' ? name : `${name} · ${role}`}
              </option>
            ))}
          </select>
        </span>
      </label>
      {settings.service === 'real' ? (
        <p className="control-note">Reads the real Rental File Service.</p>
      ) : (
        <label className="control">
          <span>Rental File Service</span>
          <select
            value={settings.weather}
            onChange={({ target }) =>
              void send('settings', {
                weather: WEATHERS.find((name) => name === target.value) ?? 'fair',
              })
            }
          >
            {WEATHERS.map((weather) => (
              <option key={weather} value={weather}>
                {WEATHER_WORDS[weather]}
              </option>
            ))}
          </select>
        </label>
      )}
      {settings.clock && <ClockControl setting={settings.clock} />}
      <Switch
        label="Slack reaches the bot by"
        options={TRANSPORTS}
        value={settings.transport}
        onChange={(transport: Transport) => void send('settings', { transport })}
      />
      <Switch
        label="Charts in Slack"
        options={CHARTS}
        value={settings.refusesCharts === true ? 'refused' : 'drawn'}
        onChange={(charts) => void send('settings', { refusesCharts: charts === 'refused' })}
      />
      <Switch label="Theme" options={THEMES} value={theme} onChange={onTheme} />
      <div className="bot-state">
        <span className={`bot-dot ${settings.bot}`} aria-hidden="true" />
        <span role="status">{BOT_WORDS[settings.bot]}</span>
        <button
          type="button"
          className="side-button"
          disabled={settings.bot === 'starting'}
          onClick={() => void send('restart', {})}
        >
          Restart
        </button>
      </div>
    </section>
  );
}
