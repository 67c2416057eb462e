import { parseJson } from '../../store/database/json.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { CellOrigins } from '#shared/schemas/grid.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { readEffective } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { listReferences } from '../../store/tables/references.ts'
import { findAlive } from '../../store/tables/trash.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { checkRowIds } from './asked-rows.ts'

type Origin = CellOrigins[string][string]

export interface CellOriginsRequest {
  readonly type: EntityType
  readonly ids: readonly string[]
  readonly faults: readonly FieldError[]
}

/** What of some entities comes from elsewhere: 200 with origins by id and key. An id that nobody has is left out. */
export function cellOrigins(db: ReadableDb, { type, ids, faults: structural }: CellOriginsRequest): Answer {
  const faults = new Faults(structural)
  const uuids = checkRowIds(ids, faults)
  faults.throwIfAny()
  const { computed } = attributesOf(db, type)
  const found = findAlive(db, type, uuids)
  const rows = listEntityRows(
    db,
    found.map(({ id }) => id),
  )
  return dataAnswer(200, JSON.stringify(readOrigins(db, computed, rows)))
}

function readOrigins(
  db: ReadableDb,
  computed: readonly Attribute[],
  rows: readonly EntityRow[],
): CellOrigins {
  const ids = rows.map(({ id }) => id)
  const plans = computed.map((attribute) => getValuePlan(db, attribute))
  const values = readEffective(db, plans, ids)
  const referring = new Set(listReferences(db, ids).map(([source, attribute]) => `${source} ${attribute}`))
  return Object.fromEntries(
    rows.map((row) => {
      const document = parseJson(row.attributes)
      const origins = computed.flatMap((attribute, index): [string, Origin][] => {
        const value = values.get(row.id)?.[index] ?? null
        const isBlank = value === null || (Array.isArray(value) && value.length === 0)
        const isOwn = Object.hasOwn(document, attribute.key) || referring.has(`${row.id} ${attribute.id}`)
        return isBlank || isOwn ? [] : [[attribute.key, toOrigin(attribute)]]
      })
      return [row.uuid, Object.fromEntries(origins)]
    }),
  )
}

function toOrigin({ traits, extras }: Attribute): Origin {
  if (traits.shape === 'computed') return 'computed'
  return extras.inheritance_mode === 'inherit_from_parent' ? 'inherited' : 'rolled_up'
}
