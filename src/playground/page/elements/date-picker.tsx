import type { ElementProps } from './element-props.ts';
import { textsIn } from './element-values.ts';
import { useElement } from './use-element.ts';

const INPUTS: Readonly<Record<string, 'date' | 'time' | 'datetime-local'>> = {
  datepicker: 'date',
  timepicker: 'time',
  datetimepicker: 'datetime-local',
};

/** A day, a time of day, or both; the browser brings the calendar. */
export function DatePicker(props: ElementProps) {
  const { element, name, noteId, isWrong = false } = props;
  const { content, isWaiting, choose } = useElement(props);
  const type = INPUTS[element.type] ?? 'date';
  const isInstant = type === 'datetime-local';
  return (
    <input
      type={type}
      className="field narrow"
      aria-label={element.placeholder?.text ?? name ?? type}
      aria-describedby={noteId}
      aria-invalid={isWrong}
      aria-busy={isWaiting}
      value={isInstant ? localInput(content) : textsIn(content).join('')}
      onChange={({ target: { value } }) => {
        if (value === '') return void choose(null);
        void choose(isInstant ? Math.floor(new Date(value).getTime() / 1000) : value);
      }}
    />
  );
}

/** Seconds since 1970 as the input wants them: local, to the minute, without a zone. */
function localInput(seconds: unknown): string {
  if (typeof seconds !== 'number') return '';
  const at = new Date(seconds * 1000);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}
