import { useSelector } from '@tanstack/react-store'
import { useState } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { GridSession } from '../data/grid-session.ts'
import { presentSession } from '../actions/grid-commands.ts'
import { formatCount } from '../../ui/format-count.ts'
import { typeTexts } from '../../state/entity-types.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { countToPrint, maxPrinted, readToPrint, type PrintedTable, type PrintScope } from './rows-to-print.ts'
import { t, inSentence, byLocale } from '../../ui/text.ts'

interface PrintDialogProps {
  readonly open: boolean
  readonly type: EntityType
  readonly onClose: () => void
  readonly onExport: () => void
}

/** Asks which rows are printed, and hands them to the print dialog of the system as a plain table. */
export function PrintDialog({ open, type, onClose, onExport }: PrintDialogProps) {
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
          <PrintForm session={session} onClose={onClose} onExport={onExport} />
        ) : (
          <p>{t('Rows are printed from a grid. Go to one first, for example to Products.')}</p>
        ))}
    </Dialog>
  )
}

const printedDay = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }),
)

interface PrintFormProps extends Pick<PrintDialogProps, 'onClose' | 'onExport'> {
  readonly session: GridSession
}

function PrintForm({ session, onClose, onExport }: PrintFormProps) {
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
          <Button variant="primary" onClick={onExport}>
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
