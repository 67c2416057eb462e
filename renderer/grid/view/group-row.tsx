import type { SummaryKind } from '#shared/views.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { CSSProperties } from 'react'
import { headText, summaryText } from '../actions/cell-texts.ts'
import { toggleGroup } from '../actions/groups.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GroupHead } from '../data/row-arrangement.ts'
import { summaryChoices } from '../model/aggregate.ts'
import type { Geometry, IndexRange } from '../model/geometry.ts'
import { leftOf, PinnedRight } from './cell-box.tsx'
import type { GroupSums } from './use-group-sums.ts'
import { t } from '../../ui/text.ts'

interface GroupRowProps {
  readonly session: GridSession
  readonly row: number
  readonly top: number
  readonly head: GroupHead
  readonly geometry: Geometry
  readonly columns: IndexRange
  readonly sums: GroupSums
  readonly isActive: boolean
  readonly activeId: string
}

export function GroupRow(props: GroupRowProps) {
  const { session, row, head, geometry, isActive } = props
  const isExpanded = !session.rows.isCollapsed(head.id)
  return (
    <div
      role="row"
      className="grid-row grid-group"
      style={styleOf(props)}
      aria-rowindex={row + 2}
      aria-level={head.level}
      aria-expanded={isExpanded}
      data-active={isActive || undefined}
      data-ends={geometry.pinnedRightWidth > 0 || undefined}
    >
      <GroupName {...props} isExpanded={isExpanded} />
      <GroupFigures {...props} />
    </div>
  )
}

function styleOf({ top, geometry, head }: GroupRowProps): CSSProperties {
  const style = { top, width: geometry.rowWidth }
  return { ...style, '--group-level': head.level - 1 }
}

function nameWidths({ geometry, sums }: GroupRowProps): CSSProperties {
  const first = geometry.placed.find(({ column, pin }) => pin !== 'left' && sums.kinds[column.id])
  const minWidth = geometry.pinnedWidth
  return first ? { minWidth, maxWidth: Math.max(minWidth, first.left) } : { minWidth }
}

function GroupName(props: GroupRowProps & { readonly isExpanded: boolean }) {
  const { session, row, head, geometry, isActive, activeId, isExpanded } = props
  const text = headText(session, head)
  const Icon = isExpanded ? ChevronDown : ChevronRight
  return (
    <div role="presentation" className="grid-group-label" style={nameWidths(props)}>
      <div
        role="rowheader"
        className="grid-gutter grid-group-gutter"
        aria-colindex={1}
        aria-label={String(row + 1)}
        style={{ width: geometry.gutterWidth }}
      >
        <button
          type="button"
          tabIndex={-1}
          className="grid-group-toggle"
          aria-label={isExpanded ? t('Collapse {text}', { text }) : t('Expand {text}', { text })}
          onClick={() => toggleGroup(session, head)}
        >
          <Icon size={15} aria-hidden />
        </button>
      </div>
      <div
        role="gridcell"
        id={isActive ? activeId : undefined}
        className="grid-group-cell"
        title={text}
        aria-colindex={2}
        aria-selected={isActive}
        aria-readonly
      >
        <span className="grid-group-name">{session.columnOf(head.key)?.name}</span>{' '}
        <span className="grid-group-value" data-blank={head.value === null || undefined}>
          {text}
        </span>{' '}
        <span className="grid-group-count">{session.context.formats.formatNumber(head.count)}</span>
      </div>
    </div>
  )
}

/** A column is too narrow for both a word and a number. */
const signs: Partial<Record<SummaryKind, string>> = { sum: 'Σ', average: 'Ø' }

function GroupFigures({ session, head, geometry, columns, sums }: GroupRowProps) {
  const data = sums.byId.get(head.id)
  if (!data) return null
  const figure = (index: number) => {
    const box = geometry.placed[index]
    const kind = box && sums.kinds[box.column.id]
    if (!kind || box.pin === 'left') return null
    const name = summaryChoices(box.column).find(({ value }) => value === kind)?.label
    const text = summaryText(session, box.column, kind, data)
    return (
      <div
        key={box.column.id}
        role="gridcell"
        className="grid-group-figure"
        aria-colindex={index + 2}
        aria-readonly
        style={{ left: leftOf(box, geometry), width: box.width }}
        title={`${name} ${text}`}
      >
        <span className="visually-hidden">{name} </span>
        <span aria-hidden className="grid-summary-kind">
          {signs[kind] ?? name}
        </span>{' '}
        <span>{text}</span>
      </div>
    )
  }
  const { first, last } = columns
  return (
    <>
      {Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => figure(first + at))}
      <PinnedRight geometry={geometry} cell={figure} />
    </>
  )
}
