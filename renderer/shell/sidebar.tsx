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
  Moon,
  Sun,
  SunMoon,
  type LucideIcon,
} from 'lucide-react'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { useQuery } from '@tanstack/react-query'
import { JobsTray } from '../jobs/jobs-tray.tsx'
import { usePlace, goTo } from '../query/use-place.ts'
import { WorkspaceSwitcher } from '../workspaces/workspace-switcher.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import type { StreamState } from '../api/event-stream.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Menu, MenuChoice } from '../ui/menu.tsx'
import { chooseTheme, useTheme } from '../state/theme.ts'
import { typeTexts } from '../state/entity-types.ts'
import { formatCount } from '../ui/format-count.ts'
import { countQuery } from '../query/list-queries.ts'
import './sidebar.css'
import type { MouseEvent, ReactNode } from 'react'
import { createPlace, toSearch, type View } from '../query/place.ts'

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

const texts: Readonly<Record<StreamState, { label: string; hint: string }>> = {
  connecting: { label: 'Connecting…', hint: 'Waiting for the server on this machine.' },
  live: { label: 'Live', hint: 'Changes by scripts and agents appear here at once.' },
  offline: { label: 'Not connected', hint: 'The server does not answer. The page reconnects by itself.' },
  refused: { label: 'Signed out', hint: 'The session has ended. Open Vitrine by its link again.' },
}

/** One line at the foot of the sidebar: whether changes arrive live, and where the server is. */
function ConnectionStatus() {
  const { streamState, session } = useWorkspace()
  const { label, hint } = texts[streamState]
  return (
    <Tooltip label={hint}>
      <p className="side-status" data-state={streamState}>
        <span className="side-status-dot" aria-hidden />
        <span>{label}</span>
        <span className="side-status-host">{new URL(session.origin).host}</span>
      </p>
    </Tooltip>
  )
}

const icons = { system: SunMoon, light: Sun, dark: Moon }
const choices = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

function ThemeMenu() {
  const theme = useTheme()
  const Icon = icons[theme]
  return (
    <Menu
      trigger={
        <button type="button" className="side-link">
          <Icon aria-hidden />
          <span className="side-link-text">Appearance</span>
        </button>
      }
    >
      <MenuChoice label="Appearance" value={theme} choices={choices} onChange={chooseTheme} />
    </Menu>
  )
}

/** The link to the entities of a type, with how many there are. */
function TypeLink({ type, isCurrent }: { type: EntityType; isCurrent: boolean }) {
  const { api } = useWorkspace()
  const { data: count } = useQuery(countQuery(api, type))
  const { plural, icon } = typeTexts[type]
  return (
    <NavLink
      view={type}
      icon={icon}
      isCurrent={isCurrent}
      detail={count === undefined ? null : <span className="side-count">{formatCount(count)}</span>}
    >
      {plural}
    </NavLink>
  )
}

interface NavLinkProps {
  view: View
  icon: LucideIcon
  isCurrent: boolean
  children: ReactNode
  /** Shown at the end of the line. */
  detail?: ReactNode
}

/** A link to a view of the workspace: a real one, so that it can be opened in another tab. */
function NavLink({ view, icon: Icon, isCurrent, children, detail }: NavLinkProps) {
  const { workspace } = useWorkspace()
  const target = createPlace(workspace.id, view)
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (!isCurrent) goTo(target)
  }
  return (
    <a
      className="side-link"
      href={toSearch(target)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow}
    >
      <Icon aria-hidden />
      <span className="side-link-text">{children}</span>
      {detail}
    </a>
  )
}
