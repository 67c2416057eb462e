import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useDeferredValue, useMemo } from 'react'
import { axesOf } from '../actions/navigation.ts'
import {
  type SumsRequest,
  fetchSums,
  selectionText,
  sumTexts,
  sumUp,
  sumsRequest,
} from '../actions/selection-sums.ts'
import { useGrid } from '../data/grid-context.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { Aggregate } from '../model/aggregate.ts'
import { type Selection, blocksOf, cellCount } from '../model/selection.ts'
import { useRowChanges } from './cell-box.tsx'
import { useDebouncedValue } from '../../ui/focus.ts'
import { t } from '../../ui/text.ts'
import { Redo2, Undo2 } from 'lucide-react'
import { IconButton, Button } from '../../ui/button.tsx'
import { redo, undo } from '../actions/history.ts'
import { presentSession } from '../actions/grid-commands.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { copyText } from '../actions/selected-ids.ts'
import { closeHidden, discardHidden, hiddenRefusals, type HiddenRefusal } from '../actions/refusals.ts'

const settleMs = 300

function useExactSums(
  session: GridSession,
  request: SumsRequest | undefined,
): { readonly sums: Aggregate | undefined; readonly isBusy: boolean } {
  const changes = useDebouncedValue(useSelector(session.changes), settleMs)
  const wanted = JSON.stringify(request ?? null)
  const settled = useDebouncedValue(wanted, settleMs)
  const isReady = request !== undefined && settled === wanted
  const { data, isError } = useQuery({
    queryKey: ['grid-sums', session.api.workspaceId, session.type, settled, changes],
    queryFn: () => fetchSums(session, request ?? []),
    enabled: isReady,
    retry: false,
    gcTime: 10_000,
    placeholderData: (before, query) => (query?.queryKey[3] === settled ? before : undefined),
  })
  const sums = isReady ? data : undefined
  return { sums, isBusy: request !== undefined && !sums && !(isReady && isError) }
}

export function SelectionSummary({ selection }: { selection: Selection }) {
  const { session } = useGrid()
  useSelector(session.geometry)
  const isOne = blocksOf(selection, axesOf(session)).reduce((sum, block) => sum + cellCount(block), 0) === 1
  return (
    <>
      <span>{selectionText(session, selection)}</span>
      {!isOne && <Sums selection={selection} />}
    </>
  )
}

function Sums({ selection }: { selection: Selection }) {
  const { session } = useGrid()
  const source = useRowChanges()
  const version = source?.state.get().version
  const settled = useDeferredValue(selection)
  const { sums, isPart } = useMemo(
    () => sumUp(session, blocksOf(settled, axesOf(session))),
    // The values are those of the loaded rows.
    // oxlint-disable-next-line react/exhaustive-deps
    [session, settled, version],
  )
  const asked = useMemo(
    () => (isPart ? sumsRequest(session, blocksOf(settled, axesOf(session))) : undefined),
    // The stretch that is meant depends on the order, which comes with the rows.
    // oxlint-disable-next-line react/exhaustive-deps
    [session, settled, isPart, source?.order, source?.rowCount],
  )
  const exact = useExactSums(session, asked)
  if (exact.isBusy) return <span className="grid-sums">{t('Summing up…')}</span>
  return <SumTexts sums={exact.sums ?? sums} isPart={isPart && !exact.sums} />
}

function SumTexts({ sums, isPart }: { sums: Aggregate; isPart: boolean }) {
  const { session } = useGrid()
  return (
    <span className="grid-sums">
      {sumTexts(session, sums).map((text) => (
        <span key={text}>{text}</span>
      ))}
      {isPart && <span>{t('of the rows loaded so far')}</span>}
    </span>
  )
}

export function HistoryButtons() {
  const session = useSelector(presentSession)
  return session ? <Buttons session={session} /> : null
}

function Buttons({ session }: { session: GridSession }) {
  const { undo: done, redo: undone } = useSelector(session.log.state)
  return (
    <>
      <IconButton
        label={done === undefined ? t('Nothing to undo') : t('Undo {done} (Ctrl+Z)', { done })}
        disabled={done === undefined}
        onClick={() => void undo(session)}
      >
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton
        label={undone === undefined ? t('Nothing to redo') : t('Redo {undone} (Ctrl+Y)', { undone })}
        disabled={undone === undefined}
        onClick={() => void redo(session)}
      >
        <Redo2 aria-hidden />
      </IconButton>
    </>
  )
}

/** Refused changes without a visible cell: the text, the reason, and a way to discard them (F8). */
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
