import { Button } from './button.tsx'
import { formatCount } from './format-count.ts'
import './pages.css'

interface PagesProps {
  offset: number
  /** How many are on a page. */
  size: number
  total: number
  onOffset: (offset: number) => void
}

/** Where one is among the pages of a list, and the way to the others. */
export function Pages({ offset, size, total, onOffset }: PagesProps) {
  const end = Math.min(offset + size, total)
  return (
    <div className="ui-pages">
      <span className="ui-field-hint" role="status">
        {formatCount(offset + 1)} to {formatCount(end)} of {formatCount(total)}
      </span>
      {total > size && (
        <>
          <Button disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - size))}>
            Previous
          </Button>
          <Button disabled={end >= total} onClick={() => onOffset(end)}>
            Next
          </Button>
        </>
      )}
    </div>
  )
}
