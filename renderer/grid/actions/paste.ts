import { ApiError } from '../../api/api-error.ts'
import { showError, errorText } from '../../ui/toast.tsx'
import {
  ownFormat,
  parseTsv,
  readHtmlTable,
  readOwn,
  measureBlock,
  squared,
  type ClipBlock,
} from '../clipboard/clip-formats.ts'
import { needsPreview, type NewRow, type PasteDraft } from '../data/paste-draft.ts'
import { planPaste, type PastePlan, type Placement } from '../clipboard/coerce.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { Block } from '../model/selection.ts'
import { entityRows, planArranged } from './arranged-rows.ts'
import { draftRows, draftWrites, type FilledCell } from './draft-writes.ts'
import { offerUndo } from './history.ts'
import { axesOf } from './navigation.ts'
import { cellsText, loadBlocks, remark, selectedBlocks } from './ranges.ts'
import { createMany } from '../../api/entities-queries.ts'
import { t } from '../../ui/text.ts'

/** Writes the clipboard into the selection; asks first if it is large or does not fit. */
export function pasteInto(session: GridSession, data: DataTransfer): void {
  const block = readClipboard((type) => data.getData(type))
  if (block) void paste(session, block)
}

/** Pastes without a key event, from a menu. */
export async function pasteFromClipboard(session: GridSession): Promise<void> {
  session.screen.focusInput()
  if (window.desktop) return window.desktop.paste()
  const texts = await readTexts().catch(() => undefined)
  if (!texts)
    return remark(session, t('The browser did not allow access to the clipboard. Press Ctrl+V to paste.'))
  const block = readClipboard((type) => texts.get(type) ?? '')
  if (!block) return remark(session, t('There is nothing on the clipboard that could be pasted here.'))
  await paste(session, block)
}

async function readTexts(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const item of await navigator.clipboard.read()) {
    for (const type of item.types.filter((type) => type.startsWith('text/'))) {
      texts.set(type, await (await item.getType(type)).text())
    }
  }
  return texts
}

function readClipboard(read: (type: string) => string): ClipBlock | undefined {
  const own = readOwn(read(ownFormat)) ?? readHtmlTable(read('text/html'))
  if (own) return own
  const text = read('text/plain')
  return text === '' ? undefined : squared(parseTsv(text).map((row) => row.map((cell) => ({ text: cell }))))
}

async function paste(session: GridSession, block: ClipBlock): Promise<void> {
  const axes = axesOf(session)
  const plan = planArranged(session, selectedBlocks(session), (blocks) =>
    planPaste(blocks, measureBlock(block), { ...axes, rowCount: entityRows(session) }),
  )
  const area = areaOf(session, plan)
  if (!area || !(await loadBlocks(session, [area]))) return
  const draft = await draftPaste(session, block, plan)
  if (plan.placements.length > 1) selectArea(session, area)
  if (needsPreview(draft)) return session.pasteDraft.set(draft)
  await applyPaste(session, draft, false)
}

async function draftPaste(session: GridSession, block: ClipBlock, plan: PastePlan): Promise<PasteDraft> {
  const target = ({ cell, sourceRow, sourceColumn }: Placement): FilledCell => ({
    cell,
    clip: block[sourceRow]?.[sourceColumn] ?? { text: '' },
  })
  const writes = await draftWrites(session, plan.placements.map(target))
  const canAdd = session.type !== 'source'
  const newRows = canAdd
    ? await draftRows(
        session,
        plan.overflow.map((row) => row.map(target)),
      )
    : []
  return {
    ...writes,
    label: t('paste of {value}', { value: cellsText(plan.placements.length) }),
    newRows,
    outsideColumns: plan.outsideColumns,
    outsideRows: canAdd ? 0 : plan.overflow.length,
  }
}

function areaOf(session: GridSession, { placements }: PastePlan): Block | undefined {
  const { columnIds } = axesOf(session)
  if (placements.length === 0) return undefined
  const area = { top: Infinity, bottom: 0, left: Infinity, right: 0 }
  for (const { cell } of placements) {
    const column = columnIds.indexOf(cell.columnId)
    area.top = Math.min(area.top, cell.row)
    area.bottom = Math.max(area.bottom, cell.row)
    area.left = Math.min(area.left, column)
    area.right = Math.max(area.right, column)
  }
  return area
}

