import { useSelector } from '@tanstack/react-store'
import { useDeferredValue, useMemo } from 'react'
import { shownValue } from '../actions/cell-state.ts'
import { describeHead } from '../actions/group-texts.ts'
import { axesOf } from '../actions/navigation.ts'
import { cellsText } from '../actions/ranges.ts'
import { sumsRequest } from '../actions/exact-sums.ts'
import type { GridSession } from '../data/grid-session.ts'
import { aggregate, averageOf, type Aggregate } from '../model/aggregate.ts'
import { blocksOf, cellCount, type Block, type Selection } from '../model/selection.ts'
import { useGrid } from '../data/grid-context.ts'
import { useExactSums } from './use-exact-sums.ts'
import { useRowChanges } from './use-row-changes.ts'

/** Where the cursor is; of several cells, how many they are and what their values come to. */
export function SelectionSummary({ selection }: { selection: Selection }) {
  const { session } = useGrid()
  useSelector(session.geometry)
  const blocks = blocksOf(selection, axesOf(session))
  const count = blocks.reduce((sum, block) => sum + cellCount(block), 0)
  const format = (value: number): string => session.context.formats.formatNumber(value)
  if (count === 1) {
    const { row, columnId } = selection.cursor
    const head = session.headAt(row)
    if (head) return <span>{describeHead(session, head)}</span>
    return <span>{`Row ${format(row + 1)} · ${session.columnOf(columnId)?.name ?? ''}`}</span>
  }
  return (
    <>
      <span>{cellsText(session, count)} selected</span>
      <Sums selection={selection} />
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
  const { formats } = useGrid().session.context
  const number = (value: number): string => formats.formatNumber(Number(value.toPrecision(12)))
  const texts =
    sums.numbers === 0
      ? []
      : [
          ['Sum', sums.sum],
          ['Average', averageOf(sums)],
          ['Min', sums.min],
          ['Max', sums.max],
        ].map(([name, value]) => `${name} ${number(Number(value))}`)
  return (
    <span className="grid-sums">
      {[`${formats.formatNumber(sums.filled)} filled`, ...texts].map((text) => (
        <span key={text}>{text}</span>
      ))}
      {isPart && <span>of the rows loaded so far</span>}
    </span>
  )
}

function entitiesBetween({ rows: { plan } }: GridSession, { top, bottom }: Block): number {
  return plan ? plan.entitiesBefore(bottom + 1) - plan.entitiesBefore(top) : bottom - top + 1
}

/** Sums up what is loaded of the blocks. */
function sumUp(session: GridSession, blocks: readonly Block[]): { sums: Aggregate; isPart: boolean } {
  let isPart = false
  const { columnIds } = axesOf(session)
  function* values(): Generator {
    for (const block of blocks) {
      const columns = columnIds.slice(block.left, block.right + 1).flatMap((id) => session.columnOf(id) ?? [])
      let seen = 0
      for (const entity of session.loadedBetween(block.top, block.bottom)) {
        seen += 1
        for (const column of columns) yield shownValue(session, entity, column)
      }
      isPart ||= seen < entitiesBetween(session, block)
    }
  }
  const sums = aggregate(values())
  return { sums, isPart }
}
