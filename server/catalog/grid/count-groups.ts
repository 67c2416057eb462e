import type { EntityType, AttributeValue } from '#shared/entities.ts'
import { attributeOfSort } from '#shared/facets.ts'
import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import type { RowGroup, TreeNode, RowBranches } from '#shared/schemas/grid.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type CountedLevels, countLevels } from '../../store/plan/aggregate.ts'
import type { SortTerm } from '../../store/query/clause.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { describeSystem } from '../query/check-filter.ts'
import { checkList } from '../query/list-entities.ts'
import type { ListRequest } from '../query/list-request.ts'
import { readWithin } from '../query/slow-list.ts'
import { checkKeys, toColumns } from './aggregate-list.ts'
import { checkFacts, factsOfNodes, noFacts } from './node-facts.ts'
import { countReferences } from '../../store/tables/references.ts'
import { type Attribute, attributesOf, isComputed } from '../../store/tables/attributes.ts'
import { type EntityRow, listEntityRows, countChildren } from '../../store/tables/entities.ts'
import { listIds, allRows } from '../../store/plan/list-ids.ts'
import { findSource } from '../query/find-source.ts'
import { findAlive } from '../../store/tables/trash.ts'
import { checkRowIds } from './cell-origins.ts'
import { parseJson } from '../../store/database/json.ts'
import { foldText } from '#shared/text.ts'
import { entitiesJson } from '../entities/entity-json.ts'

export interface CountGroups {
  readonly type: EntityType
  readonly request: ListRequest
  readonly levels: number
  readonly keys: readonly string[]
  readonly faults: readonly FieldError[]
}

const relevanceIsNoKey = 'relevance is no attribute to group by. Name one that the rows share.'

const maxGroups = 10_000

/**
 * The groups of a list by the first attributes of its order, with exact counts, in the order of the list:
 * 200. More than 10,000 groups are refused.
 */
export function countGroups(db: ReadableDb, input: CountGroups): Answer {
  const { type, request, levels } = input
  const faults = new Faults(input.faults)
  const { rows, terms: order } = checkList(db, { type, parent: undefined }, request, faults)
  const keys = request.sort.slice(0, levels).map(({ key }) => attributeOfSort(key))
  const terms = order.slice(0, levels)
  if (keys.length < levels) faults.add('sort', 'required')
  keys.forEach((key, level) => refuseUngrouped(key, terms[level], faults))
  const asked = checkKeys(db, input, faults)
  faults.throwIfAny()
  const query = { type, ...rows, limit: maxGroups + 1 }
  const counted = readWithin(db, { type, rows, request, terms }, () =>
    countLevels(db, query, { terms, asked }),
  )
  if (counted.length > maxGroups) faults.addExpected('sort', 'too_many_values', { max_items: maxGroups })
  faults.throwIfAny()
  const groups = formatLevels(db, keys, counted).map((group, index): RowGroup =>
    asked.length === 0 ? group : { ...group, columns: toColumns(asked, counted[index]?.sums ?? []) },
  )
  return dataAnswer(200, JSON.stringify({ groups }))
}

function refuseUngrouped(key: string, term: SortTerm | undefined, faults: Faults): void {
  if (term?.source.kind === 'relevance') faults.explain('sort', 'invalid_value', relevanceIsNoKey)
  else if (key.includes('.')) faults.explain('sort', 'invalid_value', message('sort.no_groups_at_end'))
  else if (term?.source.kind === 'system') faults.explain('sort', 'invalid_value', describeSystem(key))
}

const rowsAtOnce = 1_000

type Spelling = (entity: number, key: string) => AttributeValue | null

export function spellingOf(db: ReadableDb, keys: readonly string[], entities: readonly number[]): Spelling {
  const shown = new Map<number, Readonly<Record<string, AttributeValue | null>>>()
  for (let start = 0; start < entities.length; start += rowsAtOnce) {
    const rows = listEntityRows(db, entities.slice(start, start + rowsAtOnce))
    entitiesJson(db, rows, new Set(keys)).forEach((json, index) =>
      shown.set(rows[index]?.id ?? 0, parseJson(json).attributes),
    )
  }
  return (entity, key) => inOneOrder(shown.get(entity)?.[key] ?? null)
}

function inOneOrder(value: AttributeValue | null): AttributeValue | null {
  if (!Array.isArray(value)) return value
  const named = value.map((stub) => ({ stub, name: `${foldText(stub.label ?? '')} ${stub.id}` }))
  return named.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ stub }) => stub)
}

