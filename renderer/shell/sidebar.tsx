import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { PanelLeftClose, PanelLeftOpen, Star, Table2 } from 'lucide-react'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { keysOf } from '#shared/text.ts'
import { viewsQuery } from '../api/views-queries.ts'
import { JobsTray } from '../jobs/jobs-tray.tsx'
import { countQuery } from '../query/list-queries.ts'
import { createPlace, type PageName, type Place } from '../query/place.ts'
import { usePlace } from '../query/use-place.ts'
import { toggleSidebar, useShowsTechnicalDetails } from '../state/appearance.ts'
import { typeTexts } from '../state/entity-types.ts'
import type { LinkGroup, Page, PageLink as PageLinkOptions } from '../state/feature.tsx'
import { useMay } from '../state/rights.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount } from '../ui/format-count.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t, inSentence } from '../ui/text.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { toQuery } from '../views/view-content.ts'
import { WorkspaceSwitcher } from '../workspaces/workspace-switcher.tsx'
import { connectionTexts } from './connection-texts.ts'
import './sidebar.css'
import { HelpMenu } from './help-menu.tsx'
import { SideButton, SideLink } from './side-link.tsx'
import { pages } from './features.ts'

const LazyWorklists = lazyPart(async () => (await import('./worklist-links.tsx')).WorklistLinks)

const links = keysOf(pages).flatMap((view) => {
  const { link, rights }: Page = pages[view]
  return link === undefined ? [] : [{ view, link, see: rights.see }]
})

export function Sidebar({ isFolded }: { isFolded: boolean }) {
  const { place } = usePlace()
  return (
    <aside className="side" aria-label={t('Sidebar')} data-folded={isFolded || undefined}>
      <WorkspaceSwitcher />
      <nav aria-label={t('Catalog')} className="side-nav">
        {entityTypes.map((type) => (
          <TypeLink key={type} type={type} place={place} isFolded={isFolded} />
        ))}
        <PageLinks group="catalog" place={place} isFolded={isFolded} />
      </nav>
      <LinkGroupNav name={t('Publish')} group="publish" place={place} isFolded={isFolded} />
      <LinkGroupNav name={t('Set up')} group="setup" place={place} isFolded={isFolded} />
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

function Account() {
  const { session } = useWorkspace()
  return <Suspense>{session.person !== null && <LazyAccountMenu />}</Suspense>
}

interface InSidebar {
  place: Place
  isFolded: boolean
}

function LinkGroupNav({ name, ...links }: { name: string; group: LinkGroup } & InSidebar) {
  return (
    <nav aria-label={name} className="side-nav">
      <h2 className="side-heading" aria-hidden>
        {name}
      </h2>
      <PageLinks {...links} />
    </nav>
  )
}

function PageLinks({ group, ...rest }: { group: LinkGroup } & InSidebar) {
  const may = useMay()
  const { session } = useWorkspace()
  const isInTeam = session.person !== null
  return links
    .filter(({ link, see }) => link.group === group && (see === null || may(see)))
    .filter(({ link }) => isInTeam || !link.isOfTeams)
    .map(({ view, link }) => <PageLink key={view} view={view} link={link} {...rest} />)
}

function PageLink({ view, link, place, isFolded }: { view: PageName; link: PageLinkOptions } & InSidebar) {
  const { workspace } = useWorkspace()
  const { count: Count } = link
  return (
    <SideLink
      target={createPlace(workspace.id, view)}
      icon={link.icon}
      name={link.name()}
      isCurrent={place.view === view}
      isFolded={isFolded}
      detail={Count && <Count />}
    />
  )
}

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

/** Leaves space for the rest of the sidebar; the menu of views has all. */
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
