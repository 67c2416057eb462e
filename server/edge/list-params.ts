import type { FieldError } from '#shared/errors.ts'
import { filterJoins, type FilterJoin } from '#shared/filters.ts'
import { defaultLimit, maxLimit, type Pagination } from '#shared/paging.ts'
import { Faults } from '../catalog/errors.ts'
import { parseClauseName, joinTrees, parseFilter } from '../catalog/query/filter-tree.ts'
import type { FilterClause, ListRequest, SortKey } from '../catalog/query/list-request.ts'
import { QueryReader, type RawQuery } from './query-string.ts'
import { isObject } from '#shared/exact-json.ts'
import { decodeCursor, encodeCursor } from '../catalog/query/cursor.ts'

export interface ParsedList {
  readonly request: ListRequest
  readonly faults: FieldError[]
  readonly snapshot?: string
}

/**
 * Reads the list parameters of a query string (specification, List endpoints; decisions, reading 4). Finds every fault
 * of form; whether keys, operators and values make sense is for the catalog to say.
 */
export function parseListParams(query: RawQuery, url: string): ParsedList {
  const reader = new QueryReader(query, url)
  const snapshot = reader.takeOne('snapshot')
  const list = parseList(reader)
  return snapshot === undefined ? list : { ...list, snapshot }
}

/** Does the same as `parseListParams`, for a reader from which other parameters have been taken. */
export function parseList(reader: QueryReader): ParsedList {
  const paging = takePaging(reader)
  const fields = toFields(reader.takeList('fields'))
  const q = reader.takeOne('q')
  const request: ListRequest = {
    ...paging,
    sort: reader.takeList('sort').map(toSortKey),
    join: takeJoin(reader),
    ...takeFilter(reader, 'filter'),
    ...(fields && { fields }),
    ...(q?.trim() && { q }),
  }
  return { request, faults: reader.settle() }
}

export interface Paging {
  readonly limit: number
  readonly offset: number
  /** Whether an offset was sent: such a client counts rows, so a page must not be shorter than requested. */
  readonly isCounted?: boolean
  readonly cursor?: string
}

/** `limit`, `offset` and `cursor`, as every paged list takes them; a cursor excludes an offset other than zero. */
export function takePaging(reader: QueryReader): Paging {
  const limit = reader.takeInteger('limit', defaultLimit, [1, maxLimit])
  const sent = reader.takeInteger('offset', undefined, [0, Number.MAX_SAFE_INTEGER])
  const offset = sent ?? 0
  const cursor = reader.takeOne('cursor')
  if (cursor === undefined) return { limit, offset, ...(sent !== undefined && { isCounted: true }) }
  if (cursor === '' || offset !== 0) {
    const message =
      cursor === ''
        ? 'The cursor is empty. Leave it out for the first page.'
        : 'A cursor knows its place. Leave out offset, or cursor.'
    reader.faults.push({ field: 'cursor', issue: 'invalid_value', message })
    return { limit, offset: 0 }
  }
  return { limit, offset, cursor }
}

export function toFields(names: readonly string[]): string[] | undefined {
  return names.length > 0 ? [...new Set(names)] : undefined
}

/** Parses a key of `sort`; a leading `-` reverses the order. */
export function toSortKey(token: string): SortKey {
  return token.startsWith('-') ? { key: token.slice(1), descending: true } : { key: token, descending: false }
}

function takeJoin(reader: QueryReader): FilterJoin {
  const text = reader.takeOne('filter_join')
  if (text === undefined) return 'and'
  const join = filterJoins.find((join) => join === text.toLowerCase())
  if (join === undefined) reader.add('filter_join', 'invalid_value', filterJoins, text)
  return join ?? 'and'
}

function describeClause(name: string): string {
  return `A ${name} is written ${name}[key]=value or ${name}[key][operator]=value, such as ${name}[price][lt]=100. With groups it is JSON: ${name}={"or": […]}.`
}

/**
 * Takes the clauses under a name such as `filter`; the name itself holds them as JSON, where they can be
 * grouped.
 */
export function takeFilter(reader: QueryReader, name: string): Pick<ListRequest, 'clauses' | 'tree'> {
  const faults = new Faults()
  const written = reader
    .takeAll(name)
    .map((text) => parseFilter(readJson(text, { name, faults }), faults, name))
  reader.faults.push(...faults.list)
  const tree = joinTrees(...written.map(({ tree }) => tree))
  const clauses = [...takeClauses(reader, name), ...written.flatMap(({ clauses }) => clauses)]
  return { clauses, ...(tree && { tree }) }
}

