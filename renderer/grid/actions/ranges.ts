import { maxEditValues } from '#shared/bulk-operations.ts'
import { toClearingWrite } from '../cells/registry.ts'
import type { CellToWrite } from '../data/edit-command.ts'
import type { CellOrigin } from '../data/row-lookup.ts'
import type { GridSession } from '../data/grid-session.ts'
import { blocksOf, cellCount, cellsOf, type Block } from '../model/selection.ts'
import { explainClear, findOrigin, cellAt } from './cell-state.ts'
import { offerUndo } from './history.ts'
import { axesOf } from './navigation.ts'
import { t } from '../../ui/text.ts'

export function selectedBlocks(session: GridSession): Block[] {
  const selection = session.selection.get()
  return selection ? blocksOf(selection, axesOf(session)) : []
}

export function cellsText(count: number): string {
  return t('{cells, plural, one {# cell} other {# cells}}', { cells: count })
}

export function remark(session: GridSession, text: string): void {
  const cell = session.selection.get()?.cursor
  if (cell) session.note.set({ cell, text })
  session.announce(text)
}

/**
 * Loads the rows of the blocks. False, after a message, where they are too many for one edit or failed to
 * load.
 */
export async function loadBlocks(session: GridSession, blocks: readonly Block[]): Promise<boolean> {
  const count = blocks.reduce((sum, block) => sum + cellCount(block), 0)
  if (count > maxEditValues) {
    const most = session.context.formats.formatNumber(maxEditValues)
    remark(
      session,
      t('{value} are too many at once: select at most {most}, or edit all matching rows in bulk.', {
        value: cellsText(count),
        most,
      }),
    )
    return false
  }
  for (const { top, bottom } of blocks) {
    if (!(await session.shown.load({ first: top, last: bottom }))) {
      remark(session, t('Some of the rows could not be loaded. Check that Vitrine is running and try again.'))
      return false
    }
  }
  return true
}

/** Clears every editable selected cell as one step; a toast offers to undo it. */
export async function clearSelected(
  session: GridSession,
  how: 'clearing' | 'cut' = 'clearing',
): Promise<void> {
  const blocks = selectedBlocks(session)
  if (blocks.length === 0 || !(await loadBlocks(session, blocks))) return
  const { writes, readOnly, derived } = clearWrites(session, blocks)
  const [origin] = derived
  if (origin && writes.length === 0) remark(session, explainClear(origin))
  if (readOnly > 0) remark(session, t('{value} left as is: read-only.', { value: cellsText(readOnly) }))
  if (writes.length === 0) return
  const cells = cellsText(writes.length)
  const { label, done } = describeClearing(how, cells)
  const saved = session.write(label, writes)
  if (writes.length === 1) return
  await saved
  session.announce(`${done}.`)
  offerUndo(session, done)
}

function describeClearing(how: 'clearing' | 'cut', cells: string): { label: string; done: string } {
  return how === 'cut'
    ? { label: t('cut of {cells}', { cells }), done: t('{cells} cut', { cells }) }
    : { label: t('clearing of {cells}', { cells }), done: t('{cells} cleared', { cells }) }
}

interface Clearing {
  readonly writes: readonly CellToWrite[]
  readonly readOnly: number
  /** Computed cells, which have no stored value to clear. */
  readonly derived: readonly CellOrigin[]
}

export function clearWrites(session: GridSession, blocks: readonly Block[]): Clearing {
  const writes: CellToWrite[] = []
  const derived: CellOrigin[] = []
  let readOnly = 0
  for (const cell of cellsOf(blocks, axesOf(session))) {
    const at = cellAt(session, cell)
    if (!at) continue
    const write =
      at.column.readOnlyReason === undefined ? toClearingWrite(at.column, session.context) : undefined
    const origin = findOrigin(session, at.entity, at.column)
    if (!write) readOnly += 1
    else if (origin) derived.push(origin)
    else if (at.value !== null || at.edit) writes.push({ entityId: at.entity.id, key: at.column.id, write })
  }
  return { writes, readOnly, derived }
}
