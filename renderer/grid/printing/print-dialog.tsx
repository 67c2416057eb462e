import { useSelector } from '@tanstack/react-store'
import { useState, useEffect, useRef } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import type { GridSession } from '../data/grid-session.ts'
import { presentSession } from '../actions/grid-commands.ts'
import { formatCount } from '../../ui/format-count.ts'
import { useShownType } from '../../query/location.ts'
import { type DialogProps, useOpenDialog } from '../../state/dialogs.ts'
import { typeTexts } from '../../state/entity-types.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { t, inSentence, cachedByLocale } from '../../ui/text.ts'
import { createPortal } from 'react-dom'
import { cellTypeOf } from '../cells/registry.ts'
import './print-sheet.css'
import { pictureUrl } from '../../api/client.ts'
import { describeHead, loadLookups, shownText } from '../actions/cell-state.ts'
import { stripMarkup } from '../cells/rich-text-cell.tsx'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridColumn } from '../../query/columns.ts'
import { selectedRows } from '../actions/bulk-target.ts'
import type { ColumnBox } from '../model/geometry.ts'

declare module '../../state/dialogs.ts' {
  interface DialogData {
    print: NoData
  }
}

export function PrintDialog({ request, onClose }: DialogProps<'print'>) {
  const open = request !== undefined
  const type = useShownType()
  const session = useSelector(presentSession)
  return (
    <Dialog
      title={t('Print {plural}', { plural: inSentence(typeTexts()[type].plural) })}
      open={open}
      onClose={onClose}
      size="small"
    >
      {open &&
        (session ? (
          <PrintForm session={session} onClose={onClose} />
        ) : (
          <p>{t('Rows are printed from a grid. Go to one first, for example to Products.')}</p>
        ))}
    </Dialog>
  )
}

/** More rows are unreadable on paper and should be exported. */
const maxPrinted = 5_000

/** An A4 or Letter page on its side, in CSS pixels, without margins and row numbers. */
const pageWidth = 900

type PrintScope = 'selection' | 'view'

interface PrintedRow {
  readonly id: string
  readonly head?: string
  readonly number: number
  readonly cells: ReadonlyMap<string, PrintedCell>
}

interface PrintedCell {
  readonly text: string
  readonly picture?: string
}

/** The factor by which columns are narrower on paper, where letters are smaller. */
const shrink = 0.8

interface PrintedColumn {
  readonly column: ColumnBox['column']
  readonly width: number
}

/**
 * Divides columns into bands of a page's width, as spreadsheets print wide tables, each starting with the
 * first column.
 */
export function pageBands(
  placed: readonly Pick<ColumnBox, 'column' | 'width'>[],
  pageWidth: number,
): readonly (readonly PrintedColumn[])[] {
  const [first, ...others] = placed.map(({ column, width }) => ({
    column,
    width: Math.min(width * shrink, pageWidth / 2),
  }))
  if (!first) return []
  const bands: PrintedColumn[][] = [[first]]
  let room = pageWidth - first.width
  for (const next of others) {
    if (next.width > room) {
      bands.push([first])
      room = pageWidth - first.width
    }
    bands.at(-1)?.push(next)
    room -= next.width
  }
  return bands
}

interface PrintedTable {
  readonly bands: ReturnType<typeof pageBands>
  readonly rows: readonly PrintedRow[]
}

function listSpans(session: GridSession, scope: PrintScope): readonly (readonly [number, number])[] {
  return scope === 'selection' ? selectedRows(session).spans : [[0, session.rowCount - 1]]
}

function countToPrint(session: GridSession, scope: PrintScope): number {
  return listSpans(session, scope).reduce((sum, [first, last]) => sum + Math.max(0, last - first + 1), 0)
}

async function readToPrint(session: GridSession, scope: PrintScope): Promise<PrintedTable | undefined> {
  const { placed } = session.geometry.get()
  const columns = placed.map(({ column }) => column)
  const rows: PrintedRow[] = []
  for (const [first, last] of listSpans(session, scope)) {
    if (!(await session.shown.load({ first, last }))) return undefined
    if (!(await loadLookups(session, { first, last }, columns))) return undefined
    for (let row = first; row <= last; row += 1) rows.push(...printedRow(session, row, columns))
  }
  return { bands: pageBands(placed, pageWidth), rows }
}

