interface SwitchProps<Value extends string> {
  readonly label: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice between a few words, one of which holds. */
export function Switch<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SwitchProps<Value>) {
  return (
    <fieldset className="control inline">
      <legend>{label}</legend>
      <div className="switch">
        {options.map(([option, words]) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === value}
            onClick={() => onChange(option)}
          >
            {words}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
