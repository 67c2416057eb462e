import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  Bot,
  ClipboardCheck,
  Columns3,
  History,
  KeyRound,
  PanelLeftClose,
  PanelLeftOpen,
  Settings,
  Shapes,
  ShieldCheck,
  ShoppingBag,
  Sparkles,
  Star,
  StickyNote,
  Table2,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { openNotesQuery } from '../api/notes-queries.ts'
import { reviewSummaryQuery } from '../api/proposals-queries.ts'
import { viewsQuery } from '../api/views-queries.ts'
import { JobsTray } from '../jobs/jobs-tray.tsx'
import { countQuery } from '../query/list-queries.ts'
import { createPlace, type Place, type View } from '../query/place.ts'
import { usePlace } from '../query/use-place.ts'
import { toggleSidebar, useShowsTechnicalDetails } from '../state/appearance.ts'
import { typeTexts } from '../state/entity-types.ts'
import { rightsOfPage } from '../state/page-rights.ts'
import { useMay } from '../state/rights.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount } from '../ui/format-count.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t, byLanguage, inSentence } from '../ui/text.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { toQuery } from '../views/view-content.ts'
import { WorkspaceSwitcher } from '../workspaces/workspace-switcher.tsx'
import { connectionTexts } from './connection-texts.ts'
import './sidebar.css'
import { HelpMenu } from './help-menu.tsx'
import { SideButton, SideLink } from './side-link.tsx'
import { TeamLinks } from './team-links.tsx'

const LazyWorklists = lazyPart(async () => (await import('./worklist-links.tsx')).WorklistLinks)

interface PageLinkTexts {
  readonly view: View
  readonly icon: LucideIcon
  readonly name: string
}

const publishing = byLanguage((): readonly PageLinkTexts[] => [
  { view: 'channels', icon: ShoppingBag, name: t('Channels') },
  { view: 'connect', icon: Bot, name: t('Connect') },
  { view: 'api', icon: KeyRound, name: t('API and keys') },
])
const settingUp = byLanguage((): readonly PageLinkTexts[] => [
  { view: 'attributes', icon: Columns3, name: t('Attributes') },
  { view: 'classes', icon: Shapes, name: t('Classes') },
  { view: 'providers', icon: Sparkles, name: t('AI providers') },
  { view: 'settings', icon: Settings, name: t('Settings') },
])

/** Where one can go: workspaces, entity types with their saved views, and the pages; and the state of the connection. */
export function Sidebar({ isFolded }: { isFolded: boolean }) {
  const { place } = usePlace()
  const { session } = useWorkspace()
  return (
    <aside className="side" aria-label={t('Sidebar')} data-folded={isFolded || undefined}>
      <WorkspaceSwitcher />
      <nav aria-label={t('Catalog')} className="side-nav">
        {entityTypes.map((type) => (
          <TypeLink key={type} type={type} place={place} isFolded={isFolded} />
        ))}
        <PageLink view="changes" icon={History} name={t('What changed')} place={place} isFolded={isFolded} />
        {session.person !== null && <TeamLinks place={place} isFolded={isFolded} />}
        <NotesLink place={place} isFolded={isFolded} />
        <ReviewLink place={place} isFolded={isFolded} />
        <PageLink view="quality" icon={ShieldCheck} name={t('Quality')} place={place} isFolded={isFolded} />
        <PageLink view="trash" icon={Trash2} name={t('Trash')} place={place} isFolded={isFolded} />
      </nav>
      <PageGroup name={t('Publish')} pages={publishing()} place={place} isFolded={isFolded} />
      <PageGroup name={t('Set up')} pages={settingUp()} place={place} isFolded={isFolded} />
      <div className="side-nav side-bottom">
        <JobsTray />
        <Account />
        <HelpMenu isFolded={isFolded} />
        <FoldButton isFolded={isFolded} />
      </div>
      <ConnectionStatus />
    </aside>
  )
}

const LazyAccountMenu = lazyPart(async () => (await import('./account-menu.tsx')).AccountMenu)

/** Who is signed in; the owner of a desktop signs in nowhere. */
function Account() {
  const { session } = useWorkspace()
  return <Suspense>{session.person !== null && <LazyAccountMenu />}</Suspense>
}

interface InSidebar {
  place: Place
  isFolded: boolean
}

function PageGroup({ name, pages, ...rest }: { name: string; pages: readonly PageLinkTexts[] } & InSidebar) {
  return (
    <nav aria-label={name} className="side-nav">
      <h2 className="side-heading" aria-hidden>
        {name}
      </h2>
      {pages.map((page) => (
        <PageLink key={page.view} {...page} {...rest} />
      ))}
    </nav>
  )
}

