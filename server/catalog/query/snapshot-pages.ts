/**
 * Positional paging (decisions, Paging): the ids of a list are frozen once, then any window is read at the
 * cost of its rows. The ids are in shared memory for all readers.
 */
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listEntityRows } from '../../store/tables/entities.ts'
import type { SortTerm } from '../../store/query/clause.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import { readPosition } from '../../store/query/order.ts'
import { type Answer, pageAnswer } from '../answer.ts'
import { entitiesJson, readableAtOnce } from '../entities/entity-json.ts'
import { getEntity } from '../entities/update-entity.ts'
import { Faults } from '../errors.ts'
import { fewerFields, readFitting } from '../largest-answer.ts'
import { checkSearch, checkSort } from './check-sort.ts'
import { encodeCursor } from './cursor.ts'
import { parseFields } from '../entities/read-entity.ts'
import { checkList, fingerprintList, type ListEntitiesRequest, type NamedList } from './list-entities.ts'
import type { ListRequest } from './list-request.ts'
import { readWithin } from './slow-list.ts'

export interface FrozenList {
  readonly type: ListEntitiesRequest['type']
  readonly of?: string | undefined
  readonly request: NamedList
  readonly ids: SharedArrayBuffer
}

export interface FreezeList extends Omit<ListEntitiesRequest, 'parent'> {
  /** The product whose variants are listed, as in the path; an unknown one is 404 before faults. */
  readonly of?: string | undefined
  readonly snapshot: string
}

export interface ReadSnapshot extends FreezeList {
  readonly frozen: FrozenList
}

/** Freezes a list and answers the first window: 200, with the ids for the route to keep. */
export function freezeList(
  db: ReadableDb,
  { type, of, request, faults: structural, snapshot }: FreezeList,
): Answer & { readonly ids: SharedArrayBuffer } {
  const parent = findParent(db, of)
  const faults = new Faults(structural)
  const { rows, terms, fields } = checkList(db, { type, parent }, request, faults)
  faults.throwIfAny()
  const window = { terms, limit: allRows, offset: 0, after: undefined }
  const list = { type, request, rows, terms }
  const found = readWithin(db, list, () => listIds(db, { type, ...rows, parent, ...window }))
  const ids = new SharedArrayBuffer(found.ids.length * Uint32Array.BYTES_PER_ELEMENT)
  new Uint32Array(ids).set(found.ids)
  const frozen = { type, of, request, ids }
  return { ...windowAnswer(db, { snapshot, frozen, parent, request, fields, terms }), ids }
}

export const otherSnapshot =
  'The snapshot is one of another list. Ask with the filter, order and type that it was made of, or make a new one with snapshot=new.'

/**
 * A window of a snapshot with present values: 200. A filter or sort in the request must be that of the
 * snapshot.
 */
export function readSnapshot(
  db: ReadableDb,
  { type, of, request, faults: structural, snapshot, frozen }: ReadSnapshot,
): Answer {
  const parent = findParent(db, of)
  const faults = new Faults(structural)
  const listed = { type, parent }
  const attributes = attributesOf(db, type)
  if (isOtherList(db, frozen, { type, of, request }))
    faults.explain('snapshot', 'invalid_value', otherSnapshot)
  const fields = namesList(request)
    ? checkList(db, listed, request, faults).fields
    : parseFields(db, attributes, request.fields, faults)
  faults.throwIfAny()
  // An attribute deleted since the list was frozen is no longer part of the cursor.
  const search = checkSearch(db, attributes, frozen.request.q)
  const terms = checkSort(db, attributes, frozen.request.sort, new Faults(), { type, search })
  return windowAnswer(db, { snapshot, frozen, parent, request, fields, terms })
}

export function isOtherList(
  db: ReadableDb,
  frozen: FrozenList,
  { type, of, request }: Pick<FreezeList, 'type' | 'of' | 'request'>,
): boolean {
  if (type !== frozen.type || of?.toLowerCase() !== frozen.of?.toLowerCase()) return true
  const attributes = attributesOf(db, type)
  const markOf = (list: FrozenList['request']) =>
    fingerprintList(db, attributes, { type, parent: undefined }, list)
  return namesList(request) && markOf(request) !== markOf(frozen.request)
}

function findParent(db: ReadableDb, of: string | undefined): number | undefined {
  return of === undefined ? undefined : getEntity(db, 'product', of).id
}

function namesList({ clauses, tree, sort, q, join }: ListRequest): boolean {
  return clauses.length > 0 || tree !== undefined || sort.length > 0 || q !== undefined || join !== 'and'
}

interface Window {
  readonly snapshot: string
  readonly frozen: FrozenList
  readonly parent: number | undefined
  readonly request: Pick<ListRequest, 'limit' | 'offset'>
  readonly fields: ReadonlySet<string> | undefined
  readonly terms: readonly SortTerm[]
}

function windowAnswer(db: ReadableDb, { snapshot, frozen, parent, request, fields, terms }: Window): Answer {
  const { limit, offset } = request
  const ids = new Uint32Array(frozen.ids)
  const wanted = [...ids.subarray(offset, offset + limit)]
  const rows = listEntityRows(db, wanted)
  const last = rows.at(-1)
  const read = (from: number, to: number) => {
    const piece = rows.slice(from, to)
    return entitiesJson(db, piece.slice(0, readableAtOnce(db, piece)), fields)
  }
  const fitting = readFitting(read, { asked: rows.length, isCounted: true, remedy: fewerFields(fields) })
  const attributes = attributesOf(db, frozen.type)
  const fingerprint = fingerprintList(db, attributes, { type: frozen.type, parent }, frozen.request)
  const pagination = {
    total: ids.length,
    limit,
    offset,
    has_more: offset + limit < ids.length,
    next_cursor: encodeCursor(fingerprint, last && readPosition(db, terms, last.id)),
    snapshot,
    gone: positionsOfGone(wanted, rows, offset),
  }
  return pageAnswer(fitting.rows, pagination)
}

function positionsOfGone(
  wanted: readonly number[],
  rows: readonly { readonly id: number }[],
  offset: number,
): number[] {
  if (rows.length === wanted.length) return []
  const alive = new Set(rows.map(({ id }) => id))
  return wanted.flatMap((id, index) => (alive.has(id) ? [] : [offset + index]))
}
