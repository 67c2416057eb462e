import { matchingIds } from '../data/edit-requests.ts'
import type { GridSession } from '../data/grid-session.ts'
import { isDraftId } from '../data/draft-rows.ts'
import { maxInValues } from '#shared/filters.ts'
import { isNarrowed } from '../../query/grid-query.ts'
import { t } from '../../ui/text.ts'
import { selectCell } from '../model/selection.ts'
import { select } from './navigation.ts'
import { oneAtATime } from './next-missing.ts'
import { remark } from './ranges.ts'

/** Goes to the next row that still matches the filter: done rows stay until the rows are reloaded. */
export const goToNextLeft = oneAtATime(search)

async function search(session: GridSession): Promise<void> {
  const [before, source] = [session.selection.get(), session.source.get()]
  const row = await findLeft(session, before?.cursor.row ?? -1)
  if (session.selection.get() !== before || session.source.get() !== source) return
  if (row === undefined) return remark(session, t('No other row of these still matches.'))
  const columnId = before?.cursor.columnId ?? session.geometry.get().placed[0]?.column.id
  if (columnId === undefined) return
  select(session, selectCell({ row, columnId }))
  session.screen.focusInput()
}

const maxPortions = 20

async function findLeft(session: GridSession, from: number): Promise<number | undefined> {
  const rows = session.rowCount
  for (let asked = 0, passed = 1; passed < rows && asked < maxPortions; asked += 1) {
    const first = (from + passed) % rows
    const last = Math.min(rows - 1, first + maxInValues - 1, first + rows - passed - 1)
    const found = await findBetween(session, first, last)
    if (found !== undefined) return found
    passed += last - first + 1
  }
  return undefined
}

async function findBetween(session: GridSession, first: number, last: number): Promise<number | undefined> {
  if (!(await session.shown.load({ first, last }))) return undefined
  const idOf = (row: number): string | undefined => {
    const id = session.headAt(row) ? undefined : session.rowAt(row)?.id
    return id === undefined || isDraftId(id) ? undefined : id
  }
  const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const ids = rows.flatMap((row) => idOf(row) ?? [])
  if (ids.length === 0) return undefined
  const { api, type, query } = session
  const left = isNarrowed(query) ? await matchingIds(api, type, query, ids) : new Set(ids)
  return rows.find((row) => left.has(idOf(row) ?? ''))
}
