import { createAtom, type Atom } from '@tanstack/react-store'
import type { FoundCell } from '#shared/schemas/grid.ts'
import { listedBetween } from '../actions/arranged-rows.ts'
import { axesOf } from '../actions/navigation.ts'
import type { GridSession } from '../data/grid-session.ts'
import { blockOf } from '../model/selection.ts'

export type FindMode = 'closed' | 'find' | 'replace'
export type FindScope = 'view' | 'selection' | 'column'

/** The cells to replace in; later changes of the selection do not affect them. */
export interface ScopedCells {
  readonly columns: readonly string[]
  readonly rows: readonly [number, number] | undefined
  readonly positions: readonly [number, number] | undefined
}

export interface FindState {
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
