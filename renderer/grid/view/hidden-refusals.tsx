import { useSelector } from '@tanstack/react-store'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { copyText } from '../actions/selected-ids.ts'
import { closeHidden, discardHidden, hiddenRefusals, type HiddenRefusal } from '../actions/refusals.ts'
import type { GridSession } from '../data/grid-session.ts'
import { useGrid } from '../data/grid-context.ts'
import { useRowChanges } from './use-row-changes.ts'
import { t } from '../../ui/text.ts'

/** The refused changes that have no cell on the screen: what was typed, why it was refused, and a way to be rid of them (F8). */
export function HiddenRefusals() {
  const { session } = useGrid()
  const isOpen = useSelector(session.isShowingHidden)
  return isOpen ? <HiddenDialog session={session} /> : null
}

function HiddenDialog({ session }: { session: GridSession }) {
  useSelector(session.overlay.counts)
  useRowChanges()
  const close = (): void => closeHidden(session)
  return (
    <Dialog
      open
      title={t('Rejected changes that are not shown')}
      description={t('Their rows have been deleted, or their rows or columns are not among those shown.')}
      onClose={close}
      footer={<Button onClick={close}>{t('Close')}</Button>}
    >
      <ul className="grid-hidden-refusals">
        {hiddenRefusals(session).map((refusal) => (
          <Hidden key={`${refusal.entityId} ${refusal.key}`} session={session} refusal={refusal} />
        ))}
      </ul>
    </Dialog>
  )
}

function Hidden({ session, refusal }: { session: GridSession; refusal: HiddenRefusal }) {
  const { columnName, text, reason } = refusal
  return (
    <li>
      <p>
        <strong>{columnName}</strong>: {text === '' ? <em>{t('to be cleared')}</em> : <q>{text}</q>}
      </p>
      <p>{reason}</p>
      <p className="grid-choice">
        {text !== '' && (
          <Button onClick={() => void copyText(session, text, t('Text copied.'))}>{t('Copy text')}</Button>
        )}
        <Button onClick={() => discardHidden(session, refusal)}>{t('Discard')}</Button>
      </p>
    </li>
  )
}
