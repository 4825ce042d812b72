import type { KeyboardEvent } from 'react';
import { z } from 'zod';

import type { ElementProps } from './element-props.ts';
import { textsIn } from './element-values.ts';
import { useElement } from './use-element.ts';

const KEYBOARDS: Readonly<Record<string, 'email' | 'url' | 'decimal'>> = {
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'decimal',
};

/** A line or some lines of text. */
export function TextField(props: ElementProps) {
  const { element, name, noteId, isWrong = false, dispatches = true } = props;
  const { content, hold, choose } = useElement(props);
  const isRich = element.type === 'rich_text_input';
  const triggers = element.dispatch_action_config?.trigger_actions_on ?? ['on_enter_pressed'];

  function type(text: string): void {
    const next = text === '' ? null : isRich ? richText(text) : text;
    if (dispatches && triggers.includes('on_character_entered')) void choose(next);
    else hold(next);
  }

  function enter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.shiftKey) return;
    if (!dispatches || !triggers.includes('on_enter_pressed')) return;
    event.preventDefault();
    void choose(content);
  }

  const field = {
    className: 'field',
    value: isRich ? plainTextIn(content) : textsIn(content).join(''),
    placeholder: element.placeholder?.text,
    maxLength: element.max_length,
    autoFocus: element.focus_on_load,
    'aria-label': name ?? element.placeholder?.text ?? 'Text',
    'aria-describedby': noteId,
    'aria-invalid': isWrong,
    onKeyDown: enter,
  };
  if (isRich || element.multiline === true) {
    return <textarea {...field} rows={4} onChange={({ target }) => type(target.value)} />;
  }
  return (
    <input
      {...field}
      type="text"
      inputMode={KEYBOARDS[element.type] ?? 'text'}
      onChange={({ target }) => type(target.value)}
    />
  );
}

function richText(text: string): object {
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text }] };
  return { type: 'rich_text', elements: [section] };
}

const RichContent = z.object({
  elements: z.array(z.object({ elements: z.array(z.object({ text: z.string().default('') })) })),
});

function plainTextIn(content: unknown): string {
  const { data } = RichContent.safeParse(content);
  return (data?.elements ?? [])
    .map(({ elements }) => elements.map(({ text }) => text).join(''))
    .join('\n');
}
