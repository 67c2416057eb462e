import { findEntityType } from '#shared/entities.ts'
import { useEffect, useLayoutEffect, useMemo, useState, Suspense } from 'react'
import type { SessionInfo, ListedWorkspace } from '#shared/app-surface.ts'
import { Unplug } from 'lucide-react'
import { createApi } from '../api/client.ts'
import { type AppRuns, createCommandRuns, permitted, useAppCommands } from './command-runs.ts'
import { createGoRuns, rightOfGoCommand } from './page-commands.ts'
import { sendWaiting } from '../grid/actions/open-sessions.ts'
import { FileDropZone } from '../imports/file-drop-zone.tsx'
import { useLocation, type PageLocation, type View } from '../query/location.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { takePendingImport, announceSavedFiles } from '../state/desktop-files.ts'
import { loadPartsWhenIdle, lazyPart } from '../ui/lazy-part.tsx'
import { useIsSidebarFolded } from '../state/appearance.ts'
import { rememberPlace } from '../state/recent-places.ts'
import { rightOfCommand } from '../state/command-rights.ts'
import { isAllowed, type May, present, useMay } from '../state/rights.tsx'
import { WorkspaceContext, useWorkspace } from '../state/workspace-context.ts'
import { DialogContext, type DialogRequest, type OpenDialog } from '../state/dialogs.ts'
import { ReplicaBanner } from '../settings/replica-banner.tsx'
import { DisplacedBanner } from '../workspaces/displaced-banner.tsx'
import { findPage, rightsOf } from './features.ts'
import { useLiveUpdates } from './live-updates.ts'
import { OpenDialogs, permittedDialogs } from './open-dialogs.tsx'
import { Sidebar } from './sidebar.tsx'
import { CatalogPage } from './catalog-page.tsx'
import { useSelector } from '@tanstack/react-store'
import { presentTour } from '../state/tour.ts'
import { t } from '../ui/text.ts'

const LazyRoleNote = lazyPart(async () => (await import('./role-note.tsx')).RoleNote)
const LazyClosedPage = lazyPart(async () => (await import('./closed-page.tsx')).ClosedPage)
const LazyTour = lazyPart(async () => (await import('../help/tour-card.tsx')).TourCard)

function Tour() {
  const { tour } = useSelector(presentTour)
  return <Suspense>{tour && <LazyTour />}</Suspense>
}

function Page({ view }: { view: View }) {
  const may = useMay()
  const page = findPage(view)
  if (page === undefined) return <CatalogPage key={view} type={findEntityType(view) ?? 'product'} />
  const { see } = page.rights
  return <Suspense>{see === null || may(see) ? <page.part /> : <LazyClosedPage right={see} />}</Suspense>
}

const stayMs = 1500

/** Notes where somebody stays, for Home to lead back to. */
function useRememberedPlace(workspaceId: string, location: PageLocation): void {
  useEffect(() => {
    if (location.view === 'home') return undefined
    const timer = setTimeout(() => rememberPlace(workspaceId, location), stayMs)
    return () => clearTimeout(timer)
  }, [workspaceId, location])
}

interface FrameProps {
  workspace: ListedWorkspace
  session: SessionInfo
}

export function Frame({ workspace, session }: FrameProps) {
  const { location } = useLocation()
  const isFolded = useIsSidebarFolded()
  useEffect(loadPartsWhenIdle, [])
  useEffect(announceSavedFiles, [])
  useRememberedPlace(workspace.id, location)
  useEffect(() => sendWaiting(workspace.id), [workspace.id])
  const [dialog, setDialog] = useState(firstDialog)
  const api = useMemo(() => createApi(workspace.id), [workspace.id])
  const streamState = useLiveUpdates(api, session)
  const open = useMemo(
    () => ({ workspace, session, api, streamState }),
    [workspace, session, api, streamState],
  )
  const may = useMemo((): May => (right) => isAllowed(session, workspace.id, right), [session, workspace.id])
  const isTeam = session.person !== null
  useLayoutEffect(() => present.set({ may, isTeam }), [may, isTeam])
  const openDialog = useMemo(() => permittedDialogs(setDialog, may), [may])
  const runs = useRuns(workspace.id, openDialog, may)
  useAppCommands(runs)

  return (
    <WorkspaceContext value={open}>
      <DialogContext value={openDialog}>
        <FileDropZone
          onFile={(file) => openDialog({ kind: 'import', file })}
          onPictures={(files) => openDialog({ kind: 'place-pictures', files })}
        >
          <div className="frame" data-folded={isFolded || undefined}>
            <Sidebar isFolded={isFolded} />
            <main className="frame-main">
              <ConnectionBanner />
              <DisplacedBanner />
              <ReplicaBanner />
              {session.person !== null && (
                <Suspense>
                  <LazyRoleNote change={rightsOf(location.view).change} />
                </Suspense>
              )}
              <ErrorBoundary key={location.view}>
                <Page view={location.view} />
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

function useRuns(workspaceId: string, openDialog: OpenDialog, may: May): AppRuns {
  return useMemo(
    () => ({
      commands: permitted(createCommandRuns(workspaceId, openDialog), (id) => rightOfCommand[id], may),
      pages: permitted(createGoRuns(workspaceId), rightOfGoCommand, may),
    }),
    [workspaceId, openDialog, may],
  )
}

/** A file that was chosen before the workspace was open is imported first. */
function firstDialog(): DialogRequest | undefined {
  const file = takePendingImport()
  return file && { kind: 'import', file }
}

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
