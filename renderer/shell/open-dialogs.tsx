import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { findEntityType, type EntityType } from '#shared/entities.ts'
import { CommandPalette } from '../commands/command-palette.tsx'
import { bulkEditOf } from '../grid/actions/bulk-target.ts'
import { openSession } from '../grid/actions/open-sessions.ts'
import { gridCommands } from '../grid/actions/grid-commands.ts'
import { createLocation } from '../query/location.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { goTo, useLocation } from '../query/use-location.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { useOpenDialog, type DialogRequest } from '../state/dialogs.ts'
import type { AppRuns } from './command-runs.ts'
import { useMay } from '../state/rights.ts'
import { listGoCommands } from './page-commands.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

interface OpenDialogsProps {
  request: DialogRequest | undefined
  onClose: () => void
  runs: AppRuns
}

export function OpenDialogs({ request, onClose, runs }: OpenDialogsProps) {
  const may = useMay()
  const kind = request?.kind
  useSavedAction(request, onClose)
  useFocusAfter(request !== undefined)
  return (
    <Suspense>
      <CatalogDialogs request={request} onClose={onClose} />
      <CommandPalette
        open={kind === 'palette'}
        onClose={onClose}
        runs={runs.commands}
        pages={listGoCommands(runs.pages, may)}
      />
      <LazyConsent
        wanted={request?.kind === 'consent' ? request.code : undefined}
        isHeldBack={request !== undefined && kind !== 'consent'}
        onClose={onClose}
      />
      <LazyJobReport job={request?.kind === 'job-report' ? request.job : undefined} onClose={onClose} />
      <LazyShortcuts open={kind === 'shortcuts'} onClose={onClose} />
      <LazyNewWorkspace
        open={kind === 'new-workspace'}
        onClose={onClose}
        onCreated={({ id }) => goTo(createLocation(id))}
      />
    </Suspense>
  )
}

function useSavedAction(request: DialogRequest | undefined, onClose: () => void): void {
  const { workspace } = useWorkspace()
  const { location } = useLocation()
  const open = useEffectEvent(({ type, id }: { type: EntityType; id: string }) => {
    if (location.view !== type) goTo(createLocation(workspace.id, type))
    bulkEditOf(openSession(workspace.id, type)).set({ isOpen: true, keys: [], action: id })
    onClose()
  })
  const wanted = asked(request, 'saved-action')
  useEffect(() => {
    if (wanted !== undefined) open(wanted)
  }, [wanted])
}

function CatalogDialogs({ request, onClose }: Pick<OpenDialogsProps, 'request' | 'onClose'>) {
  const { location, change } = useLocation()
  const openDialog = useOpenDialog()
  const shown = findEntityType(location.view) ?? 'product'
  const addition = asked(request, 'add-attribute')
  const wanted = asked(request, 'import')
  const exporting = asked(request, 'export')
  return (
    <>
      <LazyAddAttribute
        open={addition !== undefined}
        type={addition?.type ?? shown}
        position={addition?.position}
        onClose={onClose}
        onShow={() => change({ view: addition?.type ?? shown, query: emptyGridQuery, shape: undefined })}
      />
      <LazyColumnAttribute
        editing={asked(request, 'edit-attribute')}
        deleting={asked(request, 'delete-attribute')}
        onClose={onClose}
      />
      <LazyExport
        open={exporting !== undefined}
        type={shown}
        scope={exporting?.scope}
        channel={exporting?.channel}
        onClose={onClose}
      />
      <LazyMerge request={asked(request, 'merge')} onClose={onClose} />
      <LazyRun request={asked(request, 'generate')} shown={shown} onClose={onClose} />
      <LazyPrint
        open={request?.kind === 'print'}
        type={shown}
        onClose={onClose}
        onExport={() => openDialog({ kind: 'export' })}
      />
      <LazyWorklist request={asked(request, 'worklist')} shown={shown} onClose={onClose} />
      <LazyImport open={wanted !== undefined} file={wanted?.file} type={shown} onClose={onClose} />
    </>
  )
}

function asked<Kind extends DialogRequest['kind']>(
  request: DialogRequest | undefined,
  kind: Kind,
): Extract<DialogRequest, { kind: Kind }> | undefined {
  return request?.kind === kind ? (request as Extract<DialogRequest, { kind: Kind }>) : undefined
}

const closingMs = 250

/** A dialog opened by a drop or a vanished button leaves the focus nowhere, so the grid takes it. */
function useFocusAfter(isOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed) return undefined
    const timer = setTimeout(
      () => document.activeElement === document.body && gridCommands.focus(),
      closingMs,
    )
    return () => clearTimeout(timer)
  }, [isOpen])
}

const whenOpen = { isWanted: ({ open }: { open: boolean }) => open }

// The dialogs of the window, except the palette, which must not lose typed keys while its code loads. A
// dialog that listens for events itself, as that of agents, starts when its code is loaded.

const LazyAddAttribute = lazyPart(
  async () => (await import('../attributes/add-attribute-dialog.tsx')).AddAttributeDialog,
  whenOpen,
)
const LazyColumnAttribute = lazyPart(
  async () => (await import('../attributes/column-attribute-dialogs.tsx')).ColumnAttributeDialogs,
  { isWanted: ({ editing, deleting }) => editing !== undefined || deleting !== undefined },
)
const LazyShortcuts = lazyPart(
  async () => (await import('../commands/shortcuts-sheet.tsx')).ShortcutsSheet,
  whenOpen,
)
const LazyConsent = lazyPart(async () => (await import('../access/consent-dialog.tsx')).ConsentDialog, {
  isWanted: ({ wanted }) => wanted !== undefined,
})
const LazyExport = lazyPart(async () => (await import('../exports/export-dialog.tsx')).ExportDialog, whenOpen)
const LazyImport = lazyPart(async () => (await import('../imports/import-dialog.tsx')).ImportDialog, whenOpen)
const LazyJobReport = lazyPart(async () => (await import('../jobs/job-report-dialog.tsx')).JobReportDialog, {
  isWanted: ({ job }) => job !== undefined,
})
const LazyNewWorkspace = lazyPart(
  async () => (await import('../workspaces/new-workspace-dialog.tsx')).NewWorkspaceDialog,
  whenOpen,
)
const LazyMerge = lazyPart(async () => (await import('./worded-duplicates.tsx')).MergeRows, {
  isWanted: ({ request }) => request !== undefined,
})
const LazyRun = lazyPart(async () => (await import('../generation/run-dialog.tsx')).RunDialog, {
  isWanted: ({ request }) => request !== undefined,
})
const LazyWorklist = lazyPart(async () => (await import('../views/worklist-dialog.tsx')).WorklistDialog, {
  isWanted: ({ request }) => request !== undefined,
})
const LazyPrint = lazyPart(
  async () => (await import('../grid/printing/print-dialog.tsx')).PrintDialog,
  whenOpen,
)
