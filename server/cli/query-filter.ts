import type { BulkEdit } from '#shared/edits.ts'
import { isObject } from '#shared/json-object.ts'
import { UsageError } from './command.ts'

type QueryFilter = Pick<BulkEdit, 'filter' | 'filter_join' | 'q'>

/** The query of a list, such as `filter[price][gte]=100&q=oak`, as bulk edits take it. */
export function parseQueryFilter(query: string): QueryFilter {
  const conditions: Record<string, unknown[]> = {}
  let asked: QueryFilter = { filter: {} }
  for (const [name, value] of new URLSearchParams(query.replace(/^\?/, ''))) {
    const [, key, operator = 'eq'] = /^filter\[([^\]]+)\](?:\[([^\]]+)\])?$/.exec(name) ?? []
    if (key !== undefined) (conditions[key] ??= []).push({ [operator]: value })
    else if (name === 'filter') asked = { ...asked, filter: parseObject(value, '--filter filter=') }
    else if (name === 'q' || name === 'filter_join') asked = { ...asked, [name]: value }
    else throw new UsageError(`--filter takes filter[…], filter_join and q, and not "${name}".`)
  }
  return Object.keys(conditions).length > 0 ? { ...asked, filter: conditions } : asked
}

/** The JSON object that a text is. */
export function parseObject(text: string, place: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return { ...parsed }
  } catch {
    // No JSON at all: refused below.
  }
  throw new UsageError(`${place} takes a JSON object such as {"price": {"percent": 4}}.`)
}
