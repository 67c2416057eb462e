import { useSelector } from '@tanstack/react-store'
import { useState } from 'react'
import { pluralOf } from '#shared/entities.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { applyPaste } from '../actions/paste.ts'
import { cellsText } from '../actions/ranges.ts'
import type { Failure, PasteDraft } from '../data/paste-draft.ts'
import type { GridSession } from '../data/grid-session.ts'
import { useGrid } from '../data/grid-context.ts'

/** Before a large paste, or one that does not fit everywhere: what it will do. */
export function PasteDialog() {
  const { session } = useGrid()
  const draft = useSelector(session.pasteDraft)
  return draft ? <Preview session={session} draft={draft} /> : null
}

function Preview({ session, draft }: { session: GridSession; draft: PasteDraft }) {
  const [addsRows, setAddsRows] = useState(true)
  const { cells, newRows } = draft
  const rows = addsRows ? newRows.length : 0
  const close = (): void => {
    session.pasteDraft.set(() => undefined)
    session.screen.focusInput()
  }
  const paste = (): void => {
    close()
    void applyPaste(session, draft, rows > 0)
  }
  return (
    <Dialog
      open
      title="Paste"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" disabled={cells.length + rows === 0} onClick={paste}>
            {buttonText(session, cells.length, rows)}
          </Button>
        </>
      }
    >
      <Effects session={session} draft={draft} />
      {newRows.length > 0 && (
        <Checkbox
          label={`Add ${rowsText(session, newRows.length)} for what lies beyond the last row`}
          checked={addsRows}
          onChange={setAddsRows}
        />
      )}
      <Failures session={session} draft={draft} />
    </Dialog>
  )
}

function Effects({ session, draft }: { session: GridSession; draft: PasteDraft }) {
  const { cells, readOnly, outsideColumns, outsideRows } = draft
  return (
    <ul className="grid-paste-effects">
      <li>{cellsText(session, cells.length)} will be written, as one step that can be undone.</li>
      {readOnly > 0 && <li>{cellsText(session, readOnly)} cannot be edited and will stay as they are.</li>}
      {outsideColumns > 0 && (
        <li>
          {outsideColumns} {outsideColumns === 1 ? 'column does' : 'columns do'} not fit: there are no more
          columns here.
        </li>
      )}
      {outsideRows > 0 && (
        <li>
          {outsideRows} {outsideRows === 1 ? 'row does' : 'rows do'} not fit: rows cannot be added by pasting
          here.
        </li>
      )}
    </ul>
  )
}

const mostListed = 50

function Failures({ session, draft }: { session: GridSession; draft: PasteDraft }) {
  const failures: readonly Failure[] = [
    ...draft.failures,
    ...draft.newRows.flatMap((row) => [...row.failures.values()]),
  ]
  if (failures.length === 0) return null
  const more = failures.length - mostListed
  return (
    <section className="grid-paste-failures" aria-label="Cells that do not fit">
      <p>
        {cellsText(session, failures.length)} will not be saved. What was pasted stays in them with the
        reason; F8 goes from one to the next.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">Text</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {failures.slice(0, mostListed).map(({ rowNumber, columnName, write, reason }) => (
            <tr key={`${rowNumber} ${columnName}`}>
              <td>{session.context.formats.formatNumber(rowNumber)}</td>
              <td>{columnName}</td>
              <td>{write.text}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p>And {session.context.formats.formatNumber(more)} more.</p>}
    </section>
  )
}

function buttonText(session: GridSession, cells: number, rows: number): string {
  if (rows === 0) return `Paste ${cellsText(session, cells)}`
  const added = `add ${rowsText(session, rows)}`
  return cells === 0 ? `Add ${rowsText(session, rows)}` : `Paste ${cellsText(session, cells)}, ${added}`
}

function rowsText({ context, type }: GridSession, rows: number): string {
  return `${context.formats.formatNumber(rows)} new ${rows === 1 ? type : pluralOf[type]}`
}
