import type { ReactNode } from 'react'
import { gtinKind } from '#shared/gtin.ts'
import { type Kind, kinds } from '#shared/kinds.ts'
import type { AttributeValue } from '#shared/entities.ts'
import { cellTypeOf } from '../cells/registry.ts'
import { toPlainText } from '../cells/stubs.ts'
import type { CellContext } from '../data/cell-context.ts'
import type { GridColumn } from '../../query/columns.ts'
import { Barcode } from './barcode.tsx'

type Show = (value: AttributeValue, column: GridColumn, context: CellContext) => ReactNode

const asText: Show = (value) => <span className="detail-text">{toPlainText(value)}</span>
const asCell: Show = (value, column, context) =>
  cellTypeOf(column).render?.(value, column, context) ?? cellTypeOf(column).format(value, column, context)

/** How the panel, which has room, shows the values of each kind. */
const shows: Readonly<Record<Kind, Show>> = {
  money: (value, { constraints }, { formats }) =>
    typeof value === 'number' && constraints.currency !== undefined
      ? formats.formatMoney(value, constraints.currency, kinds.money.decimals(constraints))
      : toPlainText(value),
  measure: (value, column, context) =>
    `${cellTypeOf(column).format(value, column, context)} ${column.constraints.unit ?? ''}`,
  gtin: (value) => (
    <span className="detail-code">
      <span>
        <span className="grid-digits">{toPlainText(value)}</span>
        <span className="detail-code-kind">{gtinKind(toPlainText(value))}</span>
      </span>
      <Barcode digits={toPlainText(value)} />
    </span>
  ),
  email: asText,
  date_time: asCell,
  file: asText,
}

/** A value as the panel shows its kind; undefined where the column has none. */
export function showKind(value: AttributeValue, column: GridColumn, context: CellContext): ReactNode {
  const { kind } = column.constraints
  return kind === undefined ? undefined : shows[kind](value, column, context)
}
