import { Suspense, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  PanelLeftClose,
  PanelLeftOpen,
  Star,
  Table2,
  BookOpen,
  CircleHelp,
  Command,
  Keyboard,
  PartyPopper,
} from 'lucide-react'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { keysOf } from '#shared/text.ts'
import { cellPictureCountQuery } from '../api/pictures-queries.ts'
import { viewsQuery } from '../api/views-queries.ts'
import { JobsTray } from '../jobs/jobs-tray.tsx'
import { countQuery } from '../query/list-queries.ts'
import {
  useLocation,
  goTo,
  createLocation,
  listLocation,
  type PageName,
  type PageLocation,
} from '../query/location.ts'
import {
  toggleSidebar,
  useShowsTechnicalDetails,
  technicalDetails,
  theme,
  themeTexts,
} from '../state/appearance.ts'
import { typeTexts } from '../state/entity-types.ts'
import { homePage } from '../state/first-page.ts'
import type { LinkGroup, Page, PageLink as PageLinkOptions } from '../state/feature.tsx'
import { useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount } from '../ui/format-count.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t, inSentence, cachedByLanguage } from '../ui/text.ts'
import { Menu, MenuChoice, MenuItem, MenuSeparator, Tooltip } from '../ui/popover.tsx'
import { toQuery } from '../views/view-content.ts'
import { WorkspaceSwitcher } from '../workspaces/workspace-switcher.tsx'
import './sidebar.css'
import { SideButton, SideLink } from './side-link.tsx'
import { pages } from './features.ts'
import type { StreamState } from '../api/event-stream.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { useLanguageChoice } from '../state/language.ts'
import { useChoice } from '../state/stored-choice.ts'
import { Kbd } from '../ui/kbd.tsx'

const LazyWorklists = lazyPart(async () => (await import('./worklist-links.tsx')).WorklistLinks)

const links = keysOf(pages).flatMap((view) => {
  const { link, rights }: Page = pages[view]
  return link === undefined ? [] : [{ view, link, see: rights.see }]
})

