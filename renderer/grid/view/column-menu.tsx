import { useOpenAttribute } from '../../state/attribute-page.ts'
import { maxGroupLevels } from '#shared/value-limits.ts'
import { Menu } from '@base-ui/react/menu'
import { Popover } from '@base-ui/react/popover'
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronDown,
  EyeOff,
  Group,
  ListFilter,
  MoveHorizontal,
  PanelLeft,
  PanelRight,
  PinOff,
  TextSelect,
  Ungroup,
  X,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Blend,
  Pencil,
  Sparkles,
  TextCursorInput,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { newClause } from '../../filters/filter-fields.ts'
import { allClauses, clearSort, setSort, findSort } from '../../query/grid-query.ts'
import { FilterBuilder } from '../../filters/filter-builder.tsx'
import { useFieldsAround, useFilterFields } from '../../filters/use-filter-fields.ts'
import { selectColumn } from '../actions/navigation.ts'
import { canGroup } from '../model/group-tree.ts'
import { type GridColumn, isMeasured } from '../../query/columns.ts'
import { findPin, type Pin } from '../../state/grid-layout.ts'
import { fitColumn, pinColumn, shiftColumn } from '../actions/column-actions.ts'
import { useFinalFocus } from '../../ui/focus.ts'
import { useGrid } from '../data/grid-context.ts'
import { t } from '../../ui/text.ts'
import { hasSpellings } from '#shared/similar-values.ts'
import { goTo, createPageLocation } from '../../query/location.ts'
import { type ColumnPosition, useOpenDialog } from '../../state/dialogs.ts'
import { useMay } from '../../state/rights.tsx'

interface ColumnMenuProps {
  readonly column: GridColumn
  readonly isOpen: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onRename: () => void
}

export function ColumnMenu({ column, isOpen, onOpenChange, onRename }: ColumnMenuProps) {
  const { session, table, page } = useGrid()
  const [isFiltering, setFiltering] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const hide = (): void => {
    table.getColumn(column.id)?.toggleVisibility(false)
    session.announce(t('{name} is hidden. Show it again under Columns.', { name: column.name }))
  }
  const select = (): void => {
    selectColumn(session, column.id)
    // Waits until the menu has returned the focus to its button.
    requestAnimationFrame(() => session.screen.focusInput())
  }
  return (
    <>
      <Menu.Root open={isOpen} onOpenChange={onOpenChange}>
        <Menu.Trigger
          ref={anchor}
          tabIndex={-1}
          className="grid-menu-button"
          aria-label={t('Menu of {name}', { name: column.name })}
        >
          <ChevronDown size={14} aria-hidden />
        </Menu.Trigger>
        <Menu.Portal container={page}>
          <Menu.Positioner sideOffset={4} align="end" collisionPadding={8} className="ui-positioner">
            <Menu.Popup className="ui-popup ui-menu">
              {column.sortKey !== undefined && <SortItems sortKey={column.sortKey} />}
              {canGroup(column) && <GroupItem column={column} />}
              <ColumnMenuItem icon={TextSelect} text={t('Select this column')} onSelect={select} />
              <ColumnMenuItem
                icon={ListFilter}
                text={t('Filter by this column…')}
                onSelect={() => setFiltering(true)}
              />
              <Menu.Separator className="ui-menu-separator" />
              <ColumnLayoutItems column={column} />
              {!column.isPrimary && (
                <ColumnMenuItem icon={EyeOff} text={t('Hide this column')} onSelect={hide} />
              )}
              <Menu.Separator className="ui-menu-separator" />
              <ColumnAttributeItems column={column} onRename={onRename} />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <FilterPopover column={column} anchor={anchor} isOpen={isFiltering} onOpenChange={setFiltering} />
    </>
  )
}

interface FilterPopoverProps extends Omit<ColumnMenuProps, 'onRename'> {
  readonly anchor: RefObject<HTMLButtonElement | null>
}

