import {
  type ComponentType,
  type FunctionComponent,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import type { EntityType } from '#shared/entities.ts'
import { keysOf } from '#shared/text.ts'
import { CommandPalette } from '../commands/command-palette.tsx'
import { bulkEditOf } from '../grid/actions/bulk-target.ts'
import { gridCommands } from '../grid/actions/grid-commands.ts'
import { openSession } from '../grid/actions/open-sessions.ts'
import { goTo, useLocation, createLocation } from '../query/location.ts'
import type { DialogName, DialogProps, DialogRequest, OpenDialog } from '../state/dialogs.ts'
import { type May, type Right, useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { type AppRuns, showRefusal } from './command-runs.ts'
import { listGoCommands } from './page-commands.ts'
import { useSectionItems } from './palette-sections.ts'

interface PartProps<Name extends DialogName> extends DialogProps<Name> {
  readonly runs: AppRuns
  readonly isOtherOpen: boolean
}

interface DialogRow<Name extends DialogName> {
  readonly part: FunctionComponent<PartProps<Name>>
  /** The right to open the dialog; null where none is needed. */
  readonly right: Right | null
}

/**
 * Every dialog of the window. One that listens for events itself, as that of agents, starts when its code
 * is loaded. The palette is there from the start: it must not lose typed keys while its code loads.
 */
const dialogs: { readonly [Name in DialogName]: DialogRow<Name> } = {
  import: {
    part: lazyDialog(async () => (await import('../imports/import-dialog.tsx')).ImportDialog),
    right: 'imports',
  },
  'place-pictures': {
    part: lazyDialog(async () => (await import('../assets/place-dialog.tsx')).PlaceDialog),
    right: 'rows',
  },
  export: {
    part: lazyDialog(async () => (await import('../exports/export-dialog.tsx')).ExportDialog),
    right: null,
  },
  generate: {
    part: lazyDialog(async () => (await import('../generation/run-dialog.tsx')).RunDialog),
    right: 'generation',
  },
  worklist: {
    part: lazyDialog(async () => (await import('../views/worklist-dialog.tsx')).WorklistDialog),
    right: 'worklists',
  },
  print: {
    part: lazyDialog(async () => (await import('../grid/printing/print-dialog.tsx')).PrintDialog),
    right: null,
  },
  merge: {
    part: lazyDialog(async () => (await import('./worded-duplicates.tsx')).MergeRows),
    right: 'merging',
  },
  'saved-action': { part: SavedAction, right: 'rows' },
  'delete-attribute': {
    part: lazyDialog(
      async () => (await import('../attributes/delete-attribute-dialog.tsx')).DeleteColumnAttribute,
    ),
    right: 'attributes',
  },
  'job-report': {
    part: lazyDialog(async () => (await import('../jobs/job-report-dialog.tsx')).JobReportDialog),
    right: null,
  },
  'new-workspace': {
    part: lazyDialog(async () => (await import('../workspaces/new-workspace-dialog.tsx')).NewWorkspace),
    right: 'workspaces',
  },
  palette: { part: Palette, right: null },
  shortcuts: {
    part: lazyDialog(async () => (await import('../commands/shortcuts-sheet.tsx')).ShortcutsSheet),
    right: null,
  },
  consent: {
    part: lazyDialog(async () => (await import('../access/consent-dialog.tsx')).ConsentDialog),
    right: null,
  },
}

function lazyDialog<Props extends { readonly request: object | undefined }>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  return lazyPart(load, { isNeeded: ({ request }) => request !== undefined })
}

/** Restricts dialogs by rights, since they also open without a command: a file may be dropped anywhere. */
export function permittedDialogs(open: OpenDialog, may: May): OpenDialog {
  return (request) => {
    const { right } = dialogs[request.kind]
    if (right === null || may(right)) open(request)
    else showRefusal(right)
  }
}

interface OpenDialogsProps {
  readonly request: DialogRequest | undefined
  readonly onClose: () => void
  readonly runs: AppRuns
}

export function OpenDialogs(props: OpenDialogsProps) {
  useFocusAfter(props.request !== undefined)
  return (
    <Suspense>
      {keysOf(dialogs).map((name) => (
        <NamedDialog key={name} name={name} {...props} />
      ))}
    </Suspense>
  )
}

interface NamedDialogProps<Name extends DialogName> extends OpenDialogsProps {
  readonly name: Name
}

function NamedDialog<Name extends DialogName>({ name, request, onClose, runs }: NamedDialogProps<Name>) {
  const Part: FunctionComponent<PartProps<Name>> = dialogs[name].part
  const isOtherOpen = request !== undefined && request.kind !== name
  const data = isOtherOpen ? undefined : (request as PartProps<Name>['request'])
  return <Part request={data} isOtherOpen={isOtherOpen} onClose={onClose} runs={runs} />
}

function Palette({ runs, request, onClose }: PartProps<'palette'>) {
  const may = useMay()
  const sections = useSectionItems(request !== undefined)
  return (
    <CommandPalette
      {...{ request, onClose, sections }}
      runs={runs.commands}
      pages={listGoCommands(runs.pages, may)}
    />
  )
}

declare module '../state/dialogs.ts' {
  interface DialogData {
    'saved-action': { readonly type: EntityType; readonly id: string }
  }
}

/** Opens the panel of bulk edits with a saved action, in the grid of its type. */
function SavedAction({ request, onClose }: DialogProps<'saved-action'>) {
  const { workspace } = useWorkspace()
  const { location } = useLocation()
  const open = useEffectEvent(({ type, id }: { type: EntityType; id: string }) => {
    if (location.view !== type) goTo(createLocation(workspace.id, type))
    bulkEditOf(openSession(workspace.id, type)).set({ isOpen: true, keys: [], action: id })
    onClose()
  })
  useEffect(() => {
    if (request !== undefined) open(request)
  }, [request])
  return null
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
