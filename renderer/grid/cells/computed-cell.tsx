import type { CellType } from './cell-type.ts'
import { toPlainText } from './stubs.ts'

/** Values that Vitrine computes; they are read, never written. */
export const computedCell: CellType = {
  format: (value, _column, { formats }) =>
    typeof value === 'number' ? formats.formatNumber(value) : toPlainText(value),
  parse: () => undefined,
  editor: { kind: 'none' },
}

/** Ids, in the monospaced face so that they can be compared. */
export const identifierCell: CellType = {
  render: (value) => <span className="grid-mono">{toPlainText(value)}</span>,
  format: toPlainText,
  parse: () => undefined,
  editor: { kind: 'none' },
}

export const timestampCell: CellType = {
  format: (value, _column, { formats }) => formats.formatTimestamp(toPlainText(value)),
  parse: () => undefined,
  editor: { kind: 'none' },
}