/** The link to the review, with how many proposals are open. */
function ReviewLink({ place, isFolded }: InSidebar) {
  const { api, workspace } = useWorkspace()
  const { data } = useQuery(reviewSummaryQuery(api))
  const open = Object.values(data?.open ?? {}).reduce((total, each) => total + each, 0)
  return (
    <SideLink
      target={createPlace(workspace.id, 'review')}
      icon={ClipboardCheck}
      name={t('Review')}
      isCurrent={place.view === 'review'}
      isFolded={isFolded}
      detail={open === 0 ? null : <span className="side-count">{formatCount(open)}</span>}
    />
  )
}

/** The link to notes and to-dos, with how many are open. */
function NotesLink({ place, isFolded }: InSidebar) {
  const { api, workspace } = useWorkspace()
  const { data: open = 0 } = useQuery(openNotesQuery(api))
  return (
    <SideLink
      target={createPlace(workspace.id, 'notes')}
      icon={StickyNote}
      name={t('Notes and to-dos')}
      isCurrent={place.view === 'notes'}
      isFolded={isFolded}
      detail={open === 0 ? null : <span className="side-count">{formatCount(open)}</span>}
    />
  )
}

/** The link to a page; one that the role of who is signed in does not open is not there. */
function PageLink({ view, icon, name, place, isFolded }: PageLinkTexts & InSidebar) {
  const { workspace } = useWorkspace()
  const may = useMay()
  const { see } = rightsOfPage[view]
  if (see !== null && !may(see)) return null
  return (
    <SideLink
      target={createPlace(workspace.id, view)}
      icon={icon}
      name={name}
      isCurrent={place.view === view}
      isFolded={isFolded}
    />
  )
}

/** One line at the foot of the sidebar: whether changes arrive live, and where the server is. */
function ConnectionStatus() {
  const { streamState, session } = useWorkspace()
  const { label, hint } = connectionTexts()[streamState]
  const hasDetails = useShowsTechnicalDetails()
  return (
    <Tooltip label={hint}>
      <p className="side-status" data-state={streamState}>
        <span className="side-status-dot" aria-hidden />
        <span>{label}</span>
        {hasDetails && <span className="side-status-host">{new URL(session.origin).host}</span>}
      </p>
    </Tooltip>
  )
}

function FoldButton({ isFolded }: { isFolded: boolean }) {
  return (
    <SideButton
      icon={isFolded ? PanelLeftOpen : PanelLeftClose}
      isFolded={isFolded}
      className="side-fold"
      onClick={toggleSidebar}
    >
      {isFolded ? t('Expand the sidebar') : t('Collapse the sidebar')}
    </SideButton>
  )
}

/** The link to the entities of a type, with how many there are, and to the saved views of the one that is shown. */
function TypeLink({ type, place, isFolded }: { type: EntityType } & InSidebar) {
  const { api, workspace, session } = useWorkspace()
  const { data: count } = useQuery(countQuery(api, type))
  const { plural, icon } = typeTexts()[type]
  const isCurrent = place.view === type
  return (
    <>
      <SideLink
        target={createPlace(workspace.id, type)}
        icon={icon}
        name={plural}
        isCurrent={isCurrent}
        isFolded={isFolded}
        detail={count === undefined ? null : <span className="side-count">{formatCount(count)}</span>}
      />
      {isCurrent && !isFolded && <SavedViews type={type} place={place} />}
      {isCurrent && !isFolded && session.person !== null && (
        <Suspense>
          <LazyWorklists type={type} place={place} />
        </Suspense>
      )}
    </>
  )
}

/** As many as leave the rest of the sidebar in sight; all of them are in the menu of views over the grid. */
const maxViews = 8

function SavedViews({ type, place }: { type: EntityType; place: Place }) {
  const { workspace } = useWorkspace()
  const { data: views = [] } = useQuery(viewsQuery(workspace.id, type))
  if (views.length === 0) return null
  return (
    <ul
      className="side-views"
      aria-label={t('Views of {plural}', { plural: inSentence(typeTexts()[type].plural) })}
    >
      {views.slice(0, maxViews).map((view) => {
        const target = { ...createPlace(workspace.id, type), query: toQuery(view), savedView: view.id }
        return (
          <li key={view.id}>
            <SideLink
              target={target}
              icon={view.is_default ? Star : Table2}
              name={view.name}
              isCurrent={place.savedView === view.id}
              isFolded={false}
            />
          </li>
        )
      })}
    </ul>
  )
}
