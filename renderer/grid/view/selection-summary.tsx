import { useSelector } from '@tanstack/react-store'
import { useDeferredValue, useMemo } from 'react'
import { axesOf } from '../actions/navigation.ts'
import { selectionText, sumsRequest, sumTexts, sumUp } from '../actions/selection-sums.ts'
import type { Aggregate } from '../model/aggregate.ts'
import { blocksOf, cellCount, type Selection } from '../model/selection.ts'
import { useGrid } from '../data/grid-context.ts'
import { useExactSums } from './use-exact-sums.ts'
import { useRowChanges } from './use-row-changes.ts'

/** Where the cursor is; of several cells, how many they are and what their values come to. */
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
  if (exact.isBusy) return <span className="grid-sums">Summing up…</span>
  return <SumTexts sums={exact.sums ?? sums} isPart={isPart && !exact.sums} />
}

function SumTexts({ sums, isPart }: { sums: Aggregate; isPart: boolean }) {
  const { session } = useGrid()
  return (
    <span className="grid-sums">
      {sumTexts(session, sums).map((text) => (
        <span key={text}>{text}</span>
      ))}
      {isPart && <span>of the rows loaded so far</span>}
    </span>
  )
}
