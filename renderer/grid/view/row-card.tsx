import { Ellipsis } from 'lucide-react'
import type { DragEvent, KeyboardEvent } from 'react'
import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import { isVisible, type GridColumn } from '../../query/columns.ts'
import { emptyGridQuery } from '../../query/grid-query.ts'
import { everything, toSearch } from '../../query/location.ts'
import { arrange, type Look } from '../../state/grid-layout.ts'
import { RowPicture } from '../../state/row-picture.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuChoice } from '../../ui/popover.tsx'
import { t } from '../../ui/text.ts'
import { valueOf } from '../actions/board-rows.ts'
import { formatWithUnit } from '../cells/registry.ts'
import { useGrid } from '../data/grid-context.ts'

export interface CardTarget {
  readonly value: string | null
  readonly name: string
}

interface RowCardProps {
  readonly row: EntityResource
  readonly by: GridColumn
  readonly shown?: readonly GridColumn[]
  /** Whether only its name is shown, as in a day of the calendar. */
  readonly isSmall?: boolean
  readonly targets: readonly CardTarget[]
  readonly onGrab: () => void
  readonly onMove: (to: string | null) => void
  /** Where Alt with an arrow moves the card. */
  readonly stepTo: (key: string) => string | null | undefined
}

const dragType = 'application/x-vitrine-card'
const maxValues = 3

/** Choices are texts, so that a value begins with a sign that the choice of none does not have. */
const none = 'none'

function toChoice(value: AttributeValue | null): string {
  return typeof value === 'string' ? `=${value}` : none
}

/** One row as a card: dragged, moved by its menu, or with Alt and the arrows. */
export function RowCard(props: RowCardProps) {
  const { row, by, shown = [], isSmall = false, onGrab, onMove, stepTo } = props
  const { session } = useGrid()
  const canMove = by.readOnlyReason === undefined && by.isClosed !== true
  const drag = ({ dataTransfer }: DragEvent): void => {
    dataTransfer.setData(dragType, row.id)
    dataTransfer.effectAllowed = 'move'
    onGrab()
  }
  const step = (event: KeyboardEvent): void => {
    const to = event.altKey && canMove ? stepTo(event.key) : undefined
    if (to === undefined) return
    event.preventDefault()
    onMove(to)
  }
  return (
    <div
      className="row-card"
      data-small={isSmall || undefined}
      draggable={canMove}
      onDragStart={drag}
      onKeyDown={step}
    >
      {!isSmall && <RowPicture type={session.type} id={row.id} side={40} />}
      <div className="row-card-texts">
        <CardLink row={row} />
        {!isSmall && <CardValues row={row} shown={shown} />}
      </div>
      {canMove && <MoveMenu {...props} />}
    </div>
  )
}

/** Leads to the row in the grid. */
function CardLink({ row: { id, label } }: Pick<RowCardProps, 'row'>) {
  const { session } = useGrid()
  const query = { ...emptyGridQuery, clauses: [{ key: 'id', operator: 'eq', value: id }] }
  const { workspaceId } = session.api
  const href = toSearch({ workspaceId, view: session.type, savedView: everything, query })
  return (
    <a href={href} draggable={false}>
      {label ?? t('Without a name')}
    </a>
  )
}

function MoveMenu({ row, by, targets, onMove }: RowCardProps) {
  const name = row.label ?? t('Without a name')
  return (
    <Menu
      trigger={
        <IconButton label={t('Move {name}', { name })}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuChoice
        label={t('Move to')}
        value={toChoice(valueOf(row, by))}
        choices={targets.map(({ value, name: target }) => ({ value: toChoice(value), label: target }))}
        onChange={(choice) => onMove(choice === none ? null : choice.slice(1))}
      />
    </Menu>
  )
}

function CardValues({ row, shown }: Required<Pick<RowCardProps, 'row' | 'shown'>>) {
  const { session } = useGrid()
  const texts = shown.flatMap((column) => {
    const text = formatWithUnit(valueOf(row, column), column, session.context)
    if (text === '') return []
    // A bare number says nothing without its name.
    const shownText = column.kind === 'number' ? `${column.name} ${text}` : text
    return [{ id: column.id, name: column.name, text: shownText }]
  })
  return (
    <p className="row-card-values">
      {texts.slice(0, maxValues).map(({ id, name, text }) => (
        <span key={id} title={name}>
          {text}
        </span>
      ))}
    </p>
  )
}

/** The columns whose values a card may show, in the order of the grid. */
export function columnsOfCard(
  columns: readonly GridColumn[],
  look: Look,
  by: GridColumn,
): readonly GridColumn[] {
  return arrange(columns, look).filter(
    (column) => isVisible(column, look.columnVisibility) && isOfCard(column, by),
  )
}

/** A yes or no says nothing without its name. */
function isOfCard({ id, isPrimary, isSystem, traits }: GridColumn, by: GridColumn): boolean {
  const isShort = traits.media === undefined && !traits.isLong && traits.family !== 'boolean'
  return id !== by.id && !isPrimary && !isSystem && isShort
}

/** Lets a part of a board take a card that is dropped on it. */
export function dropTarget(onDrop: () => void) {
  return {
    onDragOver: (event: DragEvent): void => {
      if (event.dataTransfer.types.includes(dragType)) event.preventDefault()
    },
    onDrop: (event: DragEvent): void => {
      if (!event.dataTransfer.types.includes(dragType)) return
      event.preventDefault()
      onDrop()
    },
  }
}
