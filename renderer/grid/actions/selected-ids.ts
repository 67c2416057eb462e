import { maxEditValues } from '#shared/bulk-operations.ts'
import { pluralOf } from '#shared/entities.ts'
import { loadBlocks, remark, selectedBlocks } from './ranges.ts'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { Block } from '../model/selection.ts'
import { showError } from '../../ui/toast.tsx'
import { t } from '../../ui/text.ts'

/** Copies text and shows a message, also where the browser refuses. */
export async function copyText(session: GridSession, text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    session.announce(done)
  } catch {
    showError(t('Nothing was copied'), {
      description: t('The browser did not allow it. Try again from this window.'),
    })
  }
}

/** Returns the ids of the selected rows; undefined, after a message, where they failed to load. */
export async function selectedIds(session: GridSession): Promise<string[] | undefined> {
  const blocks = selectedBlocks(session)
  const count = blocks.reduce((sum, { top, bottom }) => sum + bottom - top + 1, 0)
  if (count > maxEditValues) {
    remark(
      session,
      t('Select at most {value} rows at a time.', {
        value: session.context.formats.formatNumber(maxEditValues),
      }),
    )
    return undefined
  }
  if (!(await loadBlocks(session, blocks.map(firstColumn)))) return undefined
  return [...new Set(blocks.flatMap(({ top, bottom }) => loadedIds(session, top, bottom)))]
}

/**
 * Returns the ids of a range of shown rows, since an edit may have reordered the list. Undefined where
 * some failed to load.
 */
export async function idsInRows(
  session: GridSession,
  [first, last]: readonly [number, number],
): Promise<ReadonlySet<string> | undefined> {
  if (!(await session.shown.load({ first, last }))) return undefined
  return new Set(loadedIds(session, first, last))
}

function loadedIds(session: GridSession, first: number, last: number): string[] {
  const ids: string[] = []
  for (let row = first; row <= last && row < session.rowCount; row += 1) {
    const entity = session.rowAt(row)
    if (entity !== undefined && !isDraftId(entity.id)) ids.push(entity.id)
  }
  return ids
}

function firstColumn(block: Block): Block {
  return { ...block, left: 0, right: 0 }
}

export async function copyIds(session: GridSession): Promise<void> {
  const ids = await selectedIds(session)
  if (ids && ids.length > 0)
    await copyText(
      session,
      ids.join('\n'),
      t('{count, plural, one {# ID} other {# IDs}} copied.', { count: ids.length }),
    )
}

export async function copyAddress(session: GridSession): Promise<void> {
  const cursor = session.selection.get()?.cursor
  const entity = cursor && session.rowAt(cursor.row)
  if (!entity || isDraftId(entity.id)) return session.announce(t('Put the cursor on a saved row first.'))
  const address = `${window.location.origin}/api/v1/${pluralOf[session.type]}/${entity.id}`
  await copyText(session, address, t('Address copied.'))
}
