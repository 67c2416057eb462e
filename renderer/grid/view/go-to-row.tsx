import { useSelector } from '@tanstack/react-store'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { goToRow } from '../actions/rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import { useGrid } from '../data/grid-context.ts'
import { t } from '../../ui/text.ts'

export function GoToRow() {
  const { session } = useGrid()
  const isOpen = useSelector(session.isGoingTo)
  return isOpen ? <GoToRowDialog session={session} /> : null
}

function GoToRowDialog({ session }: { session: GridSession }) {
  const [text, setText] = useState('')
  const { formats } = session.context
  const number = formats.parseNumber(text)
  const isRow = number !== undefined && Number.isInteger(number) && number >= 1
  const close = (): void => {
    session.isGoingTo.set(false)
    session.screen.focusInput()
  }
  const go = (): void => {
    close()
    if (isRow) goToRow(session, number)
  }
  return (
    <Dialog
      open
      size="small"
      title={t('Go to row')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form="go-to-row" disabled={!isRow}>
            {t('Go')}
          </Button>
        </>
      }
    >
      <form
        id="go-to-row"
        onSubmit={(event) => {
          event.preventDefault()
          if (isRow) go()
        }}
      >
        <TextField
          label={t('Row number, 1 to {rowCount}', { rowCount: formats.formatNumber(session.rowCount) })}
          value={text}
          onChange={setText}
        />
      </form>
    </Dialog>
  )
}