function selectArea(session: GridSession, { top, bottom, left, right }: Block): void {
  const { columnIds } = axesOf(session)
  const [first, last] = [columnIds[left], columnIds[right]]
  if (first === undefined || last === undefined || selectedBlocks(session).length > 1) return
  session.selection.set({
    cursor: { row: top, columnId: first },
    focus: { row: bottom, columnId: last },
    span: 'cells',
    more: [],
  })
}

/** Writes valid values as one step; other texts stay in their cells with the reason. */
export async function applyPaste(session: GridSession, draft: PasteDraft, addsRows: boolean): Promise<void> {
  const { cells, failures, label } = draft
  await session.write(label, cells, failures)
  const added = addsRows ? await session.queue.follow(() => addRows(session, draft)) : 0
  reportPaste(session, draft, added)
}

async function addRows(
  session: GridSession,
  { newRows, cells, failures, label }: PasteDraft,
): Promise<number> {
  const bodies = newRows.map(({ writes }) =>
    Object.fromEntries([...writes].map(([key, { wire }]) => [key, wire])),
  )
  try {
    const created = await createMany(session.api, session.type, bodies)
    const ids = created.flatMap((entity) => (entity instanceof ApiError ? [] : entity.id))
    const steps = [{ kind: 'created', ids } as const]
    if (cells.length + failures.length > 0) session.log.extend(label, steps)
    else if (ids.length > 0) session.log.add({ label, steps })
    created.forEach((entity, index) => takeNewRow(session, entity, newRows[index]))
    return ids.length
  } catch (error) {
    showError(t('The new rows could not be added'), { description: errorText(error) })
    return 0
  }
}

function takeNewRow(
  session: GridSession,
  entity: Awaited<ReturnType<typeof createMany>>[number],
  row: NewRow | undefined,
): void {
  if (entity instanceof ApiError) {
    if (!row) return
    const draftId = session.drafts.add()
    // The server repeats the fault, this time in the cells.
    session.drafts.commit(draftId, row.writes, session.primaryColumn?.id)
    return keepFailures(session, draftId, row)
  }
  session.showCreated(entity)
  if (row) keepFailures(session, entity.id, row)
}

function keepFailures(session: GridSession, entityId: string, { failures }: NewRow): void {
  for (const [key, { write, reason }] of failures) {
    session.overlay.refuse({ entityId, key }, write, reason)
  }
}

function reportPaste(session: GridSession, draft: PasteDraft, added: number): void {
  const { cells, failures, readOnly } = draft
  const parts = [t('{value} pasted', { value: cellsText(cells.length) })]
  if (added > 0) parts.push(t('{added, plural, one {# row} other {# rows}} added', { added }))
  if (failures.length > 0) parts.push(t('{count} rejected: F8 shows them', { count: failures.length }))
  parts.push(...leftOutOf(cells))
  if (readOnly > 0) parts.push(t('{value} left as is: read-only', { value: cellsText(readOnly) }))
  const text = `${parts.join('. ')}.`
  session.announce(text)
  if (cells.length + added > 1) {
    const [title = '', ...rest] = parts
    offerUndo(session, title, rest.length > 0 ? `${rest.join('. ')}.` : undefined)
  } else if (readOnly > 0 || leftOutOf(cells).length > 0) remark(session, text)
}

const shownAtMost = 5

/** The names in pasted texts that were not found, without the full stop that the report sets. */
function leftOutOf(cells: PasteDraft['cells']): string[] {
  const sentences = cells.flatMap(({ write }) => write.leftOut ?? [])
  const more = sentences.length - shownAtMost
  const first = sentences.slice(0, shownAtMost)
  if (more > 0) first.push(t('And {value} more.', { value: more }))
  return first.map((sentence) => sentence.replace(/\.$/, ''))
}
