import {
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Pencil,
  Sparkles,
  TextCursorInput,
  Trash2,
} from 'lucide-react'
import type { GridColumn } from '../../query/columns.ts'
import type { ColumnPlace } from '../../state/awaited-column.ts'
import { useOpenDialog } from '../../state/dialogs.ts'
import { useGrid } from '../data/grid-context.ts'
import { ColumnMenuItem } from './column-menu-item.tsx'
import { t } from '../../ui/text.ts'

interface ColumnAttributeItemsProps {
  readonly column: GridColumn
  readonly onRename: () => void
}

/** What the menu of a column does to attributes: its own is renamed, edited or deleted, new ones are put beside it. */
export function ColumnAttributeItems({ column, onRename }: ColumnAttributeItemsProps) {
  const { session } = useGrid()
  const openDialog = useOpenDialog()
  const { type } = session
  const { id: key, isPrimary, isSystem, isGenerated } = column
  const insert = (side: ColumnPlace['side']) => () =>
    openDialog({ kind: 'add-attribute', type, place: { id: key, side } })
  return (
    <>
      {!isSystem && (
        <>
          <ColumnMenuItem icon={TextCursorInput} text={t('Rename…')} onSelect={onRename} />
          <ColumnMenuItem
            icon={Pencil}
            text={t('Edit the attribute…')}
            onSelect={() => openDialog({ kind: 'edit-attribute', type, key })}
          />
        </>
      )}
      {isGenerated && (
        <ColumnMenuItem
          icon={Sparkles}
          text={t('Generate…')}
          onSelect={() => openDialog({ kind: 'generate', type, attributes: [key] })}
        />
      )}
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
      {!isSystem && !isPrimary && (
        <ColumnMenuItem
          icon={Trash2}
          text={t('Delete the attribute…')}
          onSelect={() => openDialog({ kind: 'delete-attribute', type, key })}
        />
      )}
    </>
  )
}
