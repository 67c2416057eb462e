import { levelOf } from '../../ui/progress-level.ts'
import type { CellType } from './cell-type.ts'
import { progressCell } from './number-cell.tsx'

/** How complete a product is for a channel, or how good an entity is, as a coloured bar. It is measured, never written. */
export const completenessCell: CellType = {
  render: (value, column, context) => (
    <span className="grid-completeness" data-level={levelOf(Number(value))}>
      {progressCell.render?.(value, column, context)}
    </span>
  ),
  format: progressCell.format,
  edit: (value, { formats }) => formats.editNumber(Number(value)),
  parse: () => undefined,
  editor: { kind: 'none' },
}
