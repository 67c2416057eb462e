import { useSelector } from '@tanstack/react-store'
import { Columns3, PanelLeft, PanelRight, PinOff } from 'lucide-react'
import { useState } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox, TextInput } from '../../ui/field.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useShowsTechnicalDetails } from '../../state/appearance.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { cellLooks } from '../../query/data-types.ts'
import { isMeasured, isVisible, type GridColumn } from '../../query/columns.ts'
import {
  arrange,
  findPin,
  gridLayoutOf,
  moveColumn,
  type LookStore,
  type Pin,
} from '../../state/grid-layout.ts'
import { useGridColumns } from '../../query/use-grid-columns.ts'
import { firstSummary } from '../model/aggregate.ts'
import { pinColumn } from '../actions/column-actions.ts'
import { OrderGrip, type Grip, useListDrag } from '../../ui/follow-drag.tsx'
import './columns-panel.css'
import { t } from '../../ui/text.ts'

export function ColumnsButton({ type }: { type: EntityType }) {
  const { workspace } = useWorkspace()
  const { columns } = useGridColumns(workspace.id, type)
  const look = gridLayoutOf(workspace.id, type)
  const visibility = useSelector(look.columnVisibility)
  const hidden = columns?.filter((column) => isHiddenAttribute(column, visibility)).length ?? 0
  const trigger = (
    <Button variant="ghost" disabled={columns === undefined || columns.length === 0}>
      <Columns3 aria-hidden />
      {t('Columns')}
      {hidden > 0 && <span className="columns-hidden">{t('{hidden} hidden', { hidden })}</span>}
    </Button>
  )
  return (
    <Popover trigger={trigger} title={t('Columns')}>
      {columns !== undefined && <ColumnsPanel columns={columns} look={look} />}
    </Popover>
  )
}

function isHiddenAttribute(column: GridColumn, visibility: Readonly<Record<string, boolean>>): boolean {
  return !column.isSystem && !isMeasured(column) && !isVisible(column, visibility)
}

interface ColumnsPanelProps {
  columns: readonly GridColumn[]
  look: LookStore
}

function ColumnsPanel({ columns, look }: ColumnsPanelProps) {
  const [search, setSearch] = useState('')
  const { arranged, list, startDrag, moveBy } = useArrangement(columns, look)
  const hasIds = useShowsTechnicalDetails()
  const visibility = useSelector(look.columnVisibility)
  const found = arranged.filter(
    (column) =>
      foldText(column.name).includes(foldText(search)) &&
      (hasIds || column.kind !== 'identifier' || isVisible(column, visibility)),
  )
  const showAll = (isVisible: boolean): void =>
    look.columnVisibility.set((before) => ({
      ...before,
      ...Object.fromEntries(found.map((column) => [column.id, column.isPrimary || isVisible])),
    }))
  return (
    <div className="columns-panel">
      <TextInput
        type="search"
        aria-label={t('Find a column')}
        placeholder={t('Find a column')}
        value={search}
        onChange={setSearch}
      />
      <ul ref={list} className="columns-list" aria-label={t('Columns')}>
        {found.map((column) => (
          <ColumnLine
            key={column.id}
            column={column}
            look={look}
            onGrab={(event) => startDrag(event, column.id)}
            onMove={(step) => moveBy(column.id, step)}
          />
        ))}
        {found.length === 0 && <li className="ui-field-hint">{t('No column of that name.')}</li>}
      </ul>
      <SummarySwitch columns={columns} look={look} />
      <div className="columns-all">
        <Button variant="ghost" onClick={() => showAll(true)}>
          {t('Show all')}
        </Button>
        <Button variant="ghost" onClick={() => showAll(false)}>
          {t('Hide all')}
        </Button>
      </div>
    </div>
  )
}

function SummarySwitch({ columns, look }: ColumnsPanelProps) {
  const { kinds } = useSelector(look.summary)
  return (
    <Checkbox
      label={t('Summary row')}
      checked={kinds !== null}
      onChange={(isShown) => look.showSummary(isShown, firstSummary(columns))}
    />
  )
}

function useArrangement(columns: readonly GridColumn[], look: LookStore) {
  const order = useSelector(look.columnOrder)
  const pinning = useSelector(look.columnPinning)
  const arranged = arrange(columns, { columnOrder: order, columnPinning: pinning })
  const ids = arranged.map(({ id }) => id)
  const drag = useListDrag((moved, target) => look.columnOrder.set(moveColumn(ids, moved, target)))
  const moveBy = (id: string, step: 1 | -1): void => {
    const target = ids[ids.indexOf(id) + step]
    if (target !== undefined)
      look.columnOrder.set(moveColumn(ids, id, { id: target, side: step === 1 ? 'behind' : 'before' }))
  }
  return { arranged, ...drag, moveBy }
}

interface ColumnLineProps extends Grip {
  column: GridColumn
  look: LookStore
}

function ColumnLine({ column, look, onGrab, onMove }: ColumnLineProps) {
  const visibility = useSelector(look.columnVisibility)
  const pinning = useSelector(look.columnPinning)
  const { id, name, isPrimary, kind } = column
  const Icon = cellLooks()[kind].icon
  return (
    <li className="columns-line" data-item={id}>
      <OrderGrip
        className="columns-grip"
        name={name}
        isDisabled={isPrimary}
        onGrab={onGrab}
        onMove={onMove}
      />
      <Checkbox
        label={
          <span className="columns-name">
            <Icon size={14} aria-hidden />
            {name}
          </span>
        }
        checked={isVisible(column, visibility)}
        disabled={isPrimary}
        onChange={(isVisible) => look.columnVisibility.set((before) => ({ ...before, [id]: isVisible }))}
      />
      {isPrimary ? (
        <span className="columns-fixed">{t('always first')}</span>
      ) : (
        <PinButtons name={name} pin={findPin(column, pinning)} onPin={(side) => pinColumn(look, id, side)} />
      )}
    </li>
  )
}

interface PinButtonsProps {
  name: string
  pin: Pin | undefined
  onPin: (side: Pin | undefined) => void
}

const pinIcons = { left: PanelLeft, right: PanelRight } as const

function PinButtons({ name, pin, onPin }: PinButtonsProps) {
  return (['left', 'right'] as const).map((side) => {
    const isPinned = pin === side
    const Icon = isPinned ? PinOff : pinIcons[side]
    return (
      <IconButton
        key={side}
        label={
          isPinned
            ? t('Unpin {name}', { name })
            : side === 'left'
              ? t('Pin {name} to the left', { name })
              : t('Pin {name} to the right', { name })
        }
        aria-pressed={isPinned}
        onClick={() => onPin(isPinned ? undefined : side)}
      >
        <Icon aria-hidden />
      </IconButton>
    )
  })
}
