import { type KeyboardEvent, useEffect, useId, useState } from 'react';

import type { Element } from '../block-kit/element.ts';
import type { Option, OptionGroup } from '../block-kit/objects.ts';
import { useClientWords, useWorkspaceContext } from '../workspace-context.ts';
import { OptionText } from './choice-group.tsx';
import { knownGroups, matching, suggestedGroups } from './select-options.ts';
import { useSurface } from './surface.ts';

interface OptionPickerProps {
  readonly element: Element;
  readonly blockId: string;
  readonly name: string;
  readonly chosen: readonly Option[];
  readonly isMany: boolean;
  readonly onPick: (option: Option) => void;
}

/** A search field over a list of options: arrows move, Enter picks. */
export function OptionPicker(props: OptionPickerProps) {
  const { element, blockId, name, chosen, isMany, onPick } = props;
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const words = useClientWords();
  const { groups, note } = useGroups(element, blockId, typed);
  const options = groups.flatMap((group) => group.options);
  const optionId = (option: Option) => `${id}-${options.indexOf(option)}`;

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const current = options[at];
    if (event.key === 'Enter' && current) onPick(current);
    else if (step !== undefined) setAt(Math.max(0, Math.min(options.length - 1, at + step)));
    else return;
    event.preventDefault();
  }

  return (
    <div className="option-picker">
      <input
        type="text"
        role="combobox"
        className="field"
        placeholder={words.search}
        aria-label={words.searchIn(name)}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={options[at] && optionId(options[at])}
        autoFocus
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={id} aria-label={name} aria-multiselectable={isMany} className="menu">
        {options.length === 0 && <p className="menu-empty">{note}</p>}
        {groups.map((group, index) => (
          <div key={index} role="group" aria-label={group.label.text || name}>
            {group.label.text !== '' && <div className="menu-label">{group.label.text}</div>}
            {group.options.map((option) => (
              <div
                key={option.value}
                id={optionId(option)}
                role="option"
                className={option === options[at] ? 'menu-item active' : 'menu-item'}
                aria-selected={chosen.some(({ value }) => value === option.value)}
                onClick={() => onPick(option)}
              >
                <OptionText option={option} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const WAIT_MS = 150;

interface Offered {
  readonly groups: readonly OptionGroup[];
  /** Said where there is nothing to choose from. */
  readonly note: string;
}

function useGroups(element: Element, blockId: string, typed: string): Offered {
  const { state, person, send } = useWorkspaceContext();
  const words = useClientWords();
  const { place } = useSurface();
  const [suggested, setSuggested] = useState<{ typed: string; groups: readonly OptionGroup[] }>();
  const isExternal = element.type.endsWith('external_select');
  const missing = (element.min_query_length ?? 3) - typed.length;
  const isLongEnough = missing <= 0;

  useEffect(() => {
    if (!isExternal || !isLongEnough) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      const search = { element, blockId, place, person: person.id, value: typed };
      void suggestedGroups(send, search).then(
        (groups) => isCurrent && setSuggested({ typed, groups }),
      );
    }, WAIT_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // Place and element may be made anew at a drawing; what they name stays while a menu is open.
  }, [isExternal, isLongEnough, typed, blockId, element.action_id, person.id, send]);

  const nothing = words.nothingFound;
  if (!isExternal) {
    return { groups: matching(knownGroups(element, state, person.id), typed), note: nothing };
  }
  if (!isLongEnough) {
    return { groups: [], note: words.typeMore(missing) };
  }
  // Earlier results stay until the app has answered, so that the list does not flicker.
  const { groups = [], typed: answered } = suggested ?? {};
  return { groups, note: answered === typed ? nothing : words.searching };
}
