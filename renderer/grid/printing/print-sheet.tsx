import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cellTypeOf } from '../cells/registry.ts'
import type { PrintedColumn } from './page-bands.ts'
import type { PrintedCell, PrintedRow, PrintedTable } from './rows-to-print.ts'
import './print-sheet.css'
import { t } from '../../ui/text.ts'

interface PrintSheetProps {
  readonly title: string
  readonly table: PrintedTable
  /** Called once the print dialog of the system has been answered. */
  readonly onPrinted: () => void
}

/** The rows as plain tables that only paper shows, and the call that prints them: the grid draws what is in view and no more. */
export function PrintSheet({ title, table: { bands, rows }, onPrinted }: PrintSheetProps) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isGone = false
    window.addEventListener('afterprint', onPrinted)
    void picturesOf(sheet.current).then(() => !isGone && window.print())
    return () => {
      isGone = true
      window.removeEventListener('afterprint', onPrinted)
    }
  }, [onPrinted])
  return createPortal(
    <div ref={sheet} className="print-sheet">
      {bands.map((columns, at) => (
        <table key={columns.map(({ column }) => column.id).join(' ')}>
          <caption>
            {bands.length === 1
              ? title
              : t('{title} (columns, part {at} of {count})', { title, at: at + 1, count: bands.length })}
          </caption>
          <BandHead columns={columns} />
          <tbody>
            {rows.map((row) => (
              <PrintedLine key={row.id} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      ))}
    </div>,
    document.body,
  )
}

/** Waits until every picture is there or is known not to be: paper does not wait. */
async function picturesOf(sheet: HTMLElement | null): Promise<void> {
  const images = [...(sheet?.querySelectorAll('img') ?? [])]
  await Promise.allSettled(images.map((image) => image.decode()))
}

interface BandProps {
  readonly columns: readonly PrintedColumn[]
}

function BandHead({ columns }: BandProps) {
  return (
    <thead>
      <tr>
        <th scope="col" className="print-number">
          #
        </th>
        {columns.map(({ column, width }) => (
          <th key={column.id} scope="col" data-align={cellTypeOf(column).align} style={{ width }}>
            {column.name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function PrintedLine({ row, columns }: BandProps & { readonly row: PrintedRow }) {
  if (row.head !== undefined) {
    return (
      <tr>
        <th scope="rowgroup" colSpan={columns.length + 1} className="print-head">
          {row.head}
        </th>
      </tr>
    )
  }
  return (
    <tr>
      <th scope="row">{row.number}</th>
      {columns.map(({ column }) => (
        <td key={column.id} data-align={cellTypeOf(column).align}>
          <Content cell={row.cells.get(column.id)} />
        </td>
      ))}
    </tr>
  )
}

function Content({ cell }: { cell: PrintedCell | undefined }) {
  if (cell?.picture !== undefined) return <img src={cell.picture} alt="" />
  return cell?.text
}