function FilterPopover({ column, anchor, isOpen, onOpenChange }: FilterPopoverProps) {
  const { popup, finalFocus } = useFinalFocus(() => anchor.current)
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={6} collisionPadding={12} className="ui-positioner">
          <Popover.Popup
            ref={popup}
            className="ui-popup ui-popover"
            aria-label={t('Filter by {name}', { name: column.name })}
            finalFocus={finalFocus}
          >
            <ColumnFilter column={column} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function SortItems({ sortKey }: { sortKey: string }) {
  const { query, onQueryChange } = useGrid()
  const sortBy = (descending: boolean) => () => onQueryChange(setSort(query, { key: sortKey, descending }))
  return (
    <>
      <ColumnMenuItem icon={ArrowUp} text={t('Sort ascending')} onSelect={sortBy(false)} />
      <ColumnMenuItem icon={ArrowDown} text={t('Sort descending')} onSelect={sortBy(true)} />
      {findSort(query, sortKey) && (
        <ColumnMenuItem
          icon={X}
          text={t('Clear the sort')}
          onSelect={() => onQueryChange(clearSort(query, sortKey))}
        />
      )}
      <Menu.Separator className="ui-menu-separator" />
    </>
  )
}

function GroupItem({ column: { id } }: { column: GridColumn }) {
  const { look } = useGrid()
  const { keys } = look.groupBy.get()
  const isGrouped = keys.includes(id)
  const group = (next: readonly string[]) => () => look.groupBy.set({ keys: next })
  return (
    <>
      {isGrouped ? (
        <ColumnMenuItem
          icon={Ungroup}
          text={keys.length === 1 ? t('Stop grouping') : t('Stop grouping by this column')}
          onSelect={group(keys.filter((key) => key !== id))}
        />
      ) : (
        <ColumnMenuItem icon={Group} text={t('Group by this column')} onSelect={group([id])} />
      )}
      {!isGrouped && keys.length > 0 && keys.length < maxGroupLevels && (
        <ColumnMenuItem
          icon={Group}
          text={t('Group by this column within the groups')}
          onSelect={group([...keys, id])}
        />
      )}
    </>
  )
}

function ColumnLayoutItems({ column }: { column: GridColumn }) {
  const { session, look } = useGrid()
  const pin = findPin(column, look.columnPinning.get())
  const pinTo = (side: Pin | undefined) => () => pinColumn(look, column.id, side)
  return (
    <>
      <ColumnMenuItem
        icon={MoveHorizontal}
        text={t('Fit to the content')}
        onSelect={() => fitColumn(session, look, column)}
      />
      {!column.isPrimary && (
        <>
          {pin !== 'left' && (
            <ColumnMenuItem icon={PanelLeft} text={t('Pin to the left')} onSelect={pinTo('left')} />
          )}
          {pin !== 'right' && (
            <ColumnMenuItem icon={PanelRight} text={t('Pin to the right')} onSelect={pinTo('right')} />
          )}
          {pin && <ColumnMenuItem icon={PinOff} text={t('Unpin this column')} onSelect={pinTo(undefined)} />}
          <ColumnMenuItem
            icon={ArrowLeft}
            text={t('Move left')}
            onSelect={() => shiftColumn(session, look, column.id, -1)}
          />
          <ColumnMenuItem
            icon={ArrowRight}
            text={t('Move right')}
            onSelect={() => shiftColumn(session, look, column.id, 1)}
          />
        </>
      )}
    </>
  )
}

function ColumnFilter({ column }: { column: GridColumn }) {
  const { session, query, onQueryChange } = useGrid()
  const fields = useFieldsAround(session.type, useFilterFields(session.type), true)
  const field = fields.find(({ key }) => key === column.id)
  const isPresent = allClauses(query).some(({ key }) => key === column.id)
  const initialClause = field && !isPresent ? newClause(field) : undefined
  return <FilterBuilder type={session.type} {...{ fields, query, begun: initialClause, onQueryChange }} />
}

function hasAttribute(column: GridColumn): boolean {
  return !column.isSystem && !isMeasured(column)
}

interface ColumnAttributeItemsProps {
  readonly column: GridColumn
  readonly onRename: () => void
}

function ColumnAttributeItems({ column, onRename }: ColumnAttributeItemsProps) {
  const { session } = useGrid()
  const openDialog = useOpenDialog()
  const openAttribute = useOpenAttribute()
  const { type } = session
  const may = useMay()
  const { id: key, isGenerated, isWritten } = column
  return (
    <>
      {hasAttribute(column) && may('attributes') && (
        <>
          <ColumnMenuItem icon={TextCursorInput} text={t('Rename…')} onSelect={onRename} />
          <ColumnMenuItem
            icon={Pencil}
            text={t('Edit the attribute…')}
            onSelect={() => openAttribute({ type, key })}
          />
        </>
      )}
      <SimilarValuesItem column={column} />
      {isWritten && may('generation') && (
        <ColumnMenuItem
          icon={Sparkles}
          text={isGenerated ? t('Generate…') : t('Write what is missing…')}
          onSelect={() => openDialog({ kind: 'generate', type, attributes: [key] })}
        />
      )}
      {may('attributes') && <InsertItems column={column} />}
    </>
  )
}

function InsertItems({ column }: Pick<ColumnAttributeItemsProps, 'column'>) {
  const { id: key, isPrimary } = column
  const { session } = useGrid()
  const openDialog = useOpenDialog()
  const openAttribute = useOpenAttribute()
  const { type } = session
  const insert = (side: ColumnPosition['side']) => () => openAttribute({ type, position: { id: key, side } })
  return (
    <>
      {!isPrimary && (
        <ColumnMenuItem
          icon={BetweenVerticalEnd}
          text={t('Insert a column before…')}
          onSelect={insert('before')}
        />
      )}
      <ColumnMenuItem
        icon={BetweenVerticalStart}
        text={t('Insert a column after…')}
        onSelect={insert('behind')}
      />
      {hasAttribute(column) && !isPrimary && (
        <ColumnMenuItem
          icon={Trash2}
          text={t('Delete the attribute…')}
          onSelect={() => openDialog({ kind: 'delete-attribute', type, key })}
        />
      )}
    </>
  )
}

function SimilarValuesItem({ column }: Pick<ColumnAttributeItemsProps, 'column'>) {
  const { session } = useGrid()
  const { id: attribute, traits } = column
  if (!hasAttribute(column) || !hasSpellings(traits)) return null
  const { api, type } = session
  const find = (): void =>
    goTo(createPageLocation(api.workspaceId, 'quality', { tab: 'clusters', type, attribute }))
  return <ColumnMenuItem icon={Blend} text={t('Find similar values')} onSelect={find} />
}

interface ColumnMenuItemProps {
  readonly icon: LucideIcon
  readonly text: string
  readonly onSelect: () => void
}

function ColumnMenuItem({ icon: Icon, text, onSelect }: ColumnMenuItemProps) {
  return (
    <Menu.Item className="ui-menu-item" onClick={onSelect}>
      <Icon aria-hidden />
      <span>{text}</span>
      <span />
    </Menu.Item>
  )
}