function formatLevels(
  db: ReadableDb,
  keys: readonly string[],
  counted: readonly CountedLevels[],
): Pick<RowGroup, 'values' | 'count'>[] {
  const toLabel = spellingOf(
    db,
    keys,
    counted.map(({ entity }) => entity),
  )
  return counted.map(({ entity, count, blanks }) => ({
    values: keys.map((key, level) => (blanks[level] ? null : toLabel(entity, key))),
    count,
  }))
}

interface CountTree {
  readonly type: EntityType
  readonly request: ListRequest
  /** The counted type and the key of its attribute that refers to the nodes; undefined for no counts. */
  readonly of: EntityType
  readonly by: string | undefined
  /** A channel, for how many products of each node are complete for it. */
  readonly complete?: string | undefined
  /** An attribute of the counted type whose pictures stand for the nodes. */
  readonly picture?: string | undefined
  readonly faults: readonly FieldError[]
}

const maxNodes = 20_000
/** Up to so many nodes, entities with inherited references are counted node by node. */
const maxCountedNodes = 500

function referencesTo(db: ReadableDb, of: EntityType, type: EntityType): string[] {
  return attributesOf(db, of).list.flatMap(({ key, extras }) =>
    extras.reference?.type === type ? [key] : [],
  )
}

type Counts = ReadonlyMap<number, Pick<TreeNode, 'count' | 'total'>>

/**
 * Every entity of a type with its parent and the number of others that refer to it, or to it and its
 * descendants: 200.
 */
export function countTree(db: ReadableDb, input: CountTree): Answer {
  const { type, request, of, by } = input
  const faults = new Faults(input.faults)
  const { rows: wanted, terms } = checkList(db, { type, parent: undefined }, request, faults)
  const attribute = by === undefined ? undefined : attributesOf(db, of).byKey.get(by)
  if (by !== undefined && attribute?.extras.reference?.type !== type)
    faults.addUnknown('by', 'not_a_defined_attribute', by, referencesTo(db, of, type))
  const facts = checkFacts(db, input, faults)
  faults.throwIfAny()
  const window = { terms, limit: maxNodes, offset: 0, after: undefined }
  const { ids, total } = listIds(db, { type, ...wanted, ...window })
  const rows = listEntityRows(db, ids)
  const counts = attribute ? countBy(db, of, attribute, rows) : new Map<number, never>()
  const more = attribute ? factsOfNodes(db, attribute, rows, facts) : noFacts
  const nodes = rows.map((row): TreeNode => {
    const { id, uuid, label, parent_uuid: parent } = row
    return { id: uuid, label, parent_id: parent, ...(counts.get(id) ?? { count: 0, total: 0 }), ...more(id) }
  })
  return dataAnswer(200, JSON.stringify({ nodes, is_complete: total <= maxNodes }))
}

function countBy(db: ReadableDb, of: EntityType, attribute: Attribute, rows: readonly EntityRow[]): Counts {
  if (isComputed(attribute))
    return rows.length > maxCountedNodes ? new Map() : askEach(db, of, attribute, rows)
  return new Map(
    [...countReferences(db, attribute.id)].map(([id, { own, total }]) => [id, { count: own, total }]),
  )
}

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

interface FindBranches {
  readonly type: EntityType
  readonly ids: readonly string[]
  readonly request: ListRequest
  readonly hasPositions: boolean
  readonly faults: readonly FieldError[]
}

/**
 * The rows with children of their type, the number of these, and (where requested) their position in a
 * list: 200. A row outside the list has no position; an unknown id is left out.
 */
export function findBranches(db: ReadableDb, input: FindBranches): Answer {
  const { type, ids, request } = input
  const faults = new Faults(input.faults)
  const uuids = checkRowIds(ids, faults)
  const { rows, terms } = checkList(db, { type, parent: undefined }, request, faults)
  faults.throwIfAny()
  const found = findAlive(db, type, uuids)
  const internal = found.map(({ id }) => id)
  const counts = countChildren(db, type, internal)
  const positions = new Map<number, number>()
  if (input.hasPositions) {
    const wanted = new Set(internal)
    const window = { terms, limit: allRows, offset: 0, after: undefined }
    const list = listIds(db, { type, ...rows, ...window })
    list.ids.forEach((id, position) => wanted.has(id) && positions.set(id, position))
  }
  const branches: RowBranches['branches'] = found.map(({ id, uuid }) => ({
    id: uuid,
    count: counts.get(id) ?? 0,
    position: positions.get(id) ?? null,
  }))
  return dataAnswer(200, JSON.stringify({ branches }))
}
