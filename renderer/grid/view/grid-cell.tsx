import type { ReactNode } from 'react'
import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import { describeOrigin } from '../actions/origin-texts.ts'
import type { CellContext } from '../cells/cell-type.ts'
import { cellTypeOf } from '../cells/registry.ts'
import type { CellEdit, EntityEdits } from '../data/edit-overlay.ts'
import type { CellOrigin } from '../data/origin-watch.ts'
import { valueOf, type GridColumn } from '../model/columns.ts'
import type { PlacedColumn } from '../model/geometry.ts'

export interface GridCellProps {
  readonly place: PlacedColumn
  readonly left: number
  /** The column's place among all, from 1, counting the row numbers. */
  readonly columnIndex: number
  readonly entity: EntityResource | undefined
  readonly edits: EntityEdits | undefined
  /** Where the stored value comes from, if it is not the entity's own. */
  readonly origin: CellOrigin | undefined
  readonly context: CellContext
  readonly isDraft: boolean
  readonly isGone: boolean
  /** A number of the palette, where a rule colours the cell. */
  readonly colour: number | undefined
  readonly activeId: string | undefined
}

/** One cell. It is drawn by its row, which is memoised: cells are plain output. */
export function GridCell(props: GridCellProps) {
  const { place, left, columnIndex, entity, edits, context, isDraft, isGone, colour, activeId } = props
  const { column } = place
  const edit = edits?.get(column.id)
  const value = entity ? (edit ? edit.write.shown : valueOf(entity, column)) : null
  return (
    <div
      role="gridcell"
      id={activeId}
      className="grid-cell"
      style={{ left, width: place.width }}
      aria-colindex={columnIndex}
      aria-selected={activeId !== undefined}
      aria-readonly={column.readOnlyReason !== undefined || undefined}
      aria-invalid={edit?.status === 'refused' || undefined}
      aria-label={labelFor(column, value, edit)}
      {...originMarks(props, value)}
      data-align={cellTypeOf(column).align}
      data-state={edit?.status}
      data-primary={column.isPrimary || undefined}
      data-colour={colour}
    >
      {entity ? contentOf({ column, value, edit, context, isDraft }) : withoutEntity(column, isGone)}
    </div>
  )
}

// What is drawn without text of its own needs a name.
function labelFor(
  column: GridColumn,
  value: AttributeValue | null,
  edit: CellEdit | undefined,
): string | undefined {
  if (column.kind !== 'boolean' || edit?.status === 'refused') return undefined
  return value === true ? 'Yes' : value === false ? 'No' : 'Empty'
}

/** Says and shows that a value is not the entity's own. */
function originMarks({ place, edits, origin }: GridCellProps, value: AttributeValue | null) {
  const { id, readOnlyReason, isSystem } = place.column
  if (origin && !edits?.has(id)) {
    const text = describeOrigin(origin)
    return { title: text, 'aria-description': text, 'data-origin': origin.kind }
  }
  if (isSystem || value === null) return undefined
  return readOnlyReason === undefined ? undefined : { title: readOnlyReason }
}

function withoutEntity({ isPrimary }: GridColumn, isGone: boolean): ReactNode {
  if (!isGone) return <span className="grid-placeholder" />
  return isPrimary ? <span className="grid-gone">Deleted elsewhere</span> : null
}

interface Content {
  readonly column: GridColumn
  readonly value: AttributeValue | null
  readonly edit: CellEdit | undefined
  readonly context: CellContext
  readonly isDraft: boolean
}

function contentOf({ column, value, edit, context, isDraft }: Content): ReactNode {
  if (edit?.status === 'refused') return <span className="grid-refused-text">{edit.write.text}</span>
  if (value === null) return blankOf(column, isDraft)
  const type = cellTypeOf(column)
  if (type.render) return type.render(value, column, context)
  return <span className="grid-text">{type.format(value, column, context)}</span>
}

function blankOf(column: GridColumn, isDraft: boolean): ReactNode {
  if (isDraft && column.isPrimary) return <span className="grid-required">{column.name} (required)</span>
  if (column.kind === 'boolean' && !isDraft) return <span className="grid-check" data-unset />
  return null
}
