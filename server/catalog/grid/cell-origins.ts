import { parseJson } from '../../store/database/json.ts'
import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { CellOrigins } from '#shared/schemas/grid.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { readEffective, type FirstLinks, readFirstLinks } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { listReferences } from '../../store/tables/references.ts'
import { findAlive } from '../../store/tables/trash.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { stubsJson } from '../entities/entity-json.ts'

type Origin = CellOrigins[string][string]

export interface CellOriginsRequest {
  readonly type: EntityType
  readonly ids: readonly string[]
  readonly faults: readonly FieldError[]
}

const maxIds = 200

export function checkRowIds(ids: readonly string[], faults: Faults): string[] {
  if (ids.length > maxIds) faults.addExpected('ids', 'too_many_values', { max_items: maxIds })
  if (ids.some((id) => !parseUuid(id))) faults.add('ids', 'expected_uuid')
  return ids.flatMap((id) => parseUuid(id) ?? [])
}

/**
 * The values of entities that come from elsewhere: 200 with origins by id and key. An unknown id is left
 * out.
 */
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

interface ListReferrers {
  readonly type: EntityType
  readonly ids: readonly string[]
  readonly faults: readonly FieldError[]
}

const maxNamed = 4

/**
 * The entities that refer to the given ones, by id and inverse key: 200 with the first by creation and
 * their number. Unknown ids and keys without referrers are left out.
 */
export function listReferrers(db: ReadableDb, { type, ids, faults: structural }: ListReferrers): Answer {
  const faults = new Faults(structural)
  const uuids = checkRowIds(ids, faults)
  faults.throwIfAny()
  const inverse = attributesOf(db, type).list.filter(({ traits }) => traits.shape === 'inverse')
  const rows = findAlive(db, type, uuids)
  const links = readAll(
    db,
    inverse,
    rows.map(({ id }) => id),
  )
  const named = [...links.values()].flatMap((byId) => [...byId.values()].flatMap(({ first }) => first))
  const stubs = stubsJson(db, named)
  const cell = ({ total, first }: FirstLinks): string =>
    `{"total":${total},"first":[${first.flatMap((id) => stubs.get(id) ?? []).join(',')}]}`
  const cells = ({ id }: { id: number }): string[] =>
    inverse.flatMap(({ key }) => {
      const found = links.get(key)?.get(id)
      return found && found.total > 0 ? [`"${key}":${cell(found)}`] : []
    })
  return dataAnswer(200, `{${rows.map((row) => `"${row.uuid}":{${cells(row).join(',')}}`).join(',')}}`)
}

function readAll(
  db: ReadableDb,
  attributes: readonly Attribute[],
  ids: readonly number[],
): ReadonlyMap<string, ReadonlyMap<number, FirstLinks>> {
  return new Map(
    attributes.map((attribute) => [
      attribute.key,
      readFirstLinks(db, getValuePlan(db, attribute), ids, maxNamed),
    ]),
  )
}
