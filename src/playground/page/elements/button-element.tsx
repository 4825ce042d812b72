import type { TextObject } from '../block-kit/objects.ts';
import { Text } from '../blocks/rich-text.tsx';
import type { ElementProps } from './element-props.ts';
import type { Value } from './element-values.ts';
import { useElement } from './use-element.ts';

/** A button; one with a link opens it in a new tab, and the bot receives the action as well. */
export function ButtonElement(props: ElementProps) {
  const { element } = props;
  const { isWaiting, trigger } = useElement(props);
  const { text, url, style, accessibility_label: label } = element;
  const face = <span className="button-face">{text && <Text text={text} />}</span>;
  const onClick = () => void trigger(pressed(element));
  const shared = {
    className: ['button', style === undefined ? '' : `solid ${style}`].join(' '),
    'aria-label': label ?? undefined,
    'aria-busy': isWaiting,
  };

  if (url !== undefined && /^https?:/i.test(url)) {
    return (
      <a {...shared} href={url} target="_blank" rel="noopener noreferrer" onClick={onClick}>
        {face}
      </a>
    );
  }
  return (
    <button
      {...shared}
      type="button"
      aria-disabled={isWaiting}
      onClick={isWaiting ? undefined : onClick}
    >
      {face}
    </button>
  );
}

/** Two buttons that ask whether an answer was good. */
export function FeedbackButtons(props: ElementProps) {
  const { positive_button: positive, negative_button: negative } = props.element;
  const { isWaiting, trigger } = useElement(props);
  return [positive, negative].map(
    (element) =>
      element && (
        <button
          key={element.value}
          type="button"
          className="button quiet"
          aria-busy={isWaiting}
          aria-label={element.accessibility_label}
          onClick={() => void trigger(pressed(element))}
        >
          <span className="button-face">
            <Text text={element.text} />
          </span>
        </button>
      ),
  );
}

interface Pressable {
  readonly text?: TextObject | undefined;
  readonly value?: string | undefined;
}

function pressed({ text, value }: Pressable): Value {
  return { ...(text && { text }), ...(value !== undefined && { value }) };
}
