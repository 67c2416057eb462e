import { countReferences } from '../../store/tables/references.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { TreeNode } from '#shared/schemas/grid.ts'
import { type Attribute, attributesOf, isComputed } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { listIds } from '../../store/plan/list-ids.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { findSource } from '../query/find-source.ts'
import { checkList } from '../query/list-entities.ts'
import type { ListRequest } from '../query/list-request.ts'

export interface CountTree {
  readonly type: EntityType
  /** The order of the nodes; those of one parent follow each other in it. */
  readonly request: ListRequest
  /** The type whose entities are counted, and the key of its attribute that refers to the nodes; undefined for no counts. */
  readonly of: EntityType
  readonly by: string | undefined
  readonly faults: readonly FieldError[]
}

const maxNodes = 20_000
/** What inherits its reference is counted node by node, up to here. */
const maxAsked = 500

function referencesTo(db: ReadableDb, of: EntityType, type: EntityType): string[] {
  return attributesOf(db, of).list.flatMap(({ key, extras }) =>
    extras.reference?.type === type ? [key] : [],
  )
}

type Counts = ReadonlyMap<number, Pick<TreeNode, 'count' | 'total'>>

/** Every entity of a type with its parent and with how many others refer to it, or to it and what is below it: 200. */
export function countTree(db: ReadableDb, input: CountTree): Answer {
  const { type, request, of, by } = input
  const faults = new Faults(input.faults)
  const { rows: wanted, terms } = checkList(db, { type, parent: undefined }, request, faults)
  const attribute = by === undefined ? undefined : attributesOf(db, of).byKey.get(by)
  if (by !== undefined && attribute?.extras.reference?.type !== type)
    faults.addUnknown('by', 'not_a_defined_attribute', by, referencesTo(db, of, type))
  faults.throwIfAny()
  const window = { terms, limit: maxNodes, offset: 0, after: undefined }
  const { ids, total } = listIds(db, { type, ...wanted, ...window })
  const rows = listEntityRows(db, ids)
  const counts = attribute ? countBy(db, of, attribute, rows) : new Map<number, never>()
  const nodes = rows.map((row): TreeNode => {
    const { id, uuid, label, parent_uuid: parent } = row
    return { id: uuid, label, parent_id: parent, ...(counts.get(id) ?? { count: 0, total: 0 }) }
  })
  return dataAnswer(200, JSON.stringify({ nodes, is_complete: total <= maxNodes }))
}

function countBy(db: ReadableDb, of: EntityType, attribute: Attribute, rows: readonly EntityRow[]): Counts {
  if (isComputed(attribute)) return rows.length > maxAsked ? new Map() : askEach(db, of, attribute, rows)
  return new Map(
    [...countReferences(db, attribute.id)].map(([id, { own, total }]) => [id, { count: own, total }]),
  )
}

/** Computed values are counted as a filter would find them. */
function askEach(db: ReadableDb, of: EntityType, attribute: Attribute, rows: readonly EntityRow[]): Counts {
  const source = findSource(db, attributesOf(db, of), attribute.key)
  if (!source) return new Map()
  const below = Map.groupBy(rows, ({ parent_uuid: parent }) => parent)
  const under = (uuid: string): string[] => [
    uuid,
    ...(below.get(uuid) ?? []).flatMap((child) => under(child.uuid)),
  ]
  const totalOf = (values: readonly string[]): number => {
    const window = { terms: [], limit: 1, offset: 0, after: undefined }
    const clauses = [{ source, operator: 'in' as const, values }]
    return listIds(db, { type: of, clauses, join: 'and', search: undefined, ...window }).total
  }
  return new Map(
    rows.map(({ id, uuid }) => [id, { count: totalOf([uuid]), total: totalOf(under(uuid)) }] as const),
  )
}
