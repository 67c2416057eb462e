import type { ListAggregates } from '#shared/schemas/grid.ts'
import type { SummaryKind } from '#shared/views.ts'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { type KeyboardEvent, type ReactNode, useLayoutEffect } from 'react'
import { keysAtOnce } from '../actions/selection-sums.ts'
import { useGrid } from '../data/grid-context.ts'
import type { GridSession } from '../data/grid-session.ts'
import { listOf } from '../model/group-tree.ts'
import { type Geometry, type ColumnBox } from '../model/geometry.ts'
import { summaryChoices } from '../model/aggregate.ts'
import { summaryText } from '../actions/cell-state.ts'
import { PinnedRight, leftOf, useRowChanges } from './cell-box.tsx'
import { summaryHeight, useViewport } from './viewport.ts'
import { fetchAggregates } from '../../query/list-queries.ts'
import type { GridQuery } from '../../query/grid-query.ts'
import { Menu, MenuChoice } from '../../ui/popover.tsx'
import { useDebouncedValue } from '../../ui/focus.ts'
import { t } from '../../ui/text.ts'

const settleMs = 400

function useSummary(keys: readonly string[]): { data: ListAggregates | undefined; isError: boolean } {
  const { session, query } = useGrid()
  const arrangement = useSelector(session.rows.state)
  const changes = useDebouncedValue(useSelector(session.changes), settleMs)
  const list = { ...listOf(query, arrangement), sort: [] }
  const { data, isError } = useQuery({
    queryKey: ['grid-summary', session.api.workspaceId, session.type, list, keys, changes],
    queryFn: () => fetchSummary(session, list, keys),
    enabled: keys.length > 0,
    gcTime: 10_000,
    placeholderData: (before, previous) =>
      JSON.stringify(previous?.queryKey[3]) === JSON.stringify(list) ? before : undefined,
  })
  return { data, isError }
}

async function fetchSummary(
  { api, type }: GridSession,
  query: GridQuery,
  keys: readonly string[],
): Promise<ListAggregates> {
  const parts = Array.from({ length: Math.ceil(keys.length / keysAtOnce) }, (_, index) =>
    fetchAggregates(api, type, { query, keys: keys.slice(index * keysAtOnce, (index + 1) * keysAtOnce) }),
  )
  const answers = await Promise.all(parts)
  return {
    rows: answers[0]?.rows ?? 0,
    columns: Object.fromEntries(answers.flatMap(({ columns }) => Object.entries(columns))),
  }
}

export function SummaryRow() {
  const { session, look } = useGrid()
  const viewport = useViewport()
  const geometry = useSelector(session.geometry)
  const firstColumn = useSelector(viewport.range, (range) => range.firstColumn)
  const lastColumn = useSelector(viewport.range, (range) => range.lastColumn)
  const cursorColumn = useSelector(session.selection, (selection) => selection?.cursor.columnId)
  const { kinds } = useSelector(look.summary)
  const figures = useSummary(geometry.placed.flatMap(({ column: { id } }) => (kinds?.[id] ? [id] : [])))

  useLayoutEffect(() => {
    viewport.setFootHeight(summaryHeight)
    return () => viewport.setFootHeight(0)
  }, [viewport])

  const isDrawn = (index: number): boolean =>
    (index >= firstColumn && index <= lastColumn) || geometry.placed[index]?.pin !== undefined
  const cursorIndex = geometry.indexById.get(cursorColumn ?? '') ?? 0
  const tabStop = isDrawn(cursorIndex) ? cursorIndex : 0
  const cell = (index: number) => {
    const box = geometry.placed[index]
    if (!box) return null
    const at = { left: leftOf(box, geometry), columnIndex: index + 2, isTabStop: index === tabStop }
    const kind = kinds?.[box.column.id]
    return <SummaryCell key={box.column.id} box={box} {...at} kind={kind} {...figures} />
  }
  const drawn = Array.from({ length: Math.max(0, lastColumn - firstColumn + 1) }, (_, at) => firstColumn + at)
  return (
    <Foot geometry={geometry}>
      <div role="presentation" className="grid-pinned" style={{ width: geometry.pinnedWidth }}>
        <div
          role="rowheader"
          className="grid-gutter"
          aria-colindex={1}
          style={{ width: geometry.gutterWidth }}
        >
          <span className="visually-hidden">{t('Summary')}</span>
          <span aria-hidden>Σ</span>
        </div>
        {geometry.placed.map(({ pin }, index) => (pin === 'left' ? cell(index) : null))}
      </div>
      {drawn.map(cell)}
      <PinnedRight geometry={geometry} cell={cell} />
    </Foot>
  )
}

function Foot({ geometry, children }: { geometry: Geometry; children: ReactNode }) {
  const { session } = useGrid()
  useRowChanges()
  return (
    <div role="presentation" className="grid-summary-frame">
      <div
        role="rowgroup"
        className="grid-summary"
        style={{ width: geometry.rowWidth, height: summaryHeight }}
      >
        <div
          role="row"
          className="grid-header-row"
          aria-rowindex={session.rowCount + 2}
          data-ends={geometry.pinnedRightWidth > 0 || undefined}
          onKeyDownCapture={(event) => walk(session, event)}
        >
          {children}
        </div>
      </div>
    </div>
  )
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 }

function walk(session: GridSession, event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('.grid-summary-button')]
  const at = buttons.findIndex((button) => button === event.target)
  if (at === -1) return
  const step = steps[event.key]
  if (step === undefined && event.key !== 'ArrowUp') return
  event.preventDefault()
  event.stopPropagation()
  if (step === undefined) session.screen.focusInput()
  else buttons[at + step]?.focus()
}

interface SummaryCellProps {
  readonly box: ColumnBox
  readonly left: number
  readonly columnIndex: number
  readonly isTabStop: boolean
  readonly kind: SummaryKind | undefined
  readonly data: ListAggregates | undefined
  readonly isError: boolean
}

function SummaryCell({ box, left, columnIndex, isTabStop, kind, data, isError }: SummaryCellProps) {
  const { session, look } = useGrid()
  const { column, width } = box
  const choices = summaryChoices(column)
  const missing = isError ? t('not known') : '…'
  const text = kind && (summaryText(session, column, kind, data) || missing)
  const trigger = (
    <button type="button" tabIndex={isTabStop ? 0 : -1} className="grid-summary-button" title={text}>
      <span className="visually-hidden">
        {t('Summary of {name}', { name: column.name })}
        {kind && ': '}
      </span>
      {kind ? (
        <>
          <span className="grid-summary-kind">{choices.find(({ value }) => value === kind)?.label}</span>{' '}
          <span>{text}</span>
        </>
      ) : (
        <span className="grid-summary-hint" aria-hidden>
          {t('Summarize')}
        </span>
      )}
    </button>
  )
  return (
    <div role="gridcell" className="grid-summary-cell" aria-colindex={columnIndex} style={{ left, width }}>
      {choices.length > 0 && (
        <Menu trigger={trigger}>
          <MenuChoice
            label={column.name}
            value={kind ?? 'none'}
            choices={choices}
            onChange={(next) => look.summarize(column.id, next === 'none' ? undefined : next)}
          />
        </Menu>
      )}
    </div>
  )
}
