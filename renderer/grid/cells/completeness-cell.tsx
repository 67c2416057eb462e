import type { CellType } from './cell-type.ts'
import { progressCell } from './number-cell.tsx'

const almost = 80

/** How near a percent is to complete, for its colour; the number beside it says the same. */
export function levelOf(percent: number): 'complete' | 'almost' | 'far' {
  if (percent >= 100) return 'complete'
  return percent >= almost ? 'almost' : 'far'
}

/** How complete a product is for a channel, as a coloured bar. It is measured, never written. */
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
