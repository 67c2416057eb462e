import type { EntityType } from '#shared/entities.ts'
import { useSelector } from '@tanstack/react-store'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { applyPaste } from '../actions/paste.ts'
import { cellsText } from '../actions/ranges.ts'
import type { Failure, PasteDraft } from '../data/paste-draft.ts'
import type { GridSession } from '../data/grid-session.ts'
import { useGrid } from '../data/grid-context.ts'
import { t } from '../../ui/text.ts'

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
      title={t('Paste')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" data-beginning disabled={cells.length + rows === 0} onClick={paste}>
            {buttonText(session, cells.length, rows)}
          </Button>
        </>
      }
    >
      <Effects draft={draft} />
      {newRows.length > 0 && (
        <Checkbox
          label={t('Add {value} for what lies beyond the last row', {
            value: rowsText(session, newRows.length),
          })}
          checked={addsRows}
          onChange={setAddsRows}
        />
      )}
      <Failures session={session} draft={draft} />
      <LeftOut draft={draft} />
    </Dialog>
  )
}

function Effects({ draft }: { draft: PasteDraft }) {
  const { cells, readOnly, outsideColumns, outsideRows } = draft
  return (
    <ul className="grid-paste-effects">
      <li>
        {t('{value} will be written, as one step that can be undone.', {
          value: cellsText(cells.length),
        })}
      </li>
      {readOnly > 0 && (
        <li>{t('{value} cannot be edited and will stay as they are.', { value: cellsText(readOnly) })}</li>
      )}
      {outsideColumns > 0 && (
        <li>
          {t(
            '{outsideColumns} {outsideColumns, plural, one {column does} other {columns do}} not fit: there are no more columns here.',
            { outsideColumns },
          )}
        </li>
      )}
      {outsideRows > 0 && (
        <li>
          {t(
            '{outsideRows} {outsideRows, plural, one {row does} other {rows do}} not fit: rows cannot be added by pasting here.',
            { outsideRows },
          )}
        </li>
      )}
    </ul>
  )
}

const maxListed = 50

function Failures({ session, draft }: { session: GridSession; draft: PasteDraft }) {
  const failures: readonly Failure[] = [
    ...draft.failures,
    ...draft.newRows.flatMap((row) => [...row.failures.values()]),
  ]
  if (failures.length === 0) return null
  const more = failures.length - maxListed
  return (
    <section className="grid-paste-failures" aria-label={t('Cells that do not fit')}>
      <p>
        {t(
          '{value} will not be saved. What was pasted stays in them with the reason; F8 goes from one to the next.',
          { value: cellsText(failures.length) },
        )}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Row')}</th>
            <th scope="col">{t('Column')}</th>
            <th scope="col">{t('Text')}</th>
            <th scope="col">{t('Reason')}</th>
          </tr>
        </thead>
        <tbody>
          {failures.slice(0, maxListed).map(({ rowNumber, columnName, write, reason }) => (
            <tr key={`${rowNumber} ${columnName}`}>
              <td>{session.context.formats.formatNumber(rowNumber)}</td>
              <td>{columnName}</td>
              <td>{write.text}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p>{t('And {value} more.', { value: session.context.formats.formatNumber(more) })}</p>}
    </section>
  )
}

/** Names in texts that are pasted without them. */
function LeftOut({ draft: { cells } }: { readonly draft: PasteDraft }) {
  const sentences = cells.flatMap(({ write }) => write.leftOut ?? [])
  if (sentences.length === 0) return null
  return (
    <section className="grid-paste-failures" aria-label={t('What is pasted without some of its names')}>
      <p>{t('The rest of these cells is pasted.')}</p>
      <ul>
        {[...new Set(sentences)].slice(0, maxListed).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

function buttonText(session: GridSession, cells: number, rows: number): string {
  if (rows === 0) return t('Paste {value}', { value: cellsText(cells) })
  const added = t('add {value}', { value: rowsText(session, rows) })
  return cells === 0
    ? t('Add {value}', { value: rowsText(session, rows) })
    : t('Paste {value}, {added}', { value: cellsText(cells), added })
}

const newRows: Readonly<Record<EntityType, (count: number) => string>> = {
  product: (count) => t('{count, plural, one {# new product} other {# new products}}', { count }),
  image: (count) => t('{count, plural, one {# new image} other {# new images}}', { count }),
  vendor: (count) => t('{count, plural, one {# new vendor} other {# new vendors}}', { count }),
  category: (count) => t('{count, plural, one {# new category} other {# new categories}}', { count }),
  source: (count) => t('{count, plural, one {# new source} other {# new sources}}', { count }),
}

function rowsText({ type }: GridSession, rows: number): string {
  return newRows[type](rows)
}
