import { Button } from './button.tsx'
import { formatCount } from './format-count.ts'
import './pages.css'
import { t } from './text.ts'
import type { ReactNode, Ref } from 'react'

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

interface PageTableProps {
  readonly label?: string
  /** The names of the columns; an `unseen` one, as for buttons, is for screen readers only. */
  readonly columns: readonly (string | { readonly unseen: string })[]
  readonly bodyRef?: Ref<HTMLTableSectionElement>
  /** Set for a wide table without anything to focus, so that keys can scroll it. */
  readonly isFocusable?: boolean
  readonly children: ReactNode
}

export function PageTable({ label, columns, bodyRef, isFocusable = false, children }: PageTableProps) {
  return (
    <div className="api-table" {...(isFocusable && { tabIndex: 0, role: 'group', 'aria-label': label })}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => {
              const [name, isUnseen] = typeof column === 'string' ? [column, false] : [column.unseen, true]
              return (
                <th key={name} scope="col">
                  {isUnseen ? <span className="visually-hidden">{name}</span> : name}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody ref={bodyRef}>{children}</tbody>
      </table>
    </div>
  )
}
