import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { type FirstLinks, readFirstLinks } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findAlive } from '../../store/tables/trash.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { stubsJson } from '../entities/stub-json.ts'
import { Faults } from '../errors.ts'
import { checkRowIds } from './asked-rows.ts'

export interface ListReferrers {
  readonly type: EntityType
  readonly ids: readonly string[]
  readonly faults: readonly FieldError[]
}

/** How many of the referring entities an answer names for each cell. */
const maxNamed = 4

/**
 * What refers to some entities, by id and inverse key: 200 with the first ones in the order of creation and how many there are,
 * as `/references` finds them. A key that nothing refers by and an id that nobody has are left out.
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
