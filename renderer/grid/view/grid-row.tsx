import { useLanguage } from '../../state/language.ts'
import { ChevronDown, ChevronRight, Maximize2, X } from 'lucide-react'
import { memo, type CSSProperties } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import { openDetails } from '../data/detail-state.ts'
import { isDraftId } from '../data/draft-rows.ts'
import type { EntityEdits } from '../data/edit-overlay.ts'
import type { CellDecoration, RowDecoration } from '../data/row-decorations.ts'
import type { RowReferrers } from '../data/row-lookup.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { RowPaint } from '../model/colour-rules.ts'
import type { Geometry } from '../model/geometry.ts'
import { toggleBranch } from '../actions/arranged-rows.ts'
import { decorationAttributes, GridCell, CommentCount } from './grid-cell.tsx'
import { leftOf, PinnedRight } from './cell-box.tsx'
import { t } from '../../ui/text.ts'

export interface GridRowProps {
  readonly session: GridSession
  readonly row: number
  readonly top: number
  readonly entity: EntityResource | undefined
  readonly isGone: boolean
  readonly edits: EntityEdits | undefined
  readonly referrers: RowReferrers | undefined
  readonly decoration: RowDecoration | undefined
  readonly geometry: Geometry
  readonly firstColumn: number
  readonly lastColumn: number
  readonly activeColumnId: string | undefined
  readonly activeId: string
  readonly isTall: boolean
  readonly level: number | undefined
  /** Whether the variants of the row are shown; undefined without any. */
  readonly isExpanded: boolean | undefined
  /** Whether the row leaves space for the sign before its name, as variants do. */
  readonly isIndented: boolean
}

/**
 * One row. Elements are reused for other rows while scrolling (design: slots), so nothing here may keep
 * state.
 */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  useLanguage()
  const { session, entity, isGone, edits, geometry, activeColumnId, activeId } = props
  const isDraft = entity !== undefined && isDraftId(entity.id)
  const paint = paintOf(geometry, entity)
  const cell = (index: number) => {
    const box = geometry.placed[index]
    if (!box) return null
    return (
      <GridCell
        key={box.column.id}
        box={box}
        left={leftOf(box, geometry)}
        columnIndex={index + 2}
        entity={entity}
        edits={edits}
        referrers={props.referrers}
        decorations={props.decoration?.of(box.column.id) ?? undecorated}
        context={session.context}
        isDraft={isDraft}
        isGone={isGone}
        isTall={props.isTall}
        colour={paint.cells.get(box.column.id)}
        activeId={box.column.id === activeColumnId ? activeId : undefined}
      />
    )
  }
  return (
    <div
      role="row"
      className="grid-row"
      style={styleOf(props)}
      data-colour={paint.row}
      {...stateOf(props, isDraft)}
    >
      <div role="presentation" className="grid-pinned" style={{ width: geometry.pinnedWidth }}>
        <RowHead {...props} isDraft={isDraft} />
        {geometry.placed.map((box, index) => (box.pin === 'left' ? cell(index) : null))}
      </div>
      {drawnColumns(props).map(cell)}
      <PinnedRight geometry={geometry} cell={cell} />
    </div>
  )
})

function styleOf({ top, geometry, level, isIndented }: GridRowProps): CSSProperties {
  const style = { top, width: geometry.rowWidth }
  return isIndented ? { ...style, '--level': level } : style
}

function stateOf(
  { row, geometry, isGone, activeColumnId, level, isExpanded, isIndented }: GridRowProps,
  isDraft: boolean,
) {
  return {
    'aria-rowindex': row + 2,
    'data-draft': isDraft || undefined,
    'data-ends': geometry.pinnedRightWidth > 0 || undefined,
    'aria-level': level,
    'aria-expanded': isExpanded,
    'data-level': isIndented ? level : undefined,
    'data-gone': isGone || undefined,
    'data-active': activeColumnId === undefined ? undefined : true,
  }
}

interface BranchMarkProps {
  session: GridSession
  gutterWidth: number
  entity: EntityResource
  isExpanded: boolean
}