function readJson(
  text: string,
  { name, faults }: { readonly name: string; readonly faults: Faults },
): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Reported below, together with JSON that is no object.
  }
  faults.explain(name, 'not_a_defined_attribute', describeClause(name))
  return {}
}

function takeClauses(reader: QueryReader, name: string): FilterClause[] {
  return reader.names
    .filter((each) => each.startsWith(name))
    .flatMap((field) => {
      const values = reader.takeAll(field)
      const named = parseClauseName(field)
      if (!named) {
        reader.faults.push({ field, issue: 'not_a_defined_attribute', message: describeClause(name) })
        return []
      }
      return values.map((value) => ({ field, ...named, value }))
    })
}

const searchPattern = /^search\[([^[\]]+)\]$/

/** Takes the texts of `search[<key>]`, which narrow the shown values of each key. */
export function takeSearches(reader: QueryReader): { field: string; key: string; text: string }[] {
  return reader.names.flatMap((field) => {
    const [, key] = searchPattern.exec(field) ?? []
    if (key === undefined) return []
    const text = reader.takeOne(field)
    return text === undefined ? [] : [{ field, key, text }]
  })
}

/**
 * Takes a filter as one text, for routes whose filter is no list's own: `filter` holds it whole, and clauses
 * are written as in lists.
 */
export function takeFilterText(reader: QueryReader, takesJoin: boolean): string | undefined {
  const text = reader.takeOne('filter')?.trim()
  const clauses = reader.names.filter(
    (name) => name.startsWith('filter[') || (takesJoin && name === 'filter_join'),
  )
  if (clauses.length === 0) return text
  const whole = new URLSearchParams(text?.startsWith('{') ? { filter: text } : (text ?? ''))
  for (const name of clauses) for (const value of reader.takeAll(name)) whole.append(name, value)
  return whole.toString()
}

interface FilterText {
  readonly filter: Pick<ListRequest, 'clauses' | 'join' | 'tree'> | undefined
  readonly faults: FieldError[]
}

const others = 'A filter has members that begin with filter, and filter_join. Leave the others out.'

/** Reads a filter in one text, such as `filter[price][gt]=0&filter_join=or`; JSON is taken as in a list. */
export function readFilterText(text: string | undefined, field: string): FilterText {
  const written = text?.trim() ?? ''
  if (written === '') return { filter: undefined, faults: [] }
  const parameters = new URLSearchParams(written.startsWith('{') ? { filter: written } : written)
  const names = [...new Set(parameters.keys())]
  if (names.some((name) => !name.startsWith('filter')))
    return { filter: undefined, faults: [{ field, issue: 'invalid_value', message: others }] }
  const { request, faults } = parseListParams(
    Object.fromEntries(names.map((name) => [name, parameters.getAll(name)])),
    '',
  )
  const { clauses, join, tree } = request
  return {
    filter: { clauses, join, ...(tree && { tree }) },
    faults: faults.map((fault) => ({ ...fault, field })),
  }
}

/**
 * Lists requested by JSON have the language of the query string, so that all surfaces report the same
 * faults.
 */
type ListBody = Readonly<Record<string, unknown>>

const listNames = ['limit', 'offset', 'cursor', 'filter_join', 'sort', 'fields', 'q']

export function readMembers(sent: ListBody, names: readonly string[]): QueryReader {
  const given = names.filter((name) => sent[name] !== undefined && sent[name] !== null)
  return new QueryReader(Object.fromEntries(given.map((name) => [name, toParameter(sent[name])])), '')
}

function toParameter(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Reads a list request like that of `GET`, with its filter as JSON; its faults are reported with those of
 * the catalog.
 */
export function readListObject(sent: ListBody): ParsedList {
  const { request, faults } = parseList(readMembers(sent, listNames))
  const own = new Faults()
  const filter = parseFilter((sent['filter'] ?? {}) as ListBody, own)
  return { request: { ...request, ...filter }, faults: [...faults, ...own.list] }
}

/**
 * Returns the start of a page in a list whose cursors are positions. Throws the faults found so far with
 * that of the cursor.
 */
export function startOfPage(mark: string, { offset, cursor }: Paging, found: readonly FieldError[]): number {
  const faults = new Faults(found)
  const position = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)
  faults.throwIfAny()
  return cursor === undefined ? offset : (position?.entity ?? 0)
}

/** Describes a page of such a list, which holds `count` entries from position `from` on. */
export function positionPage(
  mark: string,
  { limit, offset, cursor }: Paging,
  { from, count, total }: { readonly from: number; readonly count: number; readonly total: number },
): Pagination {
  return {
    total,
    limit,
    offset: cursor === undefined ? offset : 0,
    has_more: from + count < total,
    next_cursor: encodeCursor(mark, { entity: from + count, values: [] }),
  }
}
