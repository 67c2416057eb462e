import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { SortTerm } from '../../store/query/clause.ts'
import { type IdQuery, listIds } from '../../store/plan/list-ids.ts'
import { rankFirst } from '../../store/plan/rank-first.ts'
import { type Position, readPosition } from '../../store/query/order.ts'
import { type Answer, pageAnswer } from '../answer.ts'
import { pageJson } from '../entities/entity-json.ts'
import { Faults } from '../errors.ts'
import { fewerFields, readFitting } from '../largest-answer.ts'
import { type CheckedFilter, checkFilter } from './check-filter.ts'
import { checkSearch, checkSort } from './check-sort.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { parseFields } from '../entities/read-entity.ts'
import type { ListRequest } from './list-request.ts'
import { readWithin } from './slow-list.ts'
import { getEntity } from '../entities/update-entity.ts'

export interface ListEntitiesRequest {
  readonly type: EntityType
  readonly request: ListRequest
  readonly faults: readonly FieldError[]
  readonly parent?: number | undefined
}

export type ListedRows = CheckedFilter & Pick<IdQuery, 'search'>

interface CheckedList {
  readonly rows: ListedRows
  readonly terms: readonly SortTerm[]
  readonly fields: ReadonlySet<string> | undefined
  /** Ties a cursor to its list: it differs for another workspace, type, filter, join, search or sort. */
  readonly fingerprint: string
  readonly after: Position | undefined
}

/** One page of a list with its exact total: 200. All faults of the query are reported together. */
export function listEntities(
  db: ReadableDb,
  { type, request, faults: structural, parent }: ListEntitiesRequest,
): Answer {
  const faults = new Faults(structural)
  const checked = checkList(db, { type, parent }, request, faults)
  faults.throwIfAny()
  const { rows: wanted, terms, after } = checked
  const { limit } = request
  const offset = after ? 0 : request.offset
  // One row more than asked for shows whether there are more, with a cursor as with an offset.
  const window = { terms, limit: limit + 1, offset, after }
  const list = { type, request, rows: wanted, terms }
  const found = readWithin(db, list, () => listIds(db, { type, ...wanted, parent, ...window }))
  const { rows, truncated } = readFitting(
    (from, to) => readWithin(db, list, () => pageJson(db, found.ids.slice(from, to), checked.fields)),
    {
      asked: Math.min(limit, found.ids.length),
      isCounted: request.isCounted === true,
      maxBytes: request.maxBytes,
      remedy: fewerFields(checked.fields),
    },
  )
  const last = found.ids[rows.length - 1]
  const position = last === undefined ? after : readPosition(db, terms, last)
  const pagination = {
    total: found.total,
    limit,
    offset,
    has_more: found.ids.length > rows.length,
    next_cursor: encodeCursor(checked.fingerprint, position),
    ...truncated,
  }
  return pageAnswer(rows, pagination)
}

interface ListScope {
  readonly type: EntityType
  readonly parent: number | undefined
}

/** Checks everything about a list except faults of form. */
export function checkList(
  db: ReadableDb,
  listed: ListScope,
  request: ListRequest,
  faults: Faults,
): CheckedList {
  const { type } = listed
  const attributes = attributesOf(db, type)
  const filter = checkFilter(db, attributes, request, faults)
  const search = checkSearch(db, attributes, request.q)
  const terms = checkSort(db, attributes, request.sort, faults, { type, search })
  const fields = parseFields(db, attributes, request.fields, faults)
  const fingerprint = fingerprintList(db, attributes, listed, request)
  const after = request.cursor === undefined ? undefined : decodeCursor(fingerprint, request.cursor, faults)
  const rows = { ...filter, search }
  return { rows, terms: rankFirst(db, { ...listed, ...rows }, terms), fields, fingerprint, after }
}

export type NamedList = Pick<ListRequest, 'clauses' | 'join' | 'tree' | 'sort' | 'q'>

export function fingerprintList(
  { path }: ReadableDb,
  { byKey }: AttributeSet,
  { type, parent }: ListScope,
  { clauses, join, tree, sort, q }: NamedList,
): string {
  const filter = clauses.map(({ key, operator, value }) => [key, operator, value])
  // A cursor among numbers is invalid among texts, or under another attribute with the same key.
  const sorted = sort.map(({ key, descending }) => {
    const { id, dataType, extras } = byKey.get(key) ?? {}
    return [key, descending, id, dataType, extras?.formula, extras?.constraints.sort]
  })
  return JSON.stringify([path, type, parent, filter, join, sorted, q, tree])
}

interface ListVariantsRequest extends Pick<ListEntitiesRequest, 'request' | 'faults'> {
  readonly id: string
}

/** One page of a product's children, with everything a list can do (decisions, Variants). 404 comes before faults. */
export function listVariants(db: ReadableDb, { id, request, faults }: ListVariantsRequest): Answer {
  const { id: parent } = getEntity(db, 'product', id)
  return listEntities(db, { type: 'product', request, faults, parent })
}
