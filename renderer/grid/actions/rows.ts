import { moveToTrash } from '../../api/changes-queries.ts'
import { cellAt } from './cell-state.ts'
import { offerUndo } from './history.ts'
import { currentSelection, select } from './navigation.ts'
import { selectedIds } from './selected-ids.ts'
import { openableAddress } from '../cells/link-cell.tsx'
import { isDraftId } from '../data/draft-rows.ts'
import { variantsShownIn } from '../data/variants-state.ts'
import type { GridSession } from '../data/grid-session.ts'
import { selectCell } from '../model/selection.ts'
import { showError, errorText } from '../../ui/toast.tsx'
import { t, inSentence } from '../../ui/text.ts'
import { formatEntityCount, typeTexts } from '../../state/entity-types.ts'
import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import { createEntity } from '../../api/entities-queries.ts'
import type { GridColumn } from '../../query/columns.ts'

export async function trashSelected(session: GridSession): Promise<void> {
  const ids = await selectedIds(session)
  if (!ids || ids.length === 0) return
  await session.queue.follow(() => trash(session, ids))
  session.source.get()?.refresh()
  session.screen.focusInput()
}

async function trash(session: GridSession, ids: readonly string[]): Promise<void> {
  try {
    const count = await moveToTrash(session.api, session.type, ids)
    const title = t('{what} moved to the trash', { what: formatEntityCount(count, session.type) })
    session.log.add({
      label: t('removal of {value}', { value: nounOf(session, count) }),
      steps: [{ kind: 'trashed', ids }],
    })
    offerUndo(session, title)
    session.announce(`${title}.`)
  } catch (error) {
    showError(t('The rows could not be moved to the trash'), { description: errorText(error) })
  }
}

function nounOf({ type }: GridSession, count: number): string {
  return inSentence(count === 1 ? typeTexts()[type].singular : typeTexts()[type].plural)
}

export function addRow(session: GridSession): void {
  if (canAdd(session)) openDraft(session, { title: t('New row') })
}

/**
 * Inserts a row next to the cursor's row. It stays there until the rows are sorted; in groups and trees it
 * is at the end.
 */
export function insertRow(session: GridSession, side: 'above' | 'below'): void {
  if (!canAdd(session)) return
  const row = session.selection.get()?.cursor.row ?? session.rowCount - 1
  const key = session.shown.keyBelow(side === 'below' ? row : row - 1)
  openDraft(session, { title: t('New row'), key })
}

function canAdd(session: GridSession): boolean {
  if (session.type !== 'source') return true
  session.announce(t('Sources are added by a job that reads a page, a text or a file.'))
  return false
}

/** Adds a variant of the product under the cursor, or of the parent of a variant there. */
export function addVariant(session: GridSession): void {
  const cursor = session.selection.get()?.cursor
  const entity = cursor && session.rowAt(cursor.row)
  if (session.type !== 'product') return session.announce(t('Only products have variants.'))
  const parentId = entity && (entity.parent_id ?? (isDraftId(entity.id) ? undefined : entity.id))
  if (parentId === undefined) return session.announce(t('Put the cursor on a saved product first.'))
  const parentRow = session.rowOf(parentId)
  openDraft(session, {
    parentId,
    key: parentRow === undefined ? undefined : session.shown.keyBelow(parentRow),
    title: t('New variant of {session}', { session: nameOf(session, parentId) }),
  })
}

/** Opens the variants of the product under the cursor, or of the parent of a variant there, as a matrix. */
export function openVariants(session: GridSession): void {
  const cursor = session.selection.get()?.cursor
  const entity = cursor && session.rowAt(cursor.row)
  if (session.type !== 'product') return session.announce(t('Only products have variants.'))
  if (!entity || isDraftId(entity.id)) return session.announce(t('Put the cursor on a saved product first.'))
  variantsShownIn(session).set(entity.parent_id ?? entity.id)
}

// Each row between two others halves the distance of their positions.
const maxShownBelow = 30

/** Shows new variants below their parent, or in the open tree, with the cursor on the first one. */
export function showVariants(
  session: GridSession,
  parentId: string,
  variants: readonly EntityResource[],
): void {
  if (session.rows.state.get().isTree) session.rows.setExpanded(parentId, true)
  const parentRow = session.rowOf(parentId)
  if (parentRow === undefined || !showBelow(session, parentRow, variants)) session.source.get()?.refresh()
  const [first] = variants
  showRow(session, (first && session.rowOf(first.id)) ?? parentRow)
}

function showRow(session: GridSession, row: number | undefined): void {
  const columnId = session.selection.get()?.cursor.columnId ?? session.primaryColumn?.id
  if (row !== undefined && columnId !== undefined) select(session, selectCell({ row, columnId }))
}

function showBelow(session: GridSession, row: number, variants: readonly EntityResource[]): boolean {
  if (variants.length > maxShownBelow || session.shown.keyBelow(row) === undefined) return false
  variants.forEach((variant, index) => session.showCreated(variant, session.shown.keyBelow(row + index)))
  return true
}

