import type { EntityResource } from '#shared/entities.ts'
import { formatCell } from '../cells/registry.ts'
import { type CellOrigin, describeOrigin, originOf } from '../data/row-lookup.ts'
import type { CellMark, ListAggregates } from '#shared/schemas/grid.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GroupHead } from '../data/row-arrangement.ts'
import type { GridColumn } from '../../query/columns.ts'
import { t } from '../../ui/text.ts'
import { formatEntityCount } from '../../state/entity-types.ts'
import type { SummaryKind } from '#shared/views.ts'
import { summaryValue } from '../model/aggregate.ts'

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
