import { createAtom, type Atom } from '@tanstack/react-store'
import type { FoundCell } from '#shared/schemas/grid.ts'
import { listedBetween } from '../actions/arranged-rows.ts'
import { axesOf } from '../actions/navigation.ts'
import type { GridSession } from '../data/grid-session.ts'
import { blockOf } from '../model/selection.ts'

export type FindMode = 'closed' | 'find' | 'replace'
export type FindScope = 'view' | 'selection' | 'column'

/** Where to replace; a selection is that of the moment in which it was chosen. */
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
  /** What has been found, for the marks in the grid, and which of it is looked at. */
  readonly hits: readonly FoundCell[]
  readonly current: number
  /** Grows when the panel is asked for again, so that it takes the focus. */
  readonly asked: number
}

const start: FindState = {
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

/** What is being looked for in a grid. */
export function findStateOf(session: GridSession): Atom<FindState> {
  const state = states.get(session) ?? createAtom(start)
  states.set(session, state)
  return state
}

let open: GridSession | undefined

export const findCommands = {
  find: (): void => openFind('find'),
  replace: (): void => openFind('replace'),
}

function openFind(mode: FindMode): void {
  if (!open) return
  const session = open
  findStateOf(session).set((state) => ({
    ...state,
    mode,
    scoped: scopedCells(session, state.scope),
    asked: state.asked + 1,
  }))
}

/** What a scope means now; undefined for everything that is shown. */
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

/** Makes a grid the one that the commands are for, until the returned function is called. */
export function offerFind(session: GridSession): () => void {
  open = session
  return () => {
    if (open === session) open = undefined
  }
}
