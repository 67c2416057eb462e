import type { ReactNode } from 'react'
import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import type { CellContext } from '../data/cell-write.ts'
import { formatReferrers, ReferrerChips } from '../cells/referrer-chips.tsx'
import { cellTypeOf } from '../cells/registry.ts'
import type { CellEdit, EntityEdits } from '../data/edit-overlay.ts'
import type { CellDecoration } from '../data/row-decorations.ts'
import { type RowReferrers, isInverse } from '../data/row-lookup.ts'
import { readValue, type GridColumn } from '../../query/columns.ts'
import type { ColumnBox } from '../model/geometry.ts'
import { t } from '../../ui/text.ts'

export interface GridCellProps {
  readonly box: ColumnBox
  readonly left: number
  /** The `aria-colindex`: one-based, with the row number column included. */
  readonly columnIndex: number
  readonly entity: EntityResource | undefined
  readonly edits: EntityEdits | undefined
  readonly referrers: RowReferrers | undefined
  readonly decorations: readonly CellDecoration[]
  readonly context: CellContext
  readonly isDraft: boolean
  readonly isGone: boolean
  readonly isTall: boolean
  readonly colour: number | undefined
  readonly activeId: string | undefined
}

/** A grid cell without hooks; the row that renders it is memoised. */
export function GridCell(props: GridCellProps) {
  const { box, left, columnIndex, entity, edits, colour, activeId } = props
  const { column } = box
  const edit = edits?.get(column.id)
  const value = entity ? (edit ? edit.write.shown : readValue(entity, column)) : null
  const { align } = cellTypeOf(column)
  return (
    <div
      role="gridcell"
      id={activeId}
      className="grid-cell"
      style={{ left, width: box.width }}
      aria-colindex={columnIndex}
      aria-selected={activeId !== undefined}
      aria-readonly={column.readOnlyReason !== undefined || undefined}
      aria-label={labelFor(props, value, edit)}
      {...descriptionAttributes(props, value)}
      {...editAttributes(edit)}
      data-align={align}
      data-primary={column.isPrimary || undefined}
      data-colour={colour}
      {...withCommentCount(
        withContent(contentFor(props, value, edit), props.isTall && align === undefined),
        props.decorations,
      )}
    />
  )
}

function editAttributes(edit: CellEdit | undefined) {
  return { 'aria-invalid': edit?.status === 'refused' || undefined, 'data-state': edit?.status }
}

/** Most cells are only text and need no inner element, unless the text may wrap. */
function withContent(content: ReactNode, mayWrap: boolean) {
  if (content !== null && typeof content !== 'string') return { children: content }
  if (content !== null && mayWrap) return { children: <span className="grid-text">{content}</span> }
  return { 'data-text': true, children: content }
}

function withCommentCount<Content extends { readonly children: ReactNode }>(
  content: Content,
  decorations: readonly CellDecoration[],
) {
  const counted = decorations.find(({ count }) => count !== undefined)
  if (!counted) return content
  const children = [content.children, <CommentCount key="remarks" decoration={counted} />]
  return { ...content, 'data-said': true, children }
}

interface RemarkCountProps {
  readonly decoration: CellDecoration
  readonly title?: string
}

export function CommentCount({ decoration: { count }, title }: RemarkCountProps) {
  return (
    <span className="grid-comments" aria-hidden title={title}>
      {count}
    </span>
  )
}

// A cell drawn without text needs a name.
function labelFor(
  { box: { column }, referrers, context }: GridCellProps,
  value: AttributeValue | null,
  edit: CellEdit | undefined,
): string | undefined {
  const referring = isInverse(column) ? referrers?.[column.id] : undefined
  if (referring) return formatReferrers(referring, context.formats)
  if (column.traits.family !== 'boolean' || edit?.status === 'refused') return undefined
  return value === true ? t('Yes') : value === false ? t('No') : t('Empty')
}

function descriptionAttributes(props: GridCellProps, value: AttributeValue | null) {
  const { box, edits, decorations } = props
  const isEdited = edits?.has(box.column.id) ?? false
  const shown = isEdited ? decorations.filter(({ isOfValue }) => !isOfValue) : decorations
  const commentTexts = shown.filter(({ isOfValue }) => !isOfValue).map(({ text }) => text)
  const valueDescription =
    describeValue(shown.filter(({ isOfValue }) => isOfValue)) ?? readOnlyText(props, value)
  if (commentTexts.length === 0)
    return valueDescription && { ...decorationAttributes(shown), ...valueDescription }
  const title = [...commentTexts, valueDescription?.title ?? []].flat().join('\n')
  return { ...decorationAttributes(shown), title, 'aria-description': title }
}

function describeValue(decorations: readonly CellDecoration[]) {
  if (decorations.length === 0) return undefined
  const description = decorations.map(({ text }) => text).join('. ')
  const hasMore = decorations.some((decoration) => decoration.hasMore)
  return {
    title: hasMore ? t('{told} F4 shows more.', { told: description }) : description,
    'aria-description': description,
  }
}

function readOnlyText({ box, referrers }: GridCellProps, value: AttributeValue | null) {
  const { id, readOnlyReason, isSystem } = box.column
  if (readOnlyReason === undefined || isSystem || (value === null && !referrers?.[id])) return undefined
  return { title: readOnlyReason }
}

export function decorationAttributes(decorations: readonly CellDecoration[]) {
  return Object.assign({}, ...decorations.map(({ attributes }) => attributes)) as CellDecoration['attributes']
}

function contentFor(
  props: GridCellProps,
  value: AttributeValue | null,
  edit: CellEdit | undefined,
): ReactNode {
  const { box, entity, isGone, context, isDraft } = props
  const { column } = box
  if (entity && isInverse(column) && !isDraft) return referrersOf(props)
  return entity ? contentOf({ column, value, edit, context, isDraft }) : missingEntityContent(column, isGone)
}

/** Renders the referrers of the row, or a placeholder until they are loaded. */
function referrersOf({ box: { column, width }, referrers, context: { formats } }: GridCellProps): ReactNode {
  if (!referrers) return <span className="grid-placeholder" />
  const referring = referrers[column.id]
  return referring ? <ReferrerChips referrers={referring} width={width} formats={formats} /> : null
}

function missingEntityContent({ isPrimary }: GridColumn, isGone: boolean): ReactNode {
  if (!isGone) return <span className="grid-placeholder" />
  return isPrimary ? <span className="grid-gone">{t('Deleted elsewhere')}</span> : null
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
  return type.render ? type.render(value, column, context) : type.format(value, column, context)
}

function blankOf(column: GridColumn, isDraft: boolean): ReactNode {
  if (isDraft && column.isPrimary)
    return <span className="grid-required">{t('{name} (required)', { name: column.name })}</span>
  if (column.traits.family === 'boolean' && !isDraft) return <span className="grid-check" data-unset />
  return null
}
