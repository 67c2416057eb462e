import { type BulkEdit, maxListedEntities } from '#shared/bulk-operations.ts'
import { listIds } from '../../query/list-queries.ts'
import { listIndexRanges } from './arranged-rows.ts'
import { selectedBlocks } from './ranges.ts'
import { idsInRows } from './selected-ids.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { FilterGroup, GridQuery } from '../../query/grid-query.ts'
import { toFilterObject } from '../../query/list-params.ts'
import { type Atom, createAtom } from '@tanstack/react-store'
import type { GridColumn } from '../../query/columns.ts'
import { axesOf } from './navigation.ts'
import { t } from '../../ui/text.ts'

export type Span = readonly [first: number, last: number]

export function selectedRows(session: GridSession): {
  readonly spans: readonly Span[]
  readonly count: number
} {
  const { plan } = session.rows
  const spans = mergeSpans(selectedBlocks(session).map(({ top, bottom }) => [top, bottom]))
  const counts = spans.map(([first, last]) =>
    plan ? plan.entitiesBefore(last + 1) - plan.entitiesBefore(first) : last - first + 1,
  )
  return { spans, count: counts.reduce((sum, count) => sum + count, 0) }
}

export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = []
  for (const [first, last] of spans.toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1)
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else merged.push([first, last])
  }
  return merged
}

export type EditTarget = Pick<BulkEdit, 'filter' | 'filter_join' | 'q' | 'ids'>

export function listedTarget(query: FilterGroup & Pick<GridQuery, 'q'>): EditTarget {
  const q = query.q.trim()
  return { filter: toFilterObject(query), filter_join: query.join, ...(q !== '' && { q }) }
}

/** Returns bulk edits that together cover the rows by id, each with at most the allowed number of ids. */
export async function namedTargets(
  session: GridSession,
  query: GridQuery,
  rows: readonly Span[],
): Promise<EditTarget[]> {
  const ids = await listRowIds(session, query, rows)
  const targets: EditTarget[] = []
  for (let at = 0; at < ids.length; at += maxListedEntities)
    targets.push({ filter: {}, ids: ids.slice(at, at + maxListedEntities) })
  return targets
}

export function firstRows(spans: readonly Span[], count: number): Span[] {
  let left = count
  return spans.flatMap(([first, last]): Span[] => {
    const taken = Math.min(left, last - first + 1)
    left -= taken
    return taken > 0 ? [[first, first + taken - 1]] : []
  })
}

/** The selected rows as the grid shows them; more than it can hold are listed. */
export async function listRowIds(
  session: GridSession,
  query: GridQuery,
  rows: readonly Span[],
): Promise<readonly string[]> {
  const ids = new Set<string>()
  for (const span of rows) for (const id of await idsBetween(session, query, span)) ids.add(id)
  return [...ids]
}

async function idsBetween(session: GridSession, query: GridQuery, rows: Span): Promise<Iterable<string>> {
  const ids = await idsInRows(session, rows)
  if (ids) return ids
  const { plan } = session.rows
  if (!plan) {
    const { first, last } = session.shown.positionsOf({ first: rows[0], last: rows[1] })
    return listIds(session.api, session.type, query, [first, last])
  }
  const found: string[] = []
  for (const { from, count } of listIndexRanges(plan, ...rows))
    found.push(...(await listIds(session.api, session.type, session.query, [from, from + count - 1])))
  return found
}

interface BulkEditing {
  readonly isOpen: boolean
  readonly keys: readonly string[]
  readonly action?: string | undefined
}

const dialogs = new WeakMap<GridSession, Atom<BulkEditing>>()

export function bulkEditOf(session: GridSession): Atom<BulkEditing> {
  const dialog = dialogs.get(session) ?? createAtom<BulkEditing>({ isOpen: false, keys: [] })
  dialogs.set(session, dialog)
  return dialog
}

export function editSelectedCells(session: GridSession): void {
  const keys = editableKeys(session)
  if (keys.length === 0) return session.announce(t('None of the selected columns can be edited.'))
  bulkEditOf(session).set({ isOpen: true, keys })
}

export function editableKeys(session: GridSession): string[] {
  const { columnIds } = axesOf(session)
  const blocks = selectedBlocks(session)
  const selected = columnIds.filter((_, position) =>
    blocks.some(({ left, right }) => left <= position && position <= right),
  )
  return editableColumns(selected.flatMap((id) => session.columnOf(id) ?? [])).map(({ id }) => id)
}

export function editableColumns(columns: readonly GridColumn[]): GridColumn[] {
  return columns.filter(({ isSystem, readOnlyReason }) => !isSystem && readOnlyReason === undefined)
}
