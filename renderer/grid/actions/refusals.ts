import type { EntityCell } from '../data/edit-overlay.ts'
import type { GridSession } from '../data/grid-session.ts'
import { selectCell, type CellPosition } from '../model/selection.ts'
import { axesOf, select } from './navigation.ts'
import { t } from '../../ui/text.ts'

/**
 * Goes to the next or previous refused cell in reading order. Hidden ones follow the last one, in a dialog.
 */
export function goToError(session: GridSession, step: 1 | -1): void {
  const next = nextShown(session, step)
  if (next) return goTo(session, next)
  if (hiddenRefusals(session).length > 0) return session.isShowingHidden.set(true)
  const [first] = shownRefusals(session, step)
  if (first) return goTo(session, first)
  session.announce(t('There are no rejected changes.'))
}

export interface HiddenRefusal extends EntityCell {
  readonly columnName: string
  readonly text: string
  readonly reason: string
}

export function hiddenRefusals(session: GridSession): HiddenRefusal[] {
  return session.overlay.refusals().flatMap((cell) => {
    const edit = session.overlay.get(cell.entityId, cell.key)
    if (edit?.status !== 'refused' || positionOf(session, cell)) return []
    const columnName = session.columnOf(cell.key)?.name ?? cell.key
    return { ...cell, columnName, text: edit.write.text, reason: edit.reason }
  })
}

export function closeHidden(session: GridSession): void {
  session.isShowingHidden.set(false)
  session.screen.focusInput()
}

export function discardHidden(session: GridSession, { entityId, key }: EntityCell): void {
  session.overlay.clear(entityId, [key])
  session.announce(t('The rejected change was discarded.'))
  if (hiddenRefusals(session).length === 0) closeHidden(session)
}

/** Discards every refused change: all cells show their stored values. */
export function discardRefused(session: GridSession): void {
  const { overlay } = session
  const refused = overlay.refusals()
  if (refused.length === 0) return session.announce(t('There are no rejected changes.'))
  overlay.batch(() => {
    for (const { entityId, key } of refused) overlay.clear(entityId, [key])
  })
  const count = refused.length
  session.announce(
    t('{count} rejected {count, plural, one {change was} other {changes were}} discarded.', { count }),
  )
}

function goTo(session: GridSession, cell: CellPosition): void {
  select(session, selectCell(cell))
  session.screen.focusInput()
}

function nextShown(session: GridSession, step: 1 | -1): CellPosition | undefined {
  const cursor = session.selection.get()?.cursor
  const from = cursor ? rankOf(session, cursor) : -1
  return shownRefusals(session, step).find((cell) => step * (rankOf(session, cell) - from) > 0)
}

function shownRefusals(session: GridSession, step: 1 | -1): CellPosition[] {
  const cells = session.overlay.refusals().flatMap((cell) => positionOf(session, cell) ?? [])
  return cells.sort((a, b) => step * (rankOf(session, a) - rankOf(session, b)))
}

function rankOf(session: GridSession, { row, columnId }: CellPosition): number {
  const { columnIds } = axesOf(session)
  return row * columnIds.length + columnIds.indexOf(columnId)
}

function positionOf(session: GridSession, { entityId, key }: EntityCell): CellPosition | undefined {
  const row = session.rowOf(entityId)
  return row === undefined || !axesOf(session).columnIds.includes(key) ? undefined : { row, columnId: key }
}
