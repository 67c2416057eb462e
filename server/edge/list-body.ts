/** Lists asked for by JSON: the language of the query string, so that all doors have one and the same faults. */
import { Faults } from '../catalog/errors.ts'
import { parseFilter } from '../catalog/query/filter-tree.ts'
import { type ParsedList, parseList } from './list-params.ts'
import { QueryReader } from './query-string.ts'

type ListBody = Readonly<Record<string, unknown>>

const listNames = ['limit', 'offset', 'cursor', 'filter_join', 'sort', 'fields', 'q']

/** Reads the members of an object as the parameters of a query string are read. */
export function readMembers(sent: ListBody, names: readonly string[]): QueryReader {
  const given = names.filter((name) => sent[name] !== undefined && sent[name] !== null)
  return new QueryReader(Object.fromEntries(given.map((name) => [name, toParameter(sent[name])])), '')
}

function toParameter(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What is asked of a list, as `GET` takes it, with its filter as JSON; faults of form are told with those of the catalog. */
export function readListObject(sent: ListBody): ParsedList {
  const { request, faults } = parseList(readMembers(sent, listNames))
  const own = new Faults()
  const filter = parseFilter((sent['filter'] ?? {}) as ListBody, own)
  return { request: { ...request, ...filter }, faults: [...faults, ...own.list] }
}
