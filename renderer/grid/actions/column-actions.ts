import { formatCell } from '../cells/registry.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridColumn } from '../../query/columns.ts'
import { moveColumn, type LookStore, type Pin } from '../../state/grid-layout.ts'
import { awaitedColumn, type AwaitedColumn, type ColumnPosition } from '../../state/dialogs.ts'
import { selectCell } from '../model/selection.ts'
import { clampWidth } from '../model/table.ts'
import { select } from './navigation.ts'
import { t } from '../../ui/text.ts'

export function pinColumn(look: LookStore, id: string, side: Pin | undefined): void {
  look.columnPinning.set(({ start, end }) => {
    const others = (pinned: readonly string[]): string[] => pinned.filter((other) => other !== id)
    return {
      start: side === 'left' ? [...others(start), id] : others(start),
      end: side === 'right' ? [...others(end), id] : others(end),
    }
  })
}

/** Moves a column past its visible neighbour of the same pinning; returns its new index. */
export function shiftColumn(session: GridSession, look: LookStore, id: string, step: 1 | -1): void {
  const { placed, indexById } = session.geometry.get()
  const index = indexById.get(id) ?? 0
  const neighbour = placed[index + step]
  const name = session.columnOf(id)?.name ?? id
  if (!neighbour || neighbour.pin !== placed[index]?.pin || neighbour.column.isPrimary)
    return session.announce(t('{name} cannot be moved any further.', { name }))
  dropColumn(session, look, id, { id: neighbour.column.id, side: step === 1 ? 'behind' : 'before' })
  session.announce(
    t('{name}, column {index} of {count}', { name, index: index + step + 1, count: placed.length }),
  )
}

/** Moves a column next to another visible one; hidden ones stay. */
export function dropColumn(session: GridSession, look: LookStore, id: string, target: ColumnPosition): void {
  const shown = session.geometry.get().placed.map(({ column }) => column.id)
  const hidden = look.columnOrder.get().filter((other) => !shown.includes(other))
  look.columnOrder.set([...moveColumn(shown, id, target), ...hidden])
}

/** Goes to awaited columns as soon as the grid has them, until the returned function is called. */
export function followAwaited(session: GridSession, look: LookStore): () => void {
  const take = (): void => {
    const { present } = awaitedColumn.get()
    if (present?.workspaceId !== session.api.workspaceId || present.type !== session.type) return
    if (session.columnOf(present.id)) goToAwaited(session, look, present)
  }
  take()
  const subscriptions = [awaitedColumn.subscribe(take), session.geometry.subscribe(take)]
  return () => subscriptions.forEach((subscription) => subscription.unsubscribe())
}

function goToAwaited(session: GridSession, look: LookStore, { id, position }: AwaitedColumn): void {
  awaitedColumn.set({ present: undefined })
  look.columnVisibility.set((before) => ({ ...before, [id]: true }))
  if (position) {
    const { placed, indexById } = session.geometry.get()
    const beside = placed[indexById.get(position.id) ?? -1]
    dropColumn(session, look, id, position)
    if (beside?.pin && !beside.column.isPrimary) pinColumn(look, id, beside.pin)
  }
  requestAnimationFrame(() => {
    if (session.rowCount === 0) return session.screen.focusHeader(id)
    select(session, selectCell({ row: session.selection.get()?.cursor.row ?? 0, columnId: id }))
    session.screen.focusInput()
  })
}

const cellPadding = 30
const headerSpare = 76
const maxRows = 500

export function fitColumn(session: GridSession, look: LookStore, column: GridColumn): void {
  const measure = textMeasure()
  let width = measure(column.name, 550) + headerSpare
  let count = 0
  for (const entity of session.source.get()?.loadedRows() ?? []) {
    const value = column.isSystem ? entity[column.id as 'id'] : entity.attributes[column.id]
    const text = formatCell(value ?? null, column, session.context)
    width = Math.max(width, measure(text, column.isPrimary ? 550 : 400) + cellPadding)
    if ((count += 1) >= maxRows) break
  }
  look.columnSizing.set((sizes) => ({ ...sizes, [column.id]: clampWidth(width) }))
}

function textMeasure(): (text: string, weight: number) => number {
  const context = document.createElement('canvas').getContext('2d')
  const { fontSize, fontFamily } = getComputedStyle(document.body)
  return (text, weight) => {
    if (!context) return 0
    context.font = `${weight} ${fontSize} ${fontFamily}`
    return context.measureText(text).width
  }
}