function nameOf(session: GridSession, id: string): string {
  const row = session.rowOf(id)
  return (row === undefined ? undefined : session.rowAt(row)?.label) ?? t('the product')
}

interface NewDraft {
  readonly title: string
  readonly parentId?: string
  readonly key?: number | undefined
}

function openDraft(session: GridSession, { title, parentId, key }: NewDraft): void {
  const required = session.primaryColumn
  const columnId = required?.id ?? session.geometry.get().placed[0]?.column.id
  if (columnId === undefined)
    return session.announce(t('Add an attribute first: without one, a row cannot hold values.'))
  const row = session.rowOf(session.drafts.blankAt(parentId ?? null, key)) ?? session.rowCount - 1
  select(session, selectCell({ row, columnId }))
  session.screen.focusInput()
  const text = t('{title}. Enter {value} to save it.', {
    title,
    value: required ? required.name : t('a value'),
  })
  // Among other new rows, only this note shows whose variant it is.
  if (parentId !== undefined) session.note.set({ cell: { row, columnId }, text })
  session.announce(text)
}

/** Removes the unsaved row under the cursor; `onlyBlank` spares one with values. */
export function discardDraft(session: GridSession, onlyBlank: boolean): boolean {
  const cell = session.selection.get()?.cursor
  const entity = cell && session.rowAt(cell.row)
  if (!cell || !entity || !isDraftId(entity.id)) return false
  if (onlyBlank && !session.drafts.isBlank(entity.id)) return false
  session.drafts.discard(entity.id)
  const row = Math.min(cell.row, session.rowCount - 1)
  select(session, row < 0 ? undefined : selectCell({ ...cell, row }))
  session.announce(t('The new row was discarded.'))
  return true
}

/** Puts the cursor on a row by its number, from 1; a number beyond the end means the last row. */
export function goToRow(session: GridSession, number: number): void {
  const present = currentSelection(session)
  if (!present) return
  const row = Math.max(0, Math.min(session.rowCount - 1, number - 1))
  select(session, selectCell({ ...present.cursor, row }))
  session.screen.focusInput()
}

export function openLink(session: GridSession): void {
  const cell = session.selection.get()?.cursor
  const address = cell && openableAddress(cellAt(session, cell)?.value)
  if (address !== undefined) window.open(address, '_blank', 'noreferrer')
}

/** Adds a copy of the row under the cursor below it; a toast offers to undo it. */
export async function duplicateRow(session: GridSession): Promise<void> {
  const cursor = session.selection.get()?.cursor
  const entity = cursor && session.rowAt(cursor.row)
  if (!entity || !canBeCopied(entity))
    return session.announce(t('There is no saved row under the cursor that could be duplicated.'))
  // Runs after the saves that the copy includes; its events are held back until its row exists.
  await session.queue.follow(() => addCopy(session, entity.id, cursor.columnId))
}

async function addCopy(session: GridSession, id: string, columnId: string): Promise<void> {
  try {
    const entity = session.rowAt(session.rowOf(id) ?? -1)
    if (!entity) return
    const copy = await createCopy(session, entity)
    session.showCreated(copy, session.shown.keyBelow(session.rowOf(id) ?? session.rowCount))
    session.log.add({ label: t('duplicating of a row'), steps: [{ kind: 'created', ids: [copy.id] }] })
    const row = session.rowOf(copy.id)
    if (row !== undefined) select(session, selectCell({ row, columnId }))
    const title = t('{label} was duplicated', { label: entity.label ?? t('The row') })
    offerUndo(session, title)
    session.announce(`${title}.`)
  } catch (error) {
    showError(t('The row could not be duplicated'), { description: errorText(error) })
  }
}

function canBeCopied({ id, type }: EntityResource): boolean {
  return !isDraftId(id) && type !== 'source'
}

function createCopy(session: GridSession, entity: EntityResource): Promise<EntityResource> {
  const columns = Object.keys(entity.attributes).flatMap((key) => session.columnOf(key) ?? [])
  const attributes = copiedValues(entity, columns)
  return createEntity(session.api, session.type, attributes, entity.parent_id)
}

/** The values of a copy: writable and not unique; its name says that it is a copy. */
export function copiedValues(
  { attributes }: Pick<EntityResource, 'attributes'>,
  columns: readonly GridColumn[],
): Record<string, unknown> {
  const copied: Record<string, unknown> = {}
  for (const { id, isPrimary, readOnlyReason, constraints } of columns) {
    const value = attributes[id]
    if (readOnlyReason !== undefined || value === undefined || value === null) continue
    if (isPrimary && typeof value === 'string') copied[id] = t('{value} copy', { value })
    else if (constraints.unique !== true) copied[id] = toWire(value)
  }
  return copied
}

function toWire(value: AttributeValue): unknown {
  if (Array.isArray(value)) return value.map((item) => toWire(item))
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value
}
