import { useEffect, useState } from 'react';

import type { Entity } from '../../slack-workspace/blocks/entity.ts';
import { Popover } from '../elements/popover.tsx';
import { goBackTo } from '../ui/go-back-to.ts';
import { MenuItem, moveFocus } from '../ui/menu-item.tsx';
import { useClientWords, useWorkspaceContext } from '../workspace-context.ts';
import { EntityHeading } from './entity-card.tsx';
import { EntityFields } from './entity-fields.tsx';

type Action = NonNullable<
  NonNullable<Entity['entity_payload']['actions']>['primary_actions']
>[number];

/** The details panel of a Work Object that the person has open. */
export function EntityPanel() {
  const { state, person, send } = useWorkspaceContext();
  const words = useClientWords();
  const panel = state.panels.find((one) => one.person === person.id);
  const isOpen = panel !== undefined;

  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      if (document.activeElement === document.body) goBackTo(before);
    };
  }, [isOpen]);

  if (panel === undefined) return null;
  const { entity, error, isLoading, channel, ts, attachment } = panel;
  const refresh = () => void send('open_entity', { person: person.id, channel, ts, attachment });
  const close = () => void send('close_entity', { person: person.id });
  return (
    <aside className="entity-panel" aria-label={words.details} aria-busy={isLoading} tabIndex={-1}>
      <header className="entity-panel-head">
        {entity === null ? (
          <p className="entity-heading">{words.details}</p>
        ) : (
          <EntityHeading entity={entity} />
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={words.refreshDetails}
          onClick={refresh}
        >
          ↻
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={words.closeDetails}
          onClick={close}
        >
          ✕
        </button>
      </header>
      <div className="entity-panel-body">
        {isLoading && entity === null && error === null && (
          <p className="quiet-note">{words.loading}</p>
        )}
        {error !== null && (
          <div role="alert">
            <h3>{error.custom_title ?? error.status}</h3>
            <p className="entity-error">{error.custom_message}</p>
          </div>
        )}
        {entity !== null && (
          <>
            <h3>{entity.entity_payload.attributes.title.text}</h3>
            <EntityFields entity={entity} />
          </>
        )}
      </div>
      {entity !== null && <PanelActions entity={entity} />}
    </aside>
  );
}

function PanelActions({ entity }: { readonly entity: Entity }) {
  const { primary_actions: primary = [], overflow_actions: overflow = [] } =
    entity.entity_payload.actions ?? {};
  const { person, send } = useWorkspaceContext();
  const words = useClientWords();
  const [waiting, setWaiting] = useState<string | null>(null);

  async function act({ action_id: actionId, value }: Action): Promise<void> {
    setWaiting(actionId);
    const action = {
      type: 'button',
      action_id: actionId,
      ...(value === undefined ? {} : { value }),
    };
    await send('act', { person: person.id, place: { panel: true }, action, values: {} });
    setWaiting(null);
  }

  return (
    <footer className="entity-panel-actions">
      {primary.map((action) => {
        const shared = {
          className: ['button', action.style === undefined ? '' : `solid ${action.style}`].join(
            ' ',
          ),
          'aria-label': action.accessibility_label,
          'aria-busy': waiting === action.action_id,
          onClick: () => void act(action),
        };
        const face = <span className="button-face">{action.text}</span>;
        return action.url === undefined ? (
          <button key={action.action_id} type="button" {...shared}>
            {face}
          </button>
        ) : (
          <a
            key={action.action_id}
            {...shared}
            href={action.url}
            target="_blank"
            rel="noopener noreferrer"
          >
            {face}
          </a>
        );
      })}
      {overflow.length > 0 && (
        <Popover
          align="end"
          trigger={(carry) => (
            <button
              {...carry}
              type="button"
              className="button dots"
              aria-label={words.moreActions}
              aria-haspopup="menu"
            >
              <span className="button-face" aria-hidden="true">
                •••
              </span>
            </button>
          )}
        >
          {(close) => (
            <div role="menu" aria-label={words.moreActions} className="menu" onKeyDown={moveFocus}>
              {overflow.map((action, index) => (
                <MenuItem
                  key={action.action_id}
                  isFirst={index === 0}
                  onChoose={() => {
                    close();
                    void act(action);
                  }}
                >
                  {action.text}
                </MenuItem>
              ))}
            </div>
          )}
        </Popover>
      )}
    </footer>
  );
}
