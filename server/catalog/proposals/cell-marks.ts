import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { CellMark, CellMarks } from '#shared/schemas/grid.ts'
import { type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { countOpenFor, listMade, type MadeRow } from '../../store/tables/proposals.ts'
import { findAlive } from '../../store/tables/trash.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { ownValues } from '../entities/current-values.ts'
import { Faults } from '../errors.ts'
import { stateOf } from './provenance.ts'
import { checkRowIds } from '../grid/asked-rows.ts'

export interface MarkCells {
  readonly type: EntityType
  readonly ids: readonly string[]
  readonly faults: readonly FieldError[]
}

/** Which cells of some entities were generated or have a proposed value: 200 with marks by id and key. An id that nobody has is left out. */
export function cellMarks(db: ReadableDb, { type, ids, faults: structural }: MarkCells): Answer {
  const faults = new Faults(structural)
  const uuids = checkRowIds(ids, faults)
  faults.throwIfAny()
  const found = findAlive(db, type, uuids).map(({ id }) => id)
  const rows = new Map(listEntityRows(db, found).map((row) => [row.id, row]))
  const marks = new Map(found.map((id) => [id, new Map<string, CellMark>()]))
  const attributes = attributesOf(db, type)
  const put = (entity: number, key: string, mark: Partial<CellMark>): void => {
    const cells = marks.get(entity)
    cells?.set(key, { ...(cells.get(key) ?? unmarked), ...mark })
  }
  for (const { entity, attribute, open } of countOpenFor(db, found)) {
    const key = attributes.byId.get(attribute)?.key
    if (key !== undefined) put(entity, key, { open })
  }
  for (const { row, key, made } of lastMade(rows, attributes, listMade(db, found)))
    put(row.id, key, toMark(db, { type, row, key, made }))
  const named: CellMarks = Object.fromEntries(
    [...rows.values()].map(({ id, uuid }) => [uuid, Object.fromEntries(marks.get(id) ?? [])]),
  )
  return dataAnswer(200, JSON.stringify(named))
}

const unmarked: CellMark = { state: null, model: null, made_at: null, open: 0 }

interface MadeCell {
  readonly row: EntityRow
  readonly key: string
  readonly made: MadeRow
}

/** The generation of each cell that stands last. */
function lastMade(
  rows: ReadonlyMap<number, EntityRow>,
  { byId }: AttributeSet,
  made: readonly MadeRow[],
): Iterable<MadeCell> {
  const last = new Map<string, MadeCell>()
  for (const each of made) {
    const row = rows.get(each.entity)
    const key = byId.get(each.attribute)?.key
    if (row && key !== undefined) last.set(`${row.id} ${key}`, { row, key, made: each })
  }
  return last.values()
}

function toMark(
  db: ReadableDb,
  { type, row, key, made }: MadeCell & { readonly type: EntityType },
): Partial<CellMark> {
  const attributes = attributesOf(db, type)
  const attribute = attributes.byKey.get(key)
  if (!attribute) return {}
  const current = ownValues(db, row, attributes, [key])[key]
  return {
    state: stateOf(db, row, { attribute, proposal: made, current }),
    model: made.model,
    made_at: new Date(made.created_at).toISOString(),
  }
}