function printedRow(session: GridSession, row: number, columns: readonly GridColumn[]): PrintedRow[] {
  const head = session.headAt(row)
  if (head) return [{ id: head.id, head: describeHead(session, head), number: row + 1, cells: new Map() }]
  const entity = session.rowAt(row)
  if (!entity || isDraftId(entity.id)) return []
  const cells = new Map(columns.map((column) => [column.id, printedCell(session, entity, column)]))
  return [{ id: entity.id, number: row + 1, cells }]
}

function printedCell(session: GridSession, entity: EntityResource, column: GridColumn): PrintedCell {
  const text = shownText(session, entity, column)
  if (column.traits.layout === 'html') return { text: stripMarkup(text) }
  if (column.traits.media !== 'image' || text === '') return { text }
  return { text, picture: pictureUrl(session.api.workspaceId, text) }
}

const printedDay = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }),
)

interface PrintFormProps {
  readonly onClose: () => void
  readonly session: GridSession
}

function PrintForm({ session, onClose }: PrintFormProps) {
  const openDialog = useOpenDialog()
  const selected = countToPrint(session, 'selection')
  const [scope, setScope] = useState<PrintScope>(selected > 1 ? 'selection' : 'view')
  const [isReading, setReading] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [table, setTable] = useState<PrintedTable>()
  const count = countToPrint(session, scope)
  const isTooMuch = count > maxPrinted
  const print = async (): Promise<void> => {
    setReading(true)
    const read = await readToPrint(session, scope)
    setReading(false)
    setFailed(read === undefined)
    setTable(read)
  }
  return (
    <>
      {selected > 0 && <ScopeChoice session={session} value={scope} onChange={setScope} />}
      {isTooMuch && <TooMany count={count} />}
      {hasFailed && (
        <Notice tone="danger" title={t('Not all rows could be loaded')}>
          {t('Check that Vitrine is running, then print again.')}
        </Notice>
      )}
      <p className="ui-field-hint">
        {t(
          'The columns are those that the grid shows. What does not fit the width of a page follows on further pages.',
        )}
      </p>
      <div className="ui-dialog-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        {isTooMuch ? (
          <Button variant="primary" onClick={() => openDialog({ kind: 'export' })}>
            {t('Export instead')}
          </Button>
        ) : (
          <Button variant="primary" busy={isReading} disabled={count === 0} onClick={() => void print()}>
            {t('Print {count, plural, one {# row} other {# rows}}', { count })}
          </Button>
        )}
      </div>
      {table && <PrintSheet title={titleOf(session)} table={table} onPrinted={onClose} />}
    </>
  )
}

function TooMany({ count }: { readonly count: number }) {
  return (
    <Notice tone="warning" title={t('{count} rows are too many to print', { count: formatCount(count) })}>
      {t(
        'Up to {maxPrinted} rows can be printed. Narrow them by a filter, select fewer, or export them to a file.',
        { maxPrinted: formatCount(maxPrinted) },
      )}
    </Notice>
  )
}

interface ScopeChoiceProps {
  readonly session: GridSession
  readonly value: PrintScope
  readonly onChange: (scope: PrintScope) => void
}

function ScopeChoice({ session, value, onChange }: ScopeChoiceProps) {
  const hint = (scope: PrintScope): string =>
    t('{count, plural, one {# row} other {# rows}}', { count: countToPrint(session, scope) })
  return (
    <Choice
      label={t('What')}
      value={value}
      choices={[
        { value: 'selection', label: t('Selected rows'), hint: hint('selection') },
        { value: 'view', label: t('This view'), hint: hint('view') },
      ]}
      onChange={onChange}
    />
  )
}

function titleOf({ type }: GridSession): string {
  const today = printedDay().format(new Date())
  return `${typeTexts()[type].plural}, ${today}`
}

interface PrintSheetProps {
  readonly title: string
  readonly table: PrintedTable
  readonly onPrinted: () => void
}

/** The rows as plain tables for print only, since the grid draws no more than the view. */
function PrintSheet({ title, table: { bands, rows }, onPrinted }: PrintSheetProps) {
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

/** Waits until every picture has loaded or failed, since print does not wait. */
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
