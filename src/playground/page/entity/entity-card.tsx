import type { Entity } from '../../slack-workspace/blocks/entity.ts';
import type { Message } from '../../slack-workspace/page-protocol.ts';
import { useClientWords, useWorkspaceContext } from '../workspace-context.ts';
import { EntityFields } from './entity-fields.tsx';

interface EntityCardProps {
  readonly message: Message;
  /** Id of the preview that it is. */
  readonly attachment: number;
  readonly entity: Entity;
}

/** The Work Object of a link, under its message; a press on its title opens its panel. */
export function EntityCard({ message, attachment, entity }: EntityCardProps) {
  const { person, send } = useWorkspaceContext();
  const { channel, ts } = message;
  const words = useClientWords();
  const { attributes } = entity.entity_payload;
  const open = () => void send('open_entity', { person: person.id, channel, ts, attachment });
  return (
    <section className="entity-card" aria-label={words.preview}>
      <EntityHeading entity={entity} />
      <button type="button" className="entity-title" onClick={open}>
        {attributes.title.text}
      </button>
      <EntityFields entity={entity} />
    </section>
  );
}

/** What kind of thing it is, of which product. */
export function EntityHeading({ entity }: { readonly entity: Entity }) {
  const {
    display_id: id,
    display_type: type,
    product_name: product,
  } = entity.entity_payload.attributes;
  return <p className="entity-heading">{[product, type, id].filter(Boolean).join(' · ')}</p>;
}
