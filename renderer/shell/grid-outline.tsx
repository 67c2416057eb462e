import { Skeleton } from '../ui/skeleton.tsx'

const rows = Array.from({ length: 12 }, (_, index) => index)

/** The outline of rows until the schema is known. */
export function GridOutline() {
  return (
    <div className="frame-outline" aria-busy="true">
      {rows.map((row) => (
        <Skeleton key={row} width={`${52 + ((row * 23) % 40)}%`} />
      ))}
    </div>
  )
}
