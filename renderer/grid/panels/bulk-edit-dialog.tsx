import { useSelector } from '@tanstack/react-store'
import { PenLine } from 'lucide-react'
import { Suspense } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { useGridColumns } from '../../query/use-grid-columns.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { bulkEditOf, editableColumns } from '../actions/bulk-target.ts'
import { openSession } from '../actions/open-sessions.ts'
import { t } from '../../ui/text.ts'

const LazyForm = lazyPart(async () => (await import('./bulk-edit-form.tsx')).BulkEditForm)

export function BulkEditButton({ type }: { type: EntityType }) {
  const { workspace } = useWorkspace()
  const { columns = [] } = useGridColumns(workspace.id, type)
  const opened = bulkEditOf(openSession(workspace.id, type))
  const { isOpen, keys, action } = useSelector(opened)
  const editable = editableColumns(columns)
  const close = (): void => opened.set({ isOpen: false, keys: [] })
  return (
    <>
      <Button
        variant="ghost"
        disabled={editable.length === 0}
        onClick={() => opened.set({ isOpen: true, keys: [] })}
      >
        <PenLine aria-hidden />
        {t('Bulk edit')}
      </Button>
      <Dialog
        title={t('Edit many rows at once')}
        size="wide"
        open={isOpen}
        onClose={close}
        keepOnOutsidePress
      >
        {isOpen && editable.length > 0 && (
          <Suspense>
            <LazyForm
              type={type}
              columns={columns}
              editable={editable}
              keys={keys}
              actionId={action}
              onClose={close}
            />
          </Suspense>
        )}
      </Dialog>
    </>
  )
}
