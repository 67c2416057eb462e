import { keysAtOnce } from './selection-sums.ts'
import { fetchRequiredKeys } from '../../api/channels-queries.ts'
import { fetchAggregates } from '../../query/list-queries.ts'
import type { GridQuery } from '../../query/grid-query.ts'
import { pageSize } from '../data/page-cache.ts'
import { readSnapshotName } from '../data/planned-reader.ts'
import type { GridSession } from '../data/grid-session.ts'
import { selectCell, type CellPosition } from '../model/selection.ts'
import { cellAt } from './cell-state.ts'
import { axesOf, select } from './navigation.ts'
import { remark } from './ranges.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'
import { errorText } from '../../ui/toast.tsx'

/** Goes to the next empty cell of a required column in reading order, however far away. */
export const goToMissing = oneAtATime(search)

async function search(session: GridSession): Promise<void> {
  const before = session.selection.get()
  const source = session.source.get()
  const columnIds = await requiredColumns(session)
  if (columnIds.length === 0) return remark(session, nothingRequired())
  const found = await findFrom(session, columnIds, before?.cursor)
  if (session.selection.get() !== before || session.source.get() !== source) return
  if (found === 'far') return remark(session, tooFar())
  if (!found) return remark(session, nothingMissing())
  select(session, selectCell(found))
  session.screen.focusInput()
}

const nothingRequired = cachedByLanguage(() =>
  t('None of these columns is required by a channel or by its definition.'),
)
const nothingMissing = cachedByLanguage(() => t('No required cell of these columns is empty.'))
const tooFar = cachedByLanguage(() =>
  t('No required cell is empty in the next 20,000 rows. Filter by what is missing to find those further on.'),
)

/**
 * Visible columns that must be filled: by definition, for a channel, or because the filter matches blanks.
 */
async function requiredColumns({ api, type, geometry, query }: GridSession): Promise<string[]> {
  const ofChannels = type === 'product' ? await fetchRequiredKeys(api) : new Set<string>()
  const sought = emptyKeys(query)
  return geometry
    .get()
    .placed.map(({ column }) => column)
    .filter(({ readOnlyReason }) => readOnlyReason === undefined)
    .filter(({ id, constraints }) => constraints.required === true || ofChannels.has(id) || sought.has(id))
    .map(({ id }) => id)
}

function emptyKeys({ clauses }: GridQuery): ReadonlySet<string> {
  const empty = clauses.filter(({ operator, value }) => operator === 'exists' && value === 'false')
  return new Set(empty.map(({ key }) => key))
}

type MissingCell = CellPosition | 'far' | undefined

async function findFrom(
  session: GridSession,
  columnIds: readonly string[],
  cursor: CellPosition | undefined,
): Promise<MissingCell> {
  const start = cursor?.row ?? 0
  const behind = cursor ? axesOf(session).columnIds.indexOf(cursor.columnId) : -1
  const right = columnIds.filter((id) => axesOf(session).columnIds.indexOf(id) > behind)
  const within = firstEmpty(session, right, { first: start, last: start })
  if (within) return within
  const below = await findBetween(session, columnIds, { first: start + 1, last: session.rowCount - 1 })
  return below ?? findBetween(session, columnIds, { first: 0, last: start })
}

interface Rows {
  readonly first: number
  readonly last: number
}

const maxPages = 100

async function findBetween(
  session: GridSession,
  columnIds: readonly string[],
  { first, last }: Rows,
): Promise<MissingCell> {
  let row = first
  for (let page = 0; row <= last; page += 1) {
    if (page === maxPages) return 'far'
    row = await skipFilled(session, columnIds, { first: row, last })
    const rows = { first: row, last: Math.min(last, row + pageSize - 1) }
    if (rows.last >= rows.first && !(await session.shown.load(rows))) return undefined
    const found = firstEmpty(session, columnIds, rows)
    if (found) return found
    row = rows.last + 1
  }
  return undefined
}

function firstEmpty(
  session: GridSession,
  columnIds: readonly string[],
  { first, last }: Rows,
): CellPosition | undefined {
  for (let row = first; row <= last; row += 1) {
    const columnId = columnIds.find((id) => cellAt(session, { row, columnId: id })?.value === null)
    if (columnId !== undefined) return { row, columnId }
  }
  return undefined
}

async function skipFilled(
  session: GridSession,
  columnIds: readonly string[],
  { first, last }: Rows,
): Promise<number> {
  const total = session.source.get()?.state.get().total ?? 0
  // The server can count rows only where they are positions of the list.
  if (session.rows.plan !== undefined || session.shown.positions !== undefined) return first
  const end = Math.min(last, total - 1)
  let [row, width] = [first, pageSize]
  while (row <= end) {
    const range = { first: row, last: Math.min(end, row + width - 1) }
    if (await isFilled(session, columnIds, range)) {
      row = range.last + 1
      width *= 4
    } else if (width <= pageSize) return row
    else width = Math.ceil(width / 4)
  }
  return row
}

async function isFilled(
  { api, type, query, source }: GridSession,
  columnIds: readonly string[],
  { first, last }: Rows,
): Promise<boolean> {
  const order = source.get()?.order
  if (order === undefined) return false
  const range = { first, last, snapshot: readSnapshotName(order) }
  for (let at = 0; at < columnIds.length; at += keysAtOnce) {
    const keys = columnIds.slice(at, at + keysAtOnce)
    const { columns } = await fetchAggregates(api, type, { query, keys, range })
    if (Object.values(columns).some(({ filled }) => filled < last - first + 1)) return false
  }
  return true
}

type Search = (session: GridSession) => Promise<void>

/**
 * Wraps a search so that a grid runs only one at a time, however often its key is pressed; the grid
 * reports failures.
 */
export function oneAtATime(search: Search): Search {
  const searching = new WeakSet<GridSession>()
  return async (session) => {
    if (searching.has(session)) return
    searching.add(session)
    try {
      await search(session)
    } catch (error) {
      remark(session, errorText(error))
    } finally {
      searching.delete(session)
    }
  }
}
