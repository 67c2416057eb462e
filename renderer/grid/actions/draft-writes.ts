import { cellTypeOf } from '../cells/registry.ts'
import type { ClipCell } from '../clipboard/clip-formats.ts'
import { coerce } from '../clipboard/coerce.ts'
import type { NewRow, PasteDraft } from '../data/paste-draft.ts'
import type { CellToWrite } from '../data/edit-command.ts'
import type { CellWrite } from '../data/cell-write.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { CellPosition } from '../model/selection.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'

export interface FilledCell {
  readonly cell: CellPosition
  readonly clip: ClipCell
}

const lookedUpAtOnce = 6
const lookUpFailed = cachedByLanguage(() =>
  t('This could not be looked up. Check that Vitrine is running and try again.'),
)

export async function draftWrites(
  session: GridSession,
  targets: readonly FilledCell[],
): Promise<Pick<PasteDraft, 'cells' | 'failures' | 'readOnly'>> {
  const read = await readTargets(session, targets)
  const cells: CellToWrite[] = []
  const failures: PasteDraft['failures'][number][] = []
  for (const { target, column, result } of read.results) {
    const entity = session.rowAt(target.cell.row)
    if (!entity) continue
    const place = { entityId: entity.id, key: column.id }
    if (result.reason === undefined) cells.push({ ...place, write: result.write })
    else failures.push({ ...place, ...failureOf(target, column, result.write, result.reason) })
  }
  return { cells, failures, readOnly: read.readOnly }
}

export async function draftRows(
  session: GridSession,
  rows: readonly (readonly FilledCell[])[],
): Promise<NewRow[]> {
  const { results } = await readTargets(session, rows.flat())
  const byRow = new Map<number, { writes: Map<string, CellWrite>; failures: NewRow['failures'] }>()
  for (const { target, column, result } of results) {
    const row = byRow.get(target.cell.row) ?? { writes: new Map(), failures: new Map() }
    byRow.set(target.cell.row, row)
    if (result.reason === undefined) {
      if (result.write.shown !== null) row.writes.set(column.id, result.write)
      continue
    }
    const failure = failureOf(target, column, result.write, result.reason)
    row.failures = new Map([...row.failures, [column.id, failure]])
  }
  return [...byRow.values()].filter(({ writes, failures }) => writes.size + failures.size > 0)
}

function failureOf({ cell }: FilledCell, column: GridColumn, write: CellWrite, reason: string) {
  return { write, reason, columnName: column.name, rowNumber: cell.row + 1 }
}

interface Result {
  readonly write: CellWrite
  readonly reason: string | undefined
}

interface ReadTarget {
  readonly target: FilledCell
  readonly column: GridColumn
  readonly result: Result
}

async function readTargets(
  session: GridSession,
  targets: readonly FilledCell[],
): Promise<{ results: readonly ReadTarget[]; readOnly: number }> {
  const writable = targets.flatMap((target) => {
    const column = session.columnOf(target.cell.columnId)
    return column && column.readOnlyReason === undefined ? [{ target, column }] : []
  })
  const coerced = writable.map(({ target, column }) => ({
    target,
    column,
    coerced: coerce(column, target.clip, session.context),
  }))
  const wanted = coerced.flatMap(({ column, coerced }) =>
    'lookUp' in coerced ? [{ column, text: coerced.lookUp }] : [],
  )
  const found = await lookUpAll(session, wanted)
  const results = coerced.flatMap(({ target, column, coerced }) => {
    const result = 'lookUp' in coerced ? found.get(nameOf(column, coerced.lookUp)) : coerced
    return result ? [{ target, column, result }] : []
  })
  return { results, readOnly: targets.length - writable.length }
}

interface TextLookup {
  readonly column: GridColumn
  readonly text: string
}

async function lookUpAll(
  session: GridSession,
  wanted: readonly TextLookup[],
): Promise<ReadonlyMap<string, Result>> {
  const found = new Map<string, Result>()
  const left = [...new Map(wanted.map((one) => [nameOf(one.column, one.text), one]))]
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [name, { column, text }] = next
      found.set(name, await lookUp(session, column, text))
    }
  }
  await Promise.all(Array.from({ length: lookedUpAtOnce }, work))
  return found
}

async function lookUp(session: GridSession, column: GridColumn, text: string): Promise<Result> {
  const { resolve } = cellTypeOf(column)
  const found = await resolve?.(text, column, session.context).catch(lookUpFailed)
  if (found !== undefined && typeof found !== 'string') return { write: found, reason: undefined }
  return { write: { shown: text, wire: text, text }, reason: found ?? lookUpFailed() }
}

function nameOf({ id }: GridColumn, text: string): string {
  return `${id}\u0000${text}`
}
