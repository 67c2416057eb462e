import {
  Bot,
  Columns3,
  Command,
  Keyboard,
  KeyRound,
  Settings,
  Shapes,
  ShoppingBag,
  Trash2,
} from 'lucide-react'
import { entityTypes } from '#shared/entities.ts'
import { JobsTray } from '../jobs/jobs-tray.tsx'
import { usePlace } from '../query/use-place.ts'
import { ThemeMenu } from './theme-menu.tsx'
import { WorkspaceSwitcher } from '../workspaces/workspace-switcher.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import { ConnectionStatus } from './connection-status.tsx'
import { NavLink } from './nav-link.tsx'
import { TypeLink } from './type-link.tsx'
import './sidebar.css'

/** The palette and the sheet of shortcuts, with the keys that open them. */
function HelpLinks() {
  const openDialog = useOpenDialog()
  return (
    <>
      <button type="button" className="side-link" onClick={() => openDialog({ kind: 'palette' })}>
        <Command aria-hidden />
        <span className="side-link-text">Commands</span>
        <Kbd keys="Ctrl K" />
      </button>
      <button type="button" className="side-link" onClick={() => openDialog({ kind: 'shortcuts' })}>
        <Keyboard aria-hidden />
        <span className="side-link-text">Shortcuts</span>
        <Kbd keys="F1" />
      </button>
    </>
  )
}

/** Where one can go: workspaces, entity types, channels, the trash, the API; and the state of the connection. */
export function Sidebar() {
  const { place } = usePlace()
  return (
    <aside className="side" aria-label="Sidebar">
      <WorkspaceSwitcher />
      <nav aria-label="Catalog" className="side-nav">
        {entityTypes.map((type) => (
          <TypeLink key={type} type={type} isCurrent={place.view === type} />
        ))}
      </nav>
      <nav aria-label="Settings" className="side-nav side-bottom">
        <NavLink view="attributes" icon={Columns3} isCurrent={place.view === 'attributes'}>
          Attributes
        </NavLink>
        <NavLink view="classes" icon={Shapes} isCurrent={place.view === 'classes'}>
          Classes
        </NavLink>
        <NavLink view="channels" icon={ShoppingBag} isCurrent={place.view === 'channels'}>
          Channels
        </NavLink>
        <NavLink view="trash" icon={Trash2} isCurrent={place.view === 'trash'}>
          Trash
        </NavLink>
        <NavLink view="connect" icon={Bot} isCurrent={place.view === 'connect'}>
          Connect
        </NavLink>
        <NavLink view="api" icon={KeyRound} isCurrent={place.view === 'api'}>
          API and keys
        </NavLink>
        <JobsTray />
        <NavLink view="settings" icon={Settings} isCurrent={place.view === 'settings'}>
          Settings
        </NavLink>
        <ThemeMenu />
        <HelpLinks />
      </nav>
      <ConnectionStatus />
    </aside>
  )
}
