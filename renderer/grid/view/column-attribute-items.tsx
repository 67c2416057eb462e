import {
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Blend,
  Pencil,
  Sparkles,
  TextCursorInput,
  Trash2,
} from 'lucide-react'
import { hasSpellings } from '#shared/clusters.ts'
import { isMeasured, type GridColumn } from '../../query/columns.ts'
import { createPlace } from '../../query/place.ts'
import { goTo } from '../../query/use-place.ts'
import type { ColumnPlace } from '../../state/awaited-column.ts'
import { useMay } from '../../state/rights.ts'
import { useOpenDialog } from '../../state/dialogs.ts'
import { useGrid } from '../data/grid-context.ts'
import { ColumnMenuItem } from './column-menu-item.tsx'
import { t } from '../../ui/text.ts'

/** Columns of what is measured of rows or said about them: no attribute is behind them. */
function hasAttribute(column: GridColumn): boolean {
  return !column.isSystem && !isMeasured(column)
}

interface ColumnAttributeItemsProps {
  readonly column: GridColumn
  readonly onRename: () => void
}

/** What the menu of a column does to attributes: its own is renamed, edited or deleted, new ones are put beside it. */
export function ColumnAttributeItems({ column, onRename }: ColumnAttributeItemsProps) {
  const { session } = useGrid()
  const openDialog = useOpenDialog()
  const { type } = session
  const may = useMay()
  const { id: key, isGenerated } = column
  return (
    <>
      {hasAttribute(column) && may('attributes') && (
        <>
          <ColumnMenuItem icon={TextCursorInput} text={t('Rename…')} onSelect={onRename} />
          <ColumnMenuItem
            icon={Pencil}
            text={t('Edit the attribute…')}
            onSelect={() => openDialog({ kind: 'edit-attribute', type, key })}
          />
        </>
      )}
      <SimilarValuesItem column={column} />
      {isGenerated && may('generation') && (
        <ColumnMenuItem
          icon={Sparkles}
          text={t('Generate…')}
          onSelect={() => openDialog({ kind: 'generate', type, attributes: [key] })}
        />
      )}
      {may('attributes') && <InsertItems column={column} />}
    </>
  )
}

/** New attributes beside the column, and the end of its own. */
function InsertItems({ column }: Pick<ColumnAttributeItemsProps, 'column'>) {
  const { id: key, isPrimary } = column
  const { session } = useGrid()
  const openDialog = useOpenDialog()
  const { type } = session
  const insert = (side: ColumnPlace['side']) => () =>
    openDialog({ kind: 'add-attribute', type, place: { id: key, side } })
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

/** Leads to the values of the column that may mean the same. */
function SimilarValuesItem({ column }: Pick<ColumnAttributeItemsProps, 'column'>) {
  const { session } = useGrid()
  const { id: attribute, traits } = column
  if (!hasAttribute(column) || !hasSpellings(traits)) return null
  const { api, type } = session
  const find = (): void =>
    goTo({ ...createPlace(api.workspaceId, 'quality'), quality: { tab: 'clusters', type, attribute } })
  return <ColumnMenuItem icon={Blend} text={t('Find similar values')} onSelect={find} />
}
