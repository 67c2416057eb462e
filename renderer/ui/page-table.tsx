import type { ReactNode, Ref } from 'react'

interface PageTableProps {
  readonly label?: string
  /** The names of the columns; an `unseen` one, as for buttons, is for screen readers only. */
  readonly columns: readonly (string | { readonly unseen: string })[]
  readonly bodyRef?: Ref<HTMLTableSectionElement>
  readonly children: ReactNode
}

export function PageTable({ label, columns, bodyRef, children }: PageTableProps) {
  return (
    <div className="api-table">
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
