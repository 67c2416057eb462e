import type { GridColumn } from '../../query/columns.ts'
import type { CellType } from './cell-type.ts'
import type { CellContext } from '../data/cell-context.ts'
import { clearingWrite, scalarWrite } from '../data/cell-write.ts'
import { toPlainText } from './stubs.ts'

function parse(text: string, _column: GridColumn, { formats }: CellContext) {
  if (text.trim() === '') return clearingWrite
  const number = formats.parseNumber(text.replace(/\s*%$/, ''))
  return number === undefined ? scalarWrite(text.trim()) : scalarWrite(number, text)
}

const edit: CellType['edit'] = (value, { formats }) =>
  typeof value === 'number' ? formats.editNumber(value) : toPlainText(value)

/** A number in the locale's writing, with its unit and decimals where the attribute names them. */
export const numberCell: CellType = {
  align: 'end',
  render: (value, column, context) => {
    const { unit } = column.constraints
    const text = numberCell.format(value, column, context)
    if (unit === undefined) return text
    return (
      <>
        {text}
        <span className="grid-unit">{unit}</span>
      </>
    )
  },
  format: (value, column, { formats }) =>
    typeof value === 'number' ? formats.formatNumber(value, column.constraints.decimals) : toPlainText(value),
  edit,
  parse,
  editor: { kind: 'inline', inputMode: 'decimal' },
}

/** 0 to 100, as a bar. */
export const progressCell: CellType = {
  render: (value) => {
    const percent = Math.max(0, Math.min(100, Number(value)))
    return (
      <span className="grid-progress">
        <span className="grid-progress-track">
          <span className="grid-progress-bar" style={{ width: `${percent}%` }} />
        </span>
        <span className="grid-progress-text">{Math.round(percent)}%</span>
      </span>
    )
  },
  format: (value, _column, { formats }) => `${formats.formatNumber(Number(value))}%`,
  edit,
  parse,
  editor: { kind: 'inline', inputMode: 'decimal' },
}

/** A place in an order: 1 is first. */
export const rankCell: CellType = {
  align: 'end',
  render: (value) => <span className="grid-rank">#{toPlainText(value)}</span>,
  format: (value, _column, { formats }) => formats.formatNumber(Number(value)),
  edit,
  parse: (text, column, context) => parse(text.replace(/^#\s*/, ''), column, context),
  editor: { kind: 'inline', inputMode: 'numeric' },
}
