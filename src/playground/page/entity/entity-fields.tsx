import type { Entity } from '../../slack-workspace/blocks/entity.ts';
import { formatSlackDate } from '../text/slack-date.ts';
import { useClientWords, useWorkspaceContext } from '../workspace-context.ts';

type Field = NonNullable<Entity['entity_payload']['custom_fields']>[number];

/** The fields of a Work Object, in its order. */
export function EntityFields({ entity }: { readonly entity: Entity }) {
  const { custom_fields: fields = [], display_order: order } = entity.entity_payload;
  const shown = order?.flatMap((key) => fields.filter((field) => field.key === key)) ?? fields;
  if (shown.length === 0) return null;
  return (
    <dl className="entity-fields">
      {shown.map((field) => (
        <div
          key={field.key}
          className={field.type === 'string' && field.long === true ? 'wide' : undefined}
        >
          <dt>{field.label}</dt>
          <dd>
            <FieldValue field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldValue({ field }: { readonly field: Field }) {
  const { state, clock } = useWorkspaceContext();
  const words = useClientWords();
  switch (field.type) {
    case 'string':
      return field.tag_color === undefined ? (
        field.value
      ) : (
        <span className={`entity-tag ${field.tag_color}`}>{field.value}</span>
      );
    case 'slack#/types/user': {
      if (!('user_id' in field.user)) return field.user.text;
      const { user_id: id } = field.user;
      return (
        <span className="mention">@{state.people.find((one) => one.id === id)?.name ?? id}</span>
      );
    }
    case 'slack#/types/timestamp':
      return formatSlackDate(field.value, '{date_short_pretty} {time}', clock);
    case 'slack#/types/link':
      return (
        <a href={field.value} target="_blank" rel="noopener noreferrer">
          {field.value}
        </a>
      );
    case 'array':
      return field.value.map(({ value }) => value).join(', ');
    case 'boolean':
      return field.value ? words.yes : words.no;
    case 'integer':
    case 'slack#/types/channel_id':
    case 'slack#/types/date':
    case 'slack#/types/email':
      return field.value;
  }
}
