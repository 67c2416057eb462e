import { type Geometry, type IndexRange, runsOf } from '../model/geometry.ts'

interface FlyingRowsProps {
  readonly rows: readonly number[]
  /** The row that positions are relative to. */
  readonly baseRow: number
  readonly rowHeight: number
  readonly geometry: Geometry
}

/**
 * Rows that fly past before they are loaded: their numbers and a picture of bars. It is one element for all that follow each
 * other, as there are other ones in each frame.
 */
export function FlyingRows({ rows, baseRow, rowHeight, geometry }: FlyingRowsProps) {
  return runsOf(rows).map(({ first, last }, index) => {
    const [top, height] = [(first - baseRow) * rowHeight, (last - first + 1) * rowHeight]
    return (
      <div key={index} aria-hidden className="grid-flying" style={{ top, height, width: geometry.rowWidth }}>
        <div className="grid-pinned" style={{ width: geometry.pinnedWidth }}>
          <div className="grid-flying-numbers" style={{ width: geometry.gutterWidth }}>
            {numbersOf({ first, last })}
          </div>
        </div>
      </div>
    )
  })
}

function numbersOf({ first, last }: IndexRange): string {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index + 1).join('\n')
}