/** The indent of each level of the tree in CSS pixels; names follow by `--level`. */
const levelIndent = 18

function BranchMark({ session, gutterWidth, entity, isExpanded }: BranchMarkProps) {
  const level = session.rows.levelOf(entity)
  const Icon = isExpanded ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      tabIndex={-1}
      className="grid-branch"
      style={{ left: gutterWidth + 3 + (level - 1) * levelIndent }}
      aria-label={
        isExpanded
          ? t('Hide the variants of {label}', { label: entity.label ?? t('this product') })
          : t('Show the variants of {label}', { label: entity.label ?? t('this product') })
      }
      onClick={() => toggleBranch(session, entity.id)}
    >
      <Icon size={15} aria-hidden />
    </button>
  )
}

type RowHeadProps = Pick<
  GridRowProps,
  'session' | 'row' | 'entity' | 'geometry' | 'activeColumnId' | 'isExpanded' | 'decoration'
> & { readonly isDraft: boolean }

function RowHead(props: RowHeadProps) {
  const { session, row, entity, geometry, activeColumnId, isExpanded, isDraft, decoration } = props
  const { gutterWidth } = geometry
  const decorations = decoration?.of('') ?? undecorated
  return (
    <div
      role="rowheader"
      className="grid-gutter"
      aria-colindex={1}
      aria-label={isDraft ? undefined : String(row + 1)}
      style={{ width: gutterWidth }}
      {...headMarks(decorations)}
    >
      {entity && isDraft ? <DraftMark session={session} draftId={entity.id} /> : row + 1}
      <CountOnRow decorations={decorations} />
      {/* There is no space for it next to the mark of a new row. */}
      {activeColumnId !== undefined && !isDraft && <ExpandMark session={session} />}
      {entity && isExpanded !== undefined && <BranchMark {...{ session, gutterWidth, entity, isExpanded }} />}
    </div>
  )
}

const undecorated: readonly CellDecoration[] = []

function headMarks(decorations: readonly CellDecoration[]) {
  const shown = decorations.filter(({ count }) => count === undefined)
  if (shown.length === 0) return undefined
  return { ...decorationAttributes(shown), title: shown.map(({ text }) => text).join('\n') }
}

function CountOnRow({ decorations }: { decorations: readonly CellDecoration[] }) {
  const counted = decorations.find(({ count }) => count !== undefined)
  return counted && <CommentCount decoration={counted} title={counted.text} />
}

const noPaint: RowPaint = { row: undefined, cells: new Map() }

function paintOf({ paint }: Geometry, entity: EntityResource | undefined): RowPaint {
  return entity && paint ? paint(entity) : noPaint
}

/** The visible columns, and the cursor's, since the input references its cell as the active one. */
function drawnColumns({ firstColumn, lastColumn, geometry, activeColumnId }: GridRowProps): number[] {
  const drawn = Array.from(
    { length: Math.max(0, lastColumn - firstColumn + 1) },
    (_, index) => firstColumn + index,
  )
  const active = activeColumnId === undefined ? undefined : geometry.indexById.get(activeColumnId)
  const isDrawn = active === undefined || drawn.includes(active) || geometry.placed[active]?.pin !== undefined
  return isDrawn ? drawn : [...drawn, active]
}

/** Only the cursor's row has one, since a button in every row would cost too much while scrolling. */
function ExpandMark({ session }: { session: GridSession }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className="grid-expand"
      aria-label={t('Open the details of this row')}
      title={t('Open the details (Space)')}
      onClick={() => openDetails(session)}
    >
      <Maximize2 size={13} aria-hidden />
    </button>
  )
}

function DraftMark({ session, draftId }: { session: GridSession; draftId: string }) {
  return (
    <>
      <span className="grid-new-mark">{t('New')}</span>
      <button
        type="button"
        tabIndex={-1}
        className="grid-discard"
        aria-label={t('Discard the new row')}
        title={t('Discard the new row (Ctrl+-)')}
        onClick={() => session.drafts.discard(draftId)}
      >
        <X size={13} aria-hidden />
      </button>
    </>
  )
}
