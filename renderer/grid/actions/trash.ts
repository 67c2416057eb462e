import { maxEditValues } from '#shared/edits.ts'
import { pluralOf } from '#shared/entities.ts'
import { moveToTrash } from '../../api/trash-requests.ts'
import { showError } from '../../ui/toast.tsx'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { Block } from '../model/selection.ts'
import { offerUndo } from './history.ts'
import { loadBlocks, remark, selectedBlocks } from './ranges.ts'

/** Moves the rows of the selection to the trash, unsaved ones aside; a toast offers to bring them back. */
export async function trashSelected(session: GridSession): Promise<void> {
  const ids = await selectedIds(session)
  if (!ids || ids.length === 0) return
  // An undo pressed meanwhile is about these rows.
  await session.queue.follow(() => trash(session, ids))
  session.source.get()?.refresh()
  session.view.focusInput()
}

async function trash(session: GridSession, ids: readonly string[]): Promise<void> {
  try {
    const count = await moveToTrash(session.api, session.type, ids)
    const title = `${session.context.formats.formatNumber(count)} ${nounOf(session, count)} moved to the trash`
    session.log.add({ label: `removal of ${nounOf(session, count)}`, steps: [{ kind: 'trashed', ids }] })
    offerUndo(session, title)
    session.announce(`${title}.`)
  } catch (error) {
    showError('The rows could not be moved to the trash', { description: (error as Error).message })
  }
}

/** The ids of the rows that the selection touches. */
async function selectedIds(session: GridSession): Promise<string[] | undefined> {
  const blocks = selectedBlocks(session)
  const count = blocks.reduce((sum, { top, bottom }) => sum + bottom - top + 1, 0)
  if (count > maxEditValues) {
    remark(session, `Select at most ${session.context.formats.formatNumber(maxEditValues)} rows at a time.`)
    return undefined
  }
  if (!(await loadBlocks(session, blocks.map(firstColumn)))) return undefined
  const rows = blocks.flatMap(({ top, bottom }) =>
    Array.from({ length: bottom - top + 1 }, (_, index) => session.rowAt(top + index)),
  )
  return [...new Set(rows.flatMap((row) => (row && !isDraftId(row.id) ? row.id : [])))]
}

// How wide the blocks are does not matter here.
function firstColumn(block: Block): Block {
  return { ...block, left: 0, right: 0 }
}

function nounOf({ type }: GridSession, count: number): string {
  return count === 1 ? type : pluralOf[type]
}
