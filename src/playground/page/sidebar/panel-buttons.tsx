import { Avatar } from '../ui/avatar.tsx';
import { MenuIcon } from '../ui/icons.tsx';
import { useWorkspaceContext } from '../workspace-context.ts';

/** Opens the sidebar where there is no room for it beside the rest. */
export function DrawerButton() {
  const { panel, setPanel } = useWorkspaceContext();
  return (
    <button
      type="button"
      className="icon-button drawer-button"
      aria-label="Open the sidebar"
      aria-expanded={panel === 'sidebar'}
      onClick={() => setPanel('sidebar')}
    >
      <MenuIcon />
    </button>
  );
}

/** Opens the playground's controls where there is no room for them; shows who is acted as. */
export function ControlsButton() {
  const { person, panel, setPanel } = useWorkspaceContext();
  return (
    <button
      type="button"
      className="icon-button controls-button"
      aria-label="Open the playground controls"
      aria-expanded={panel === 'controls'}
      onClick={() => setPanel('controls')}
    >
      <Avatar id={person.id} name={person.name} isApp={false} />
    </button>
  );
}
