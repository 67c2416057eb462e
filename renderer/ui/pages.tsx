import { Button } from './button.tsx'
import { formatCount } from './format-count.ts'
import './pages.css'
import { t } from './text.ts'

interface PagesProps {
  offset: number
  size: number
  total: number
  onOffset: (offset: number) => void
}

export function Pages({ offset, size, total, onOffset }: PagesProps) {
  const end = Math.min(offset + size, total)
  return (
    <div className="ui-pages">
      <span className="ui-field-hint" role="status">
        {t('{offset} to {end} of {total}', {
          offset: formatCount(offset + 1),
          end: formatCount(end),
          total: formatCount(total),
        })}
      </span>
      {total > size && (
        <>
          <Button disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - size))}>
            {t('Previous')}
          </Button>
          <Button disabled={end >= total} onClick={() => onOffset(end)}>
            {t('Next')}
          </Button>
        </>
      )}
    </div>
  )
}
