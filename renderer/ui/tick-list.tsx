import { useState, type ReactNode } from 'react'
import { Checkbox } from './field.tsx'
import { PageTable } from './pages.tsx'
import './tick-list.css'

export interface TickRow {
  readonly id: string
  readonly label: string
  readonly cells: readonly ReactNode[]
}

interface TickListProps {
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: readonly TickRow[]
  readonly ticked: ReadonlySet<string>
  readonly onTick: (ticked: ReadonlySet<string>) => void
}

/** Proposals in a table, all ticked at first: one button takes what has remained ticked. */
export function TickList({ label, columns, rows, ticked, onTick }: TickListProps) {
  const tick = (id: string, isTicked: boolean): void =>
    onTick(new Set(rows.map((row) => row.id).filter((each) => (each === id ? isTicked : ticked.has(each)))))
  return (
    <div className="tick-list">
      <PageTable label={label} columns={columns}>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Checkbox
                label={row.label}
                checked={ticked.has(row.id)}
                onChange={(isTicked) => tick(row.id, isTicked)}
              />
            </th>
            {row.cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </PageTable>
    </div>
  )
}

/** The rows that are ticked: all of them until somebody unticks one. */
export function useTicked(rows: readonly TickRow[] | undefined) {
  const [chosen, setTicked] = useState<ReadonlySet<string>>()
  return { ticked: chosen ?? new Set(rows?.map(({ id }) => id)), setTicked }
}
