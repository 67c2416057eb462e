import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import type { Referrers, CellMark, ListAggregates } from '#shared/schemas/grid.ts'
import { formatReferrers } from '../cells/referrer-chips.tsx'
import { cellTypeOf, formatCell } from '../cells/registry.ts'
import type { ClipCell } from '../clipboard/clip-formats.ts'
import { isDraftId } from '../data/draft-rows.ts'
import { isInverse, type CellOrigin, describeOrigin, originOf } from '../data/row-lookup.ts'
import type { CellEdit } from '../data/edit-overlay.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { CellPosition } from '../model/selection.ts'
import { isMeasured, type GridColumn, readValue } from '../../query/columns.ts'
import type { GroupHead } from '../data/row-arrangement.ts'
import { t } from '../../ui/text.ts'
import { formatEntityCount } from '../../state/entity-types.ts'
import type { SummaryKind } from '#shared/views.ts'
import { summaryValue } from '../model/aggregate.ts'

export function clipCell(session: GridSession, cell: CellPosition): ClipCell {
  const at = cellAt(session, cell)
  if (!at) return { text: '', raw: null }
  if (at.edit?.status === 'refused') return { text: at.edit.write.text }
  const referrers = findReferrers(session, at.entity, at.column)
  return referrers ? clipReferrers(session, referrers) : clipValue(session, at.column, at.value)
}

/** An incomplete list of references is copied as text, so that no paste takes it for the complete list. */
function clipReferrers({ context }: GridSession, referrers: Referrers): ClipCell {
  const text = formatReferrers(referrers, context.formats)
  return { text, raw: referrers.first.length === referrers.total ? [...referrers.first] : text }
}

/**
 * Returns a value for the clipboard. Its text is that of an editor: every spreadsheet reads ungrouped
 * numbers and dates as 2026-01-31.
 */
export function clipValue(
  { context }: GridSession,
  column: GridColumn,
  value: AttributeValue | null,
): ClipCell {
  if (value === null) return { text: '', raw: null }
  const type = cellTypeOf(column)
  return { text: type.edit?.(value, context) ?? type.format(value, column, context), raw: value }
}

export interface Cell {
  readonly column: GridColumn
  readonly entity: EntityResource
  readonly edit: CellEdit | undefined
  readonly value: AttributeValue | null
}

export function cellAt(session: GridSession, cell: CellPosition): Cell | undefined {
  const column = session.columnOf(cell.columnId)
  const entity = session.rowAt(cell.row)
  if (!column || !entity) return undefined
  return {
    column,
    entity,
    edit: session.overlay.get(entity.id, column.id),
    value: shownValue(session, entity, column),
  }
}

/** The shown value: an unsaved one before the stored one. */
export function shownValue(
  session: GridSession,
  entity: EntityResource,
  column: GridColumn,
): AttributeValue | null {
  const edit = session.overlay.get(entity.id, column.id)
  return edit ? edit.write.shown : readValue(entity, column)
}

function findReferrers(
  session: GridSession,
  entity: EntityResource,
  column: GridColumn,
): Referrers | undefined {
  return isInverse(column) ? session.lookups.referrers.of(entity)?.[column.id] : undefined
}

/** Whether a row is loaded with everything its columns show. */
export function isKnown(session: GridSession, row: number, columns: readonly GridColumn[]): boolean {
  const entity = session.rowAt(row)
  if (!entity || isDraftId(entity.id)) return entity !== undefined
  return lookupsOf(session, columns).every((lookup) => lookup.of(entity) !== undefined)
}

/** Loads values of some rows beyond their entities. Returns whether all are loaded. */
export async function loadLookups(
  session: GridSession,
  { first, last }: { readonly first: number; readonly last: number },
  columns: readonly GridColumn[],
): Promise<boolean> {
  const rows = session.loadedBetween(first, last)
  const loaded = await Promise.all(lookupsOf(session, columns).map((lookup) => lookup.load(rows)))
  return loaded.every(Boolean)
}

function lookupsOf(session: GridSession, columns: readonly GridColumn[]) {
  return [
    ...(columns.some(isInverse) ? [session.lookups.referrers] : []),
    ...(columns.some(isMeasured) ? [session.lookups.measured.lookup] : []),
  ]
}

export function shownText(session: GridSession, entity: EntityResource, column: GridColumn): string {
  const referrers = findReferrers(session, entity, column)
  if (referrers) return formatReferrers(referrers, session.context.formats)
  return formatCell(shownValue(session, entity, column), column, session.context)
}

/** Returns the server's value of the cell if known: the one that a write replaces. */
export function storedValue({ entity, column, edit }: Cell): AttributeValue | null {
  const conflict = edit?.status === 'refused' ? edit.conflict : undefined
  return conflict ? conflict.current : readValue(entity, column)
}

export function describeHead(session: GridSession, head: GroupHead): string {
  const { count } = head
  return `${headText(session, head)}, ${formatEntityCount(count, session.type)}`
}

export function headText(session: GridSession, { key, value }: GroupHead): string {
  const column = session.columnOf(key)
  return value === null || !column ? t('No value') : formatCell(value, column, session.context)
}

export function explainOverride(origin: CellOrigin): string {
  return t('{origin}. What you enter becomes a value of its own; cleared, the cell shows this one again.', {
    origin: describeOrigin(origin),
  })
}

export function explainClear(origin: CellOrigin): string {
  const values = { origin: describeOrigin(origin) }
  return origin.kind === 'inherited'
    ? t('{origin}: change it there, or enter a value of its own here.', values)
    : t('{origin}: change it in the variants, or enter a value of its own here.', values)
}

/** The origin of the shown value; undefined for a stored, pending or unknown one. */
export function findOrigin(
  session: GridSession,
  entity: EntityResource,
  column: GridColumn,
): CellOrigin | undefined {
  if (session.overlay.get(entity.id, column.id)) return undefined
  return originOf(session.lookups.decorations.origins.of(entity), entity, column.id)
}

/** The mark of a cell; undefined without one, while pending or unknown. */
export function findMark(
  session: GridSession,
  entity: EntityResource,
  { id: key }: Pick<GridColumn, 'id'>,
): CellMark | undefined {
  if (session.overlay.get(entity.id, key)) return undefined
  return session.lookups.decorations.marked.lookup.of(entity)?.[key]
}

/** A figure as the column formats its values, a count as any number; empty while unknown. */
export function summaryText(
  { context }: GridSession,
  column: GridColumn,
  kind: SummaryKind,
  data: ListAggregates | undefined,
): string {
  const aggregate = data?.columns[column.id]
  if (!data || !aggregate) return ''
  const value = summaryValue(kind, aggregate, { rows: data.rows, decimals: column.constraints.decimals })
  if (value === null) return '–'
  const isCount = kind === 'filled' || kind === 'empty'
  return isCount ? context.formats.formatNumber(Number(value)) : formatCell(value, column, context)
}