export function Sidebar({ isFolded }: { isFolded: boolean }) {
  const hasHome = useChoice(homePage) === 'shown'
  const { location } = useLocation()
  return (
    <aside className="side" aria-label={t('Sidebar')} data-folded={isFolded || undefined}>
      <WorkspaceSwitcher />
      <nav aria-label={t('Catalog')} className="side-nav">
        {hasHome && <PageLinks group="first" location={location} isFolded={isFolded} />}
        {entityTypes.map((type) => (
          <TypeLink key={type} type={type} location={location} isFolded={isFolded} />
        ))}
        <PageLinks group="catalog" location={location} isFolded={isFolded} />
      </nav>
      <LinkGroupNav name={t('Publish')} group="publish" location={location} isFolded={isFolded} />
      <LinkGroupNav name={t('Set up')} group="setup" location={location} isFolded={isFolded} />
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
  location: PageLocation
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

function PageLink({ view, link, location, isFolded }: { view: PageName; link: PageLinkOptions } & InSidebar) {
  const { workspace } = useWorkspace()
  const { count: Count } = link
  return (
    <SideLink
      target={createLocation(workspace.id, view)}
      icon={link.icon}
      name={link.name()}
      isCurrent={location.view === view}
      isFolded={isFolded}
      detail={
        Count && (
          <Suspense>
            <Count />
          </Suspense>
        )
      }
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

function TypeLink({ type, location, isFolded }: { type: EntityType } & InSidebar) {
  const { api, workspace, session } = useWorkspace()
  const { data: count } = useQuery(countQuery(api, type))
  const { plural, icon } = typeTexts()[type]
  const isCurrent = location.view === type
  return (
    <>
      <SideLink
        target={listLocation(workspace.id, type)}
        icon={icon}
        name={plural}
        isCurrent={isCurrent}
        isFolded={isFolded}
        detail={
          count === undefined ? null : (
            <span className="side-count">
              {type === 'image' ? <PictureCount images={count} /> : formatCount(count)}
            </span>
          )
        }
      />
      {isCurrent && !isFolded && <SavedViews type={type} location={location} />}
      {isCurrent && !isFolded && session.person !== null && (
        <Suspense>
          <LazyWorklists type={type} location={location} />
        </Suspense>
      )}
    </>
  )
}

/**
 * How many pictures the gallery shows: the images, and those that only cells hold. It is no number before both
 * are counted, or it would say 0 where there are pictures.
 */
function PictureCount({ images }: { readonly images: number }) {
  const { api } = useWorkspace()
  const { data: inCells, isError } = useQuery(cellPictureCountQuery(api))
  if (inCells === undefined && !isError) return null
  return formatCount(images + (inCells ?? 0))
}

/** Leaves space for the rest of the sidebar; the menu of views has all. */
const maxViews = 8

function SavedViews({ type, location }: { type: EntityType; location: PageLocation }) {
  const { workspace } = useWorkspace()
  const { data: views = [] } = useQuery(viewsQuery(workspace.id, type))
  if (views.length === 0) return null
  return (
    <ul
      className="side-views"
      aria-label={t('Views of {plural}', { plural: inSentence(typeTexts()[type].plural) })}
    >
      {views.slice(0, maxViews).map((view) => {
        const target = { ...createLocation(workspace.id, type), query: toQuery(view), savedView: view.id }
        return (
          <li key={view.id}>
            <SideLink
              target={target}
              icon={view.is_default ? Star : Table2}
              name={view.name}
              isCurrent={location.savedView === view.id}
              isFolded={false}
            />
          </li>
        )
      })}
    </ul>
  )
}

const connectionTexts = cachedByLanguage(
  (): Readonly<Record<StreamState, { label: string; hint: string }>> => ({
    connecting: { label: t('Connecting…'), hint: t('Waiting for the server on this computer.') },
    live: { label: t('Live'), hint: t('Changes by scripts and agents appear here at once.') },
    offline: {
      label: t('Not connected'),
      hint: t('The server does not answer. The page reconnects by itself.'),
    },
    refused: { label: t('Signed out'), hint: t('The session has ended. Open Vitrine by its link again.') },
  }),
)

const technicalTexts = cachedByLanguage(() => [
  { value: 'hidden' as const, label: t('Hidden') },
  { value: 'shown' as const, label: t('Shown, for scripts') },
])

function HelpMenu({ isFolded }: { isFolded: boolean }) {
  const { workspace } = useWorkspace()
  const openDialog = useOpenDialog()
  const chosen = useChoice(theme)
  const button = useRef<HTMLButtonElement>(null)
  const language = useLanguageChoice('menu', () => button.current)
  return (
    <Menu
      trigger={
        <SideButton ref={button} icon={CircleHelp} isFolded={isFolded}>
          {t('Help and appearance')}
        </SideButton>
      }
    >
      <MenuItem icon={BookOpen} onSelect={() => goTo(createLocation(workspace.id, 'help'))}>
        {t('Help and tours')}
      </MenuItem>
      <MenuItem icon={PartyPopper} onSelect={() => goTo(createLocation(workspace.id, 'news'))}>
        {t('What is new')}
      </MenuItem>
      <MenuItem icon={Command} hint={<Kbd keys="Ctrl K" />} onSelect={() => openDialog({ kind: 'palette' })}>
        {t('Commands')}
      </MenuItem>
      <MenuItem icon={Keyboard} hint={<Kbd keys="F1" />} onSelect={() => openDialog({ kind: 'shortcuts' })}>
        {t('Keyboard shortcuts')}
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label={t('Appearance')} value={chosen} choices={themeTexts()} onChange={theme.choose} />
      <MenuSeparator />
      <MenuChoice
        label={t('Keys and IDs')}
        value={useChoice(technicalDetails)}
        choices={technicalTexts()}
        onChange={technicalDetails.choose}
      />
      <MenuSeparator />
      <MenuChoice label={t('Language')} {...language} />
    </Menu>
  )
}
