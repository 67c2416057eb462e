import { BetweenVerticalStart, Upload } from 'lucide-react'
import type { EntityType } from '#shared/entities.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import { typeTexts } from '../state/entity-types.ts'

/** What stands in the place of the grid while a type has neither attributes nor entities. */
export function EmptyCatalog({ type }: { type: EntityType }) {
  const openDialog = useOpenDialog()
  const { plural, icon, purpose } = typeTexts[type]
  const isImportable = type !== 'source'
  return (
    <EmptyState
      icon={icon}
      title={`No ${plural.toLowerCase()} yet`}
      actions={
        <>
          <Button onClick={() => openDialog({ kind: 'add-attribute' })}>
            <BetweenVerticalStart aria-hidden />
            Add the first attribute
          </Button>
          {isImportable && (
            <Button variant="primary" onClick={() => openDialog({ kind: 'import' })}>
              <Upload aria-hidden />
              Import a file
            </Button>
          )}
        </>
      }
    >
      <p>{purpose}</p>
      <p>
        {isImportable
          ? 'Import a file and its columns become attributes, or add attributes one by one and fill the grid by hand.'
          : 'They are added by scripts and agents through the API.'}
      </p>
    </EmptyState>
  )
}
