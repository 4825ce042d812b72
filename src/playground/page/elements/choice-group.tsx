import { useId } from 'react';

import type { Option } from '../block-kit/objects.ts';
import { Text } from '../blocks/rich-text.tsx';
import type { ElementProps } from './element-props.ts';
import { optionsIn } from './element-values.ts';
import { useElement } from './use-element.ts';

/** Checkboxes, or radio buttons. */
export function ChoiceGroup(props: ElementProps) {
  const { element, name, noteId } = props;
  const { content, isWaiting, choose } = useElement(props);
  const group = useId();
  const isMany = element.type === 'checkboxes';
  const chosen = optionsIn(content);
  const isChosen = ({ value }: Option) => chosen.some((option) => option.value === value);

  function toggle(option: Option): void {
    if (!isMany) return void choose(option);
    const { options = [] } = element;
    void choose(options.filter((other) => isChosen(other) !== (other.value === option.value)));
  }

  return (
    <div
      role={isMany ? 'group' : 'radiogroup'}
      className="choices"
      aria-label={name ?? 'Choices'}
      aria-describedby={noteId}
      aria-busy={isWaiting}
    >
      {element.options?.map((option) => (
        <label key={option.value} className="choice">
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={group}
            checked={isChosen(option)}
            onChange={() => toggle(option)}
          />
          <OptionText option={option} />
        </label>
      ))}
    </div>
  );
}

/** The text of an option, and what it says about itself below. */
export function OptionText({ option: { text, description } }: { readonly option: Option }) {
  return (
    <span>
      <Text text={text} />
      {description && (
        <span className="choice-description">
          <Text text={description} />
        </span>
      )}
    </span>
  );
}
