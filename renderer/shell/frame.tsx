import { useEffect, useLayoutEffect, useMemo, useState, Suspense, type ComponentType } from 'react'
import type { SessionInfo, ListedWorkspace } from '#shared/app-surface.ts'
import { Unplug } from 'lucide-react'
import { createApi, type Api } from '../api/client.ts'
import { sessionKey } from '../api/session-queries.ts'
import { createCommandRuns, permitted, permittedDialogs, useAppCommands } from './command-runs.ts'
import { sendWaiting } from '../grid/actions/open-sessions.ts'
import { FileDropZone } from '../imports/file-drop-zone.tsx'
import { usePlace } from '../query/use-place.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { takePendingImport } from '../state/import-file.ts'
import { loadPartsWhenIdle, lazyPart } from '../ui/lazy-part.tsx'
import { useIsSidebarFolded } from '../state/appearance.ts'
import { announceSavedFiles } from '../state/desktop-files.ts'
import { rightsOfPage } from '../state/page-rights.ts'
import { isAllowed, type May, present, useMay } from '../state/rights.ts'
import { WorkspaceContext, useWorkspace } from '../state/workspace-context.ts'
import { DialogContext, type DialogRequest } from '../state/dialogs.ts'
import { ReplicaBanner } from '../settings/replica-banner.tsx'
import { DisplacedBanner } from '../workspaces/displaced-banner.tsx'
import { OpenDialogs } from './open-dialogs.tsx'
import { Sidebar } from './sidebar.tsx'
import type { EntityType } from '#shared/entities.ts'
import type { View } from '../query/place.ts'
import { CatalogPage } from './catalog-page.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { presentTour } from '../state/tour.ts'
import type { EventRecord } from '#shared/events.ts'
import { useTeamUpdates } from './team-updates.ts'
import { changesKey } from '../api/changes-queries.ts'
import { notesKey } from '../api/notes-queries.ts'
import { qualityKey } from '../api/quality-queries.ts'
import { reviewKey } from '../api/proposals-queries.ts'
import { classesKey } from '../api/classes-queries.ts'
import { channelsKey, completenessKey } from '../api/channels-queries.ts'
import { openEventStream, type StreamState } from '../api/event-stream.ts'
import { treeKey } from '../api/tree-queries.ts'
import { trashKey } from '../api/trash-requests.ts'
import { facetsKey } from '../query/facet-queries.ts'
import { countKey } from '../query/list-queries.ts'
import { t } from '../ui/text.ts'

/** The pages about the whole workspace. The first thing shown is nearly always the grid, so their code comes after it. */
const pages: Readonly<Record<Exclude<View, EntityType>, ComponentType>> = {
  api: lazyPart(async () => (await import('../access/api-page.tsx')).ApiPage),
  connect: lazyPart(async () => (await import('../access/connect-page.tsx')).ConnectPage),
  attributes: lazyPart(async () => (await import('../attributes/attributes-page.tsx')).AttributesPage),
  classes: lazyPart(async () => (await import('../classes/classes-page.tsx')).ClassesPage),
  providers: lazyPart(async () => (await import('../generation/providers-page.tsx')).ProvidersPage),
  spend: lazyPart(async () => (await import('../generation/spend-page.tsx')).SpendPage),
  settings: lazyPart(async () => (await import('../settings/settings-page.tsx')).SettingsPage),
  backups: lazyPart(async () => (await import('../backups/backups-page.tsx')).BackupsPage),
  replica: lazyPart(async () => (await import('../settings/replica-page.tsx')).ReplicaPage),
  diagnostics: lazyPart(async () => (await import('../settings/diagnostics-page.tsx')).DiagnosticsPage),
  people: lazyPart(async () => (await import('../team/people-page.tsx')).PeoplePage),
  account: lazyPart(async () => (await import('../team/account-page.tsx')).AccountPage),
  channels: lazyPart(async () => (await import('../settings/channels-page.tsx')).ChannelsPage),
  changes: lazyPart(async () => (await import('./what-changed-page.tsx')).WhatChangedPage),
  jobs: lazyPart(async () => (await import('../jobs/jobs-page.tsx')).JobsPage),
  help: lazyPart(async () => (await import('./help-with-shortcuts.tsx')).HelpWithShortcuts),
  news: lazyPart(async () => (await import('../help/news-page.tsx')).NewsPage),
  notes: lazyPart(async () => (await import('./all-notes-page.tsx')).AllNotesPage),
  inbox: lazyPart(async () => (await import('./new-for-you-page.tsx')).NewForYouPage),
  quality: lazyPart(async () => (await import('./quality-page.tsx')).QualityPage),
  review: lazyPart(async () => (await import('./review-proposals-page.tsx')).ReviewProposalsPage),
  trash: lazyPart(async () => (await import('../trash/trash-page.tsx')).TrashPage),
}

const LazyRoleNote = lazyPart(async () => (await import('./role-note.tsx')).RoleNote)
const LazyClosedPage = lazyPart(async () => (await import('./closed-page.tsx')).ClosedPage)
const LazyTour = lazyPart(async () => (await import('../help/tour-card.tsx')).TourCard)

function Tour() {
  const { tour } = useSelector(presentTour)
  return <Suspense>{tour && <LazyTour />}</Suspense>
}

