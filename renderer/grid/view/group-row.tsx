import { ChevronDown, ChevronRight } from 'lucide-react'
import { headText } from '../actions/cell-texts.ts'
import { toggleGroup } from '../actions/groups.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GroupHead } from '../data/row-arrangement.ts'
import type { Geometry } from '../model/geometry.ts'

interface GroupRowProps {
  readonly session: GridSession
  readonly row: number
  readonly top: number
  readonly head: GroupHead
  readonly geometry: Geometry
  readonly isActive: boolean
  readonly activeId: string
}

/** The head of a group: what its rows have in common, how many there are, and whether they are shown. */
export function GroupRow(props: GroupRowProps) {
  const { session, row, top, head, geometry, isActive } = props
  const isExpanded = !session.rows.isCollapsed(head.id)
  const text = headText(session, head.value)
  const Icon = isExpanded ? ChevronDown : ChevronRight
  return (
    <div
      role="row"
      className="grid-row grid-group"
      style={{ top, width: geometry.totalWidth }}
      aria-rowindex={row + 2}
      aria-level={1}
      aria-expanded={isExpanded}
      data-active={isActive || undefined}
    >
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
          aria-label={`${isExpanded ? 'Collapse' : 'Expand'} ${text}`}
          onClick={() => toggleGroup(session, head)}
        >
          <Icon size={15} aria-hidden />
        </button>
      </div>
      <GroupCell {...props} text={text} />
    </div>
  )
}

function GroupCell({ session, head, geometry, isActive, activeId, text }: GroupRowProps & { text: string }) {
  const key = session.rows.state.get().groupBy
  return (
    <div
      role="gridcell"
      id={isActive ? activeId : undefined}
      className="grid-group-cell"
      style={{ left: geometry.gutterWidth }}
      aria-colindex={2}
      aria-colspan={geometry.placed.length}
      aria-selected={isActive}
      aria-readonly
    >
      <span className="grid-group-name">{key === null ? '' : session.columnOf(key)?.name}</span>{' '}
      <span className="grid-group-value" data-blank={head.value === null || undefined}>
        {text}
      </span>{' '}
      <span className="grid-group-count">{session.context.formats.formatNumber(head.count)}</span>
    </div>
  )
}
