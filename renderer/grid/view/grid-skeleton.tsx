import { headerHeight } from './viewport.ts'

const rows = Array.from({ length: 14 }, (_, index) => 40 + ((index * 37) % 45))

/** The shape of the grid while its first rows are on their way. */
export function GridSkeleton() {
  return (
    <div className="grid-skeleton" role="status" aria-label="Loading">
      <div style={{ height: headerHeight }} />
      {rows.map((width, index) => (
        <div key={index} className="grid-skeleton-row">
          <span style={{ width: `${width / 4}%` }} />
          <span style={{ width: `${(100 - width) / 3}%` }} />
        </div>
      ))}
    </div>
  )
}
