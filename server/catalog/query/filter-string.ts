/** A filter as a text: the query string of a list with `filter…` and `filter_join` only. */
import { filterJoins, type FilterJoin } from '#shared/filters.ts'
import type { Faults } from '../errors.ts'
import { parseClauseName } from './clause-name.ts'
import { joinTrees, parseFilter } from './filter-tree.ts'
import type { ListRequest } from './list-request.ts'

export type FilterString = Pick<ListRequest, 'clauses' | 'join' | 'tree'>

/** Longer filters do not occur, and each read of findings parses them. */
export const maxFilterString = 20_000

/** Parses a filter string; faults name places in the query string, which the caller maps. */
export function parseFilterString(text: string, faults: Faults): FilterString {
  if (text.length > maxFilterString) {
    faults.addExpected('filter', 'too_long', { max_length: maxFilterString })
    return { clauses: [], join: 'and' }
  }
  const trimmed = text.trim()
  const sent = new URLSearchParams(trimmed.startsWith('{') ? { filter: trimmed } : trimmed.replace(/^\?/, ''))
  const parts = [...sent].map(([name, value]) => parsePart(name, value, faults))
  const tree = joinTrees(...parts.map((part) => part.tree))
  return {
    clauses: parts.flatMap(({ clauses }) => clauses),
    join: parts.findLast(({ join }) => join)?.join ?? 'and',
    ...(tree && { tree }),
  }
}

type Part = Pick<ListRequest, 'clauses' | 'tree'> & { readonly join?: FilterJoin | undefined }

function parsePart(name: string, value: string, faults: Faults): Part {
  if (name === 'filter_join') return { clauses: [], join: parseJoin(value, faults) }
  if (name === 'filter') return parseFilter(readJson(value, faults), faults)
  const named = name.startsWith('filter[') ? parseClauseName(name) : undefined
  if (named) return { clauses: [{ field: name, ...named, value }] }
  faults.explain(name === '' ? 'filter' : name, 'not_a_defined_attribute', noClause)
  return { clauses: [] }
}

const noClause =
  'A filter string is that of a list: filter[key]=value or filter[key][operator]=value joined by &, and filter_join=or. Nothing else belongs to it.'

function parseJoin(text: string, faults: Faults): FilterJoin | undefined {
  const join = filterJoins.find((known) => known === text.toLowerCase())
  return join ?? faults.add('filter_join', 'invalid_value', filterJoins, text)
}

function readJson(text: string, faults: Faults): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // A text that is no JSON is refused like one that is no object.
  }
  faults.explain('filter', 'not_a_defined_attribute', noClause)
  return {}
}
