import { ButtonElement, FeedbackButtons } from './button-element.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import { DatePicker } from './date-picker.tsx';
import type { ElementProps } from './element-props.ts';
import { OverflowMenu } from './overflow-menu.tsx';
import { SelectMenu } from './select-menu.tsx';
import { TextField } from './text-field.tsx';

/** Draws an interactive element. */
export function InteractiveElement(props: ElementProps) {
  const { type } = props.element;
  switch (type) {
    case 'button':
    case 'icon_button':
    case 'workflow_button':
      return <ButtonElement {...props} />;
    case 'feedback_buttons':
      return <FeedbackButtons {...props} />;
    case 'overflow':
      return <OverflowMenu {...props} />;
    case 'checkboxes':
    case 'radio_buttons':
      return <ChoiceGroup {...props} />;
    case 'datepicker':
    case 'timepicker':
    case 'datetimepicker':
      return <DatePicker {...props} />;
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
    case 'rich_text_input':
      return <TextField {...props} />;
    default:
      if (type.endsWith('_select')) return <SelectMenu {...props} />;
      return <p className="unreadable">The playground has no {type}.</p>;
  }
}
