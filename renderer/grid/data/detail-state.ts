import { createAtom } from '@tanstack/react-store'
import type { GridSession } from './grid-session.ts'
import { t } from '../../ui/text.ts'

export const detailTabs = ['values', 'links', 'variants', 'channels', 'comments', 'notes', 'history'] as const
export type DetailTab = (typeof detailTabs)[number]

export interface DetailState {
  readonly isOpen: boolean
  readonly tab: DetailTab
  readonly focusRequests: number
  readonly wantedKey: string | undefined
  /** The target of a new note: the key of a cell, or undefined for the whole row. */
  readonly noteOn: string | undefined
  readonly isNoteWanted: boolean
}

const closed: DetailState = {
  isOpen: false,
  tab: 'values',
  focusRequests: 0,
  wantedKey: undefined,
  noteOn: undefined,
  isNoteWanted: false,
}
const states = new WeakMap<GridSession, ReturnType<typeof createState>>()

function createState() {
  return createAtom<DetailState>(closed)
}

export function detailOf(session: GridSession) {
  const present = states.get(session)
  if (present) return present
  const created = createState()
  states.set(session, created)
  return created
}

/** Opens the panel and leaves the focus in the grid; an open panel takes the focus. */
export function openDetails(session: GridSession): void {
  const state = detailOf(session)
  if (state.get().isOpen) return focusDetails(session)
  state.set((detail) => ({ ...detail, isOpen: true }))
  session.announce(t('Details are open beside the grid. Press Space to go into them, Escape to close them.'))
}

export function closeDetails(session: GridSession): boolean {
  const state = detailOf(session)
  if (!state.get().isOpen) return false
  state.set((detail) => ({ ...detail, isOpen: false }))
  session.announce(t('Details are closed.'))
  session.screen.focusInput()
  return true
}

export function showTab(session: GridSession, tab: DetailTab): void {
  detailOf(session).set((detail) => ({ ...detail, tab }))
}

/** Focuses the field of an attribute in the panel, else its first control. */
export function focusDetails(session: GridSession, key?: string): void {
  detailOf(session).set((detail) => ({
    ...detail,
    isOpen: true,
    tab: key === undefined ? detail.tab : 'values',
    focusRequests: detail.focusRequests + 1,
    wantedKey: key,
  }))
}

export const noteField = 'note'
export const commentField = 'comment'

export function askForNote(session: GridSession, key: string, tab: 'notes' | 'comments' = 'notes'): void {
  detailOf(session).set((detail) => ({
    ...detail,
    isOpen: true,
    tab,
    noteOn: key,
    isNoteWanted: true,
  }))
}

export function placeNote(session: GridSession, noteOn: string | undefined): void {
  detailOf(session).set((detail) => ({ ...detail, noteOn }))
}

export function takeNoteRequest(session: GridSession): void {
  detailOf(session).set((detail) => ({ ...detail, isNoteWanted: false }))
}