/** What the address names: a page, or the entities of a type. */
function Page({ view }: { view: View }) {
  const may = useMay()
  const { see } = rightsOfPage[view]
  if (!isPage(view)) return <CatalogPage key={view} type={view} />
  const Named = pages[view]
  return <Suspense>{see === null || may(see) ? <Named /> : <LazyClosedPage right={see} />}</Suspense>
}

function isPage(view: View): view is keyof typeof pages {
  return Object.hasOwn(pages, view)
}

interface FrameProps {
  workspace: ListedWorkspace
  session: SessionInfo
}

/** The window of one workspace: the sidebar, the page that the address names, and the dialogs over both. */
export function Frame({ workspace, session }: FrameProps) {
  const { place } = usePlace()
  const isFolded = useIsSidebarFolded()
  useEffect(loadPartsWhenIdle, [])
  useEffect(announceSavedFiles, [])
  useEffect(() => sendWaiting(workspace.id), [workspace.id])
  const [dialog, setDialog] = useState(firstDialog)
  const api = useMemo(() => createApi(workspace.id), [workspace.id])
  const streamState = useLiveUpdates(api)
  useTeamUpdates(api, session)
  const open = useMemo(
    () => ({ workspace, session, api, streamState }),
    [workspace, session, api, streamState],
  )
  const may = useMemo((): May => (right) => isAllowed(session, workspace.id, right), [session, workspace.id])
  const isTeam = session.person !== null
  useLayoutEffect(() => present.set({ may, isTeam }), [may, isTeam])
  const openDialog = useMemo(() => permittedDialogs(setDialog, may), [may])
  const runs = useMemo(
    () => permitted(createCommandRuns(workspace.id, openDialog), may),
    [workspace.id, openDialog, may],
  )
  useAppCommands(runs)

  return (
    <WorkspaceContext value={open}>
      <DialogContext value={openDialog}>
        <FileDropZone onFile={(file) => openDialog({ kind: 'import', file })}>
          <div className="frame" data-folded={isFolded || undefined}>
            <Sidebar isFolded={isFolded} />
            <main className="frame-main">
              <ConnectionBanner />
              <DisplacedBanner />
              <ReplicaBanner />
              {session.person !== null && (
                <Suspense>
                  <LazyRoleNote view={place.view} />
                </Suspense>
              )}
              <ErrorBoundary key={place.view}>
                <Page view={place.view} />
              </ErrorBoundary>
            </main>
          </div>
          <Tour />
          <OpenDialogs request={dialog} runs={runs} onClose={() => setDialog(undefined)} />
        </FileDropZone>
      </DialogContext>
    </WorkspaceContext>
  )
}

/** A file that was chosen before the workspace was open is imported first. */
function firstDialog(): DialogRequest | undefined {
  const file = takePendingImport()
  return file && { kind: 'import', file }
}

/** Tells that the server is away; what is on the page stays readable. */
function ConnectionBanner() {
  const { streamState } = useWorkspace()
  return (
    <div role="status">
      {streamState === 'offline' && (
        <p className="page-banner">
          <Unplug aria-hidden />
          {t(
            'Vitrine does not answer. Reconnecting… What you change in the grid meanwhile is sent when it is back.',
          )}
        </p>
      )}
    </div>
  )
}

const settleMs = 400

/** Keeps counts and definitions current with what others change; tells the state of the connection. */
function useLiveUpdates(api: Api): StreamState {
  const queryClient = useQueryClient()
  const [state, setState] = useState<StreamState>('connecting')

  useEffect(() => {
    let wasOffline = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const refreshCounts = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queryClient.invalidateQueries({ queryKey: countKey(api.workspaceId) })
        void queryClient.invalidateQueries({ queryKey: facetsKey(api.workspaceId) })
        void queryClient.invalidateQueries({ queryKey: completenessKey(api.workspaceId) })
        void queryClient.invalidateQueries({ queryKey: treeKey(api.workspaceId) })
        void queryClient.invalidateQueries({ queryKey: changesKey(api.workspaceId) })
        void queryClient.invalidateQueries({ queryKey: reviewKey(api.workspaceId) })
        void queryClient.invalidateQueries({ queryKey: qualityKey(api.workspaceId) })
      }, settleMs)
    }
    const takeEvent = ({ event }: EventRecord): void => {
      if (event.startsWith('attribute.')) {
        void queryClient.invalidateQueries({ queryKey: ['attributes', api.workspaceId] })
        void queryClient.invalidateQueries({ queryKey: channelsKey(api.workspaceId) })
        void queryClient.invalidateQueries({ queryKey: classesKey(api.workspaceId) })
        refreshCounts()
      }
      if (event.startsWith('note.'))
        void queryClient.invalidateQueries({ queryKey: notesKey(api.workspaceId) })
      if (event.startsWith('entity.')) refreshCounts()
      if (event === 'entity.deleted' || event === 'entity.restored')
        for (const key of [trashKey(api.workspaceId), notesKey(api.workspaceId)])
          void queryClient.invalidateQueries({ queryKey: key })
    }
    const takeState = (next: StreamState): void => {
      setState(next)
      // Whatever was missed while the server was away is asked for anew.
      if (next === 'live' && wasOffline) void queryClient.invalidateQueries()
      if (next === 'refused') void queryClient.invalidateQueries({ queryKey: sessionKey })
      wasOffline = next === 'offline'
    }
    const close = openEventStream(api, takeEvent, takeState)
    return () => {
      clearTimeout(timer)
      close()
    }
  }, [api, queryClient])

  return state
}
