import type { Option } from '../block-kit/objects.ts';
import { Text } from '../blocks/rich-text.tsx';
import { useClientWords, useWorkspaceContext } from '../workspace-context.ts';
import type { ElementProps } from './element-props.ts';
import { optionsIn, textsIn } from './element-values.ts';
import { OptionPicker } from './option-picker.tsx';
import { Popover } from './popover.tsx';
import { holdsIds, knownGroups } from './select-options.ts';
import { useElement } from './use-element.ts';

/** A select menu for one or for many, of options, people, channels or what the bot suggests. */
export function SelectMenu(props: ElementProps) {
  const { element, blockId, name, noteId, isWrong = false } = props;
  const { state, person } = useWorkspaceContext();
  const words = useClientWords();
  const { content, isWaiting, choose } = useElement(props);
  const isMany = element.type.startsWith('multi_');
  const max = element.max_selected_items ?? Number.POSITIVE_INFINITY;
  const known = knownGroups(element, state, person.id).flatMap(({ options }) => options);
  const chosen = holdsIds(element)
    ? textsIn(content).map((id) => optionOf(id, known))
    : optionsIn(content);
  const placeholder = element.placeholder?.text ?? words.selectOption;

  function pick(option: Option): void {
    if (!isMany) return void choose(contentFor([option])[0]);
    const isOn = chosen.some(({ value }) => value === option.value);
    const next = isOn ? chosen.filter(({ value }) => value !== option.value) : [...chosen, option];
    if (next.length <= max) void choose(contentFor(next));
  }

  function contentFor(options: readonly Option[]): readonly unknown[] {
    return holdsIds(element) ? options.map(({ value }) => value) : options;
  }

  return (
    <Popover
      trigger={(carry) => (
        <button
          {...carry}
          type="button"
          className={chosen.length === 0 ? 'select empty' : 'select'}
          aria-haspopup="listbox"
          aria-label={[name ?? placeholder, ...chosen.map(({ text }) => text.text)].join(', ')}
          aria-describedby={noteId}
          aria-invalid={isWrong}
          aria-busy={isWaiting}
        >
          <span className="select-value">
            {chosen.length === 0 && placeholder}
            {chosen.map((option) => (
              <span key={option.value} className={isMany ? 'chip' : ''}>
                <Text text={option.text} />
              </span>
            ))}
          </span>
        </button>
      )}
    >
      {(close) => (
        <OptionPicker
          element={element}
          blockId={blockId}
          name={name ?? placeholder}
          chosen={chosen}
          isMany={isMany}
          onPick={(option) => {
            pick(option);
            if (!isMany) close();
          }}
        />
      )}
    </Popover>
  );
}

function optionOf(id: string, known: readonly Option[]): Option {
  const plain: Option = { text: { type: 'plain_text', text: id, emoji: false }, value: id };
  return known.find(({ value }) => value === id) ?? plain;
}
