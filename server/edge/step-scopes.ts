/**
 * A filter or sort over a reference (`vendor.city`) tells values of the entities that it leads to, so it needs the
 * scope to read their type besides that of the list.
 */
import { entityTypes, pluralOf } from '#shared/entities.ts'
import { isObject } from '#shared/exact-json.ts'
import type { CalledThreads } from '../threads/pool.ts'
import { type Caller, readableTypes } from './caller.ts'
import { refuseMissing } from './require-rights.ts'

interface ListWords {
  readonly url: string
  readonly body: unknown
}

/** Refuses a caller who may not read what the filters and sorts of a request, or of the arguments of a tool, lead to. */
export async function requireStepScopes(
  caller: Caller,
  words: ListWords,
  workspace: CalledThreads,
): Promise<void> {
  if (readableTypes(caller).length === entityTypes.length) return
  const steps = stepsIn(words)
  if (steps.length === 0) return
  const types = await workspace.call('readStepTargets', { steps })
  refuseMissing(
    caller,
    types.map((type) => `read:${pluralOf[type]}` as const),
  )
}

/** The references that filters and sorts go through: `vendor` of `filter[vendor.city]=Oslo`. */
export function stepsIn({ url, body }: ListWords): string[] {
  const keys = [...keysOfQuery(url.includes('?') ? url.slice(url.indexOf('?')) : ''), ...keysOfBody(body)]
  return [...new Set(keys.filter((key) => key.includes('.')).map((key) => key.slice(0, key.indexOf('.'))))]
}

function keysOfQuery(search: string): string[] {
  return [...new URLSearchParams(search)].flatMap(([name, value]) => {
    const [, key] = /^\w+\[([^\]]+)\]/.exec(name) ?? []
    if (key !== undefined) return [key]
    return name === 'sort' ? keysOfSort(value) : name === 'filter' ? keysOfText(value) : []
  })
}

/** A filter as a text: JSON, or the pairs of a query string. */
function keysOfText(text: string): string[] {
  if (text.trimStart().startsWith('{') && text.length <= maxFilterText) return keysOfJson(text)
  return text.includes('[') ? keysOfQuery(text.startsWith('?') ? text : `?${text}`) : []
}

const maxFilterText = 100_000

function keysOfJson(text: string): string[] {
  try {
    return keysOfFilter(JSON.parse(text))
  } catch {
    // The catalog refuses a text that is no JSON.
    return []
  }
}

// Values of entities are no filters, whatever stands in them.
const values: ReadonlySet<string> = new Set(['attributes', 'items', 'edits', 'set'])

const filters: ReadonlySet<string> = new Set(['filter', 'filters', 'where', 'when', 'tree', 'clauses'])

function keysOfBody(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOfBody)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    if (values.has(name)) return []
    if (name === 'sort') return keysOfSort(member)
    if (filters.has(name)) return typeof member === 'string' ? keysOfText(member) : keysOfFilter(member)
    return keysOfBody(member)
  })
}

/** Keys of a filter in any form: a key to its condition, groups, and clauses. */
function keysOfFilter(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOfFilter)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const named = (name === 'attribute' || name === 'key') && typeof member === 'string' ? [member] : [name]
    return [...named, ...keysOfFilter(member)]
  })
}

function keysOfSort(value: unknown): string[] {
  if (typeof value === 'string') return value.split(',').map((term) => term.trim().replace(/^[-+]/, ''))
  if (Array.isArray(value)) return value.flatMap(keysOfSort)
  return isObject(value) ? [value['attribute'], value['key']].filter((key) => typeof key === 'string') : []
}
