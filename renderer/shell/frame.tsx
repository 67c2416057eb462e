import { useEffect, useMemo, useState } from 'react'
import type { Workspace } from '#shared/app-surface.ts'
import { Unplug } from 'lucide-react'
import { createApi } from '../api/client.ts'
import type { SessionInfo } from '../api/session-queries.ts'
import { createCommandRuns, useAppCommands } from './command-runs.ts'
import { FileDropZone } from '../imports/file-drop-zone.tsx'
import { usePlace } from '../query/use-place.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { takePendingImport } from '../state/import-file.ts'
import { loadPartsWhenIdle } from '../ui/lazy-part.tsx'
import { tellSavedFiles } from '../state/desktop-files.ts'
import { WorkspaceContext, useWorkspace } from '../state/workspace-context.ts'
import { DialogContext, type DialogRequest } from '../state/dialogs.ts'
import { OpenDialogs } from './open-dialogs.tsx'
import { Page } from './pages.tsx'
import { Sidebar } from './sidebar.tsx'
import { useLiveUpdates } from './use-live-updates.ts'

interface FrameProps {
  workspace: Workspace
  session: SessionInfo
}

/** The window of one workspace: the sidebar, the page that the address names, and the dialogs over both. */
export function Frame({ workspace, session }: FrameProps) {
  const { place } = usePlace()
  useEffect(loadPartsWhenIdle, [])
  useEffect(tellSavedFiles, [])
  const [dialog, setDialog] = useState(firstDialog)
  const api = useMemo(() => createApi(workspace.id), [workspace.id])
  const streamState = useLiveUpdates(api)
  const open = useMemo(
    () => ({ workspace, session, api, streamState }),
    [workspace, session, api, streamState],
  )
  const runs = useMemo(() => createCommandRuns(workspace.id, setDialog), [workspace.id])
  useAppCommands(runs)

  return (
    <WorkspaceContext value={open}>
      <DialogContext value={setDialog}>
        <FileDropZone onFile={(file) => setDialog({ kind: 'import', file })}>
          <div className="frame">
            <Sidebar />
            <main className="frame-main">
              <ConnectionBanner />
              <ErrorBoundary key={place.view}>
                <Page view={place.view} />
              </ErrorBoundary>
            </main>
          </div>
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
          Vitrine does not answer. Reconnecting… Changes cannot be saved until it is back.
        </p>
      )}
    </div>
  )
}
