import { useMutation, useQueryClient } from '@tanstack/react-query'
import { emptyTrash, trashKey } from '../api/trash-requests.ts'
import { countOf } from '../ui/format-count.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'

interface EmptyTrashDialogProps {
  open: boolean
  /** How many entities were moved to the trash by name. */
  total: number
  onClose: () => void
}

/** Asks before everything in the trash is removed for good. */
export function EmptyTrashDialog({ open, total, onClose }: EmptyTrashDialogProps) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const empty = useMutation({
    mutationFn: emptyTrash,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: trashKey(api.workspaceId) })
      showSuccess('The trash is empty')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Empty the trash?"
      action="Remove for good"
      subject={open ? api : undefined}
      mutation={empty}
      onClose={onClose}
    >
      <p>
        {countOf(total, 'entity', 'entities')} and what went along with them will be removed for good. This
        cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
