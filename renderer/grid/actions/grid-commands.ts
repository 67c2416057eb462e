import { keysOf, tableOf } from '#shared/text.ts'
import { createAtom } from '@tanstack/react-store'
import type { CommandId } from '#shared/commands.ts'
import { firstSummary } from '../model/aggregate.ts'
import { openDetails } from '../data/detail-state.ts'
import { fillToEnd } from './fill.ts'
import { copyAsJson, copyAsMarkdown, copyWithHeaders, copyWithoutPictures } from './clipboard.ts'
import { editSelectedCells, listRowIds, selectedRows } from './bulk-target.ts'
import { askOrigin, commentOnCell, noteOnCell } from './note-on-cell.ts'
import { collapseAll } from './arranged-rows.ts'
import { redo, undo, rememberImport } from './history.ts'
import { goToNextLeft } from './next-left.ts'
import { goToMissing } from './next-missing.ts'
import { pasteFromClipboard } from './paste.ts'
import { shiftRowsByRank } from './rank-rows.ts'
import { clearSelected } from './ranges.ts'
import { discardRefused, goToError } from './refusals.ts'
import {
  duplicateRow,
  addRow,
  addVariant,
  discardDraft,
  insertRow,
  openVariants,
  trashSelected,
} from './rows.ts'
import { joinVariants, partVariants } from './convert-rows.ts'
import { copyAddress, copyIds } from './selected-ids.ts'
import type { GridSession } from '../data/grid-session.ts'
import { gridLayoutOf, type LookStore } from '../../state/grid-layout.ts'
import { openGrid, type OpenGrid } from '../../state/workspace-context.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'
import { isDraftId } from '../data/draft-rows.ts'
import { comparedIn, fewestCompared, maxCompared } from '../data/compare-state.ts'

const isIdle: Partial<Record<CommandId, (session: GridSession) => boolean>> = {
  'discard-row': (session) => !isDraftId(session.rowAt(session.selection.get()?.cursor.row ?? 0)?.id ?? ''),
  'discard-refused': hasNoRefusal,
  'next-error': hasNoRefusal,
  undo: ({ log }) => log.lastDone === undefined,
  redo: ({ log }) => log.lastUndone === undefined,
}

export function idleCommands(session: GridSession): ReadonlySet<string> {
  return new Set(
    Object.entries(isIdle)
      .filter(([, test]) => test(session))
      .map(([id]) => id),
  )
}

function hasNoRefusal({ overlay }: GridSession): boolean {
  return overlay.counts.get().refused === 0
}

export const gridRuns = cachedByLanguage(
  () =>
    ({
      'add-row': addRow,
      'insert-row': (session) => insertRow(session, 'below'),
      'insert-row-above': (session) => insertRow(session, 'above'),
      'add-variant': addVariant,
      variants: openVariants,
      'join-variants': joinVariants,
      'part-variants': partVariants,
      'duplicate-row': duplicateRow,
      'trash-rows': trashSelected,
      'discard-row': (session) =>
        discardDraft(session, false) || session.announce(t('There is no new row under the cursor.')),
      'cut-cells': (session) => sendToInput(session, 'cut'),
      'copy-cells': (session) => sendToInput(session, 'copy'),
      'copy-with-headers': copyWithHeaders,
      'copy-as-markdown': copyAsMarkdown,
      'copy-as-json': copyAsJson,
      'copy-without-pictures': copyWithoutPictures,
      'move-rows-up': (session) => shiftRowsByRank(session, -1),
      'move-rows-down': (session) => shiftRowsByRank(session, 1),
      'fill-to-end': (session) => fillToEnd(session, false),
      'paste-cells': pasteFromClipboard,
      'clear-cells': (session) => clearSelected(session),
      'edit-cells': editSelectedCells,
      'discard-refused': discardRefused,
      'add-note': noteOnCell,
      'add-comment': commentOnCell,
      'compare-rows': compareSelected,
      'copy-ids': copyIds,
      'copy-address': copyAddress,
      details: (session) => openDetails(session),
      'value-origin': askOrigin,
      'next-error': (session) => goToError(session, 1),
      'next-missing': goToMissing,
      'next-left': goToNextLeft,
      'go-to-row': (session) => session.isGoingTo.set(true),
      'collapse-groups': (session) => collapseAll(session, true),
      'expand-groups': (session) => collapseAll(session, false),
      'summary-row': (session) => {
        const look = presentLook.get() ?? gridLayoutOf(session.api.workspaceId, session.type)
        const columns = session.geometry.get().placed.map(({ column }) => column)
        look.showSummary(look.summary.get().kinds === null, firstSummary(columns))
      },
      refresh: (session) => session.source.get()?.refresh(),
    }) as const satisfies Partial<Record<CommandId, (session: GridSession) => unknown>>,
)

/** The copy is an event of the input, like the one of its keys. */
function sendToInput(session: GridSession, event: 'copy' | 'cut'): void {
  session.screen.focusInput()
  document.execCommand(event)
}

export type GridCommandId = keyof ReturnType<typeof gridRuns>

export const presentSession = createAtom<GridSession | undefined>(undefined)

/** The layout of the grid that commands go to; a surface has one of its own. */
const presentLook = createAtom<LookStore | undefined>(undefined)

export function runGridCommand(id: GridCommandId): void {
  withGrid(gridRuns()[id])()
}

export const gridCommandRuns = tableOf(keysOf(gridRuns()), (id) => () => runGridCommand(id))

function withGrid(run: (session: GridSession) => unknown): () => void {
  return () => {
    const session = presentSession.get()
    if (session) run(session)
  }
}

export const gridCommands = {
  undo: withGrid(undo),
  redo: withGrid(redo),
  focus: withGrid((session) => session.screen.focusInput()),
}

/** Whether keys go to the cells of a grid: it has the focus, and no cell is edited. */
export function isSelectingCells(): boolean {
  const session = presentSession.get()
  return session !== undefined && session.editor.get() === undefined && session.screen.hasFocus()
}

/** Makes a grid the target of commands, until the returned function is called. */
export function offerGrid(session: GridSession, look?: LookStore): () => void {
  presentSession.set(session)
  presentLook.set(() => look)
  const offered = toOpenGrid(session)
  openGrid.set(offered)
  return () => {
    presentSession.set((present) => (present === session ? undefined : present))
    openGrid.set((open) => (open === offered ? undefined : open))
  }
}

function toOpenGrid(session: GridSession): OpenGrid {
  return {
    type: session.type,
    currentId: () => session.rowAt(session.selection.get()?.cursor.row ?? 0)?.id,
    idleCommands: () => idleCommands(session),
    rememberImport: (job) => rememberImport(session, job),
    selectedRows: () => {
      const { spans, count } = selectedRows(session)
      return { count, ids: () => listRowIds(session, session.query, spans) }
    },
  }
}

async function compareSelected(session: GridSession): Promise<void> {
  const { spans, count } = selectedRows(session)
  const canCompare = count >= fewestCompared && count <= maxCompared
  const ids = canCompare
    ? (await listRowIds(session, session.query, spans)).filter((id) => !isDraftId(id))
    : []
  if (ids.length >= fewestCompared) comparedIn(session).set(ids)
  else
    session.announce(
      t('Select {fewestCompared} to {maxCompared} saved rows, then compare them.', {
        fewestCompared,
        maxCompared,
      }),
    )
}
