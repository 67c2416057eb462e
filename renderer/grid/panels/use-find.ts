import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSelector, createAtom, type Atom } from '@tanstack/react-store'
import { useEffect, useState } from 'react'
import { findQuery, type FindRequest } from '../../query/bulk-requests.ts'
import { axesOf, select } from '../actions/navigation.ts'
import type { GridSession } from '../data/grid-session.ts'
import { selectCell, blockOf } from '../model/selection.ts'
import { useGrid } from '../data/grid-context.ts'
import { t } from '../../ui/text.ts'
import type { FoundCell } from '#shared/schemas/grid.ts'
import { listedBetween } from '../actions/arranged-rows.ts'

const settleMs = 220

export function useFind() {
  const { session } = useGrid()
  const state = findStateOf(session)
  const find = useSelector(state)
  const text = useSettled(find.text)
  const scope = useScope(session, find)
  const request: FindRequest = {
    type: session.type,
    query: session.query,
    text,
    columns: scope.columns,
    rows: scope.positions,
    isWhole: find.isWhole,
    matchesCase: find.matchesCase,
    isReplacing: find.mode === 'replace',
  }
  const { data, error, isFetching, refetch } = useQuery({
    ...findQuery(session.api, request),
    enabled: text.trim() !== '' && scope.columns.length > 0,
    placeholderData: keepPreviousData,
  })
  const found = text.trim() === '' ? undefined : data
  useEffect(() => {
    state.set((now) => ({ ...now, hits: found?.cells ?? [], current: -1 }))
  }, [state, found])

  return {
    find,
    change: (part: Partial<FindState>) => state.set((now) => ({ ...now, ...part })),
    found,
    error,
    isFetching,
    request,
    rows: scope.rows,
    refetch,
  }
}

export function stepToHit(session: GridSession, step: 1 | -1): void {
  const state = findStateOf(session)
  const { hits, current } = state.get()
  if (hits.length === 0) return
  const next = current === -1 ? firstFromCursor(session, step) : (current + step + hits.length) % hits.length
  const hit = hits[next]
  if (!hit) return
  state.set((now) => ({ ...now, current: next }))
  const at = rowOfHit(session, hit.position)
  if (at === undefined) return session.announce(t('This one is in a collapsed group.'))
  const row = session.rowAt(at)?.id === hit.id ? at : (session.rowOf(hit.id) ?? at)
  select(session, selectCell({ row, columnId: hit.key }))
}

/** Returns the row of a list position; undefined in a collapsed group. */
export function rowOfHit({ rows: { plan }, shown }: GridSession, position: number): number | undefined {
  return plan ? plan.rowOf(position) : shown.rowOfPosition(position)
}

function firstFromCursor(session: GridSession, step: 1 | -1): number {
  const { hits } = findStateOf(session).get()
  const cursor = session.selection.get()?.cursor
  if (!cursor) return step === 1 ? 0 : hits.length - 1
  const { columnIds } = axesOf(session)
  const isBehind = ({ position, key }: { position: number; key: string }): boolean => {
    const row = rowOfHit(session, position) ?? -1
    return (
      row > cursor.row || (row === cursor.row && columnIds.indexOf(key) >= columnIds.indexOf(cursor.columnId))
    )
  }
  const at = hits.findIndex(isBehind)
  if (step === 1) return Math.max(0, at)
  return (at <= 0 ? hits.length : at) - 1
}

function useScope(session: GridSession, { mode, scoped }: FindState): ScopedCells {
  const geometry = useSelector(session.geometry)
  const columns = geometry.placed.map(({ column }) => column.id)
  return mode === 'find' || scoped === undefined ? { columns, rows: undefined, positions: undefined } : scoped
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

export type FindMode = 'closed' | 'find' | 'replace'
export type FindScope = 'view' | 'selection' | 'column'

/** The cells to replace in; later changes of the selection do not affect them. */
interface ScopedCells {
  readonly columns: readonly string[]
  readonly rows: readonly [number, number] | undefined
  readonly positions: readonly [number, number] | undefined
}

interface FindState {
  readonly mode: FindMode
  readonly text: string
  readonly replacement: string
  readonly matchesCase: boolean
  readonly isWhole: boolean
  readonly scope: FindScope
  readonly scoped: ScopedCells | undefined
  readonly hits: readonly FoundCell[]
  readonly current: number
  /** Counts the requests to open the panel; each one focuses its input. */
  readonly asked: number
}

const initialState: FindState = {
  mode: 'closed',
  text: '',
  replacement: '',
  matchesCase: false,
  isWhole: false,
  scope: 'view',
  scoped: undefined,
  hits: [],
  current: -1,
  asked: 0,
}

const states = new WeakMap<GridSession, Atom<FindState>>()

export function findStateOf(session: GridSession): Atom<FindState> {
  const state = states.get(session) ?? createAtom(initialState)
  states.set(session, state)
  return state
}

let activeSession: GridSession | undefined

export const findCommands = {
  find: (): void => openFind('find'),
  replace: (): void => openFind('replace'),
}

function openFind(mode: FindMode): void {
  if (!activeSession) return
  const session = activeSession
  findStateOf(session).set((state) => ({
    ...state,
    mode,
    scoped: scopedCells(session, state.scope),
    asked: state.asked + 1,
  }))
}

/** Returns the current cells of a scope; undefined for everything shown. */
export function scopedCells(session: GridSession, scope: FindScope): ScopedCells | undefined {
  const selection = session.selection.get()
  if (!selection || scope === 'view') return undefined
  if (scope === 'column')
    return { columns: [selection.cursor.columnId], rows: undefined, positions: undefined }
  const axes = axesOf(session)
  const { top, bottom, left, right } = blockOf(selection, axes)
  return {
    columns: axes.columnIds.slice(left, right + 1),
    rows: [top, bottom],
    positions: listedBetween(session, top, bottom),
  }
}

export function registerFindTarget(session: GridSession): () => void {
  activeSession = session
  return () => {
    if (activeSession === session) activeSession = undefined
  }
}
