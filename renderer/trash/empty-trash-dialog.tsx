import { useMutation, useQueryClient } from '@tanstack/react-query'
import { emptyTrash, trashKey } from '../api/trash-requests.ts'
import { countOf } from '../shell/format-count.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../workspaces/workspace-context.ts'

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
    mutationFn: () => emptyTrash(api),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: trashKey(api.workspaceId) })
      showSuccess('The trash is empty')
      onClose()
    },
  })
  return (
    <Dialog
      title="Empty the trash?"
      open={open}
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" busy={empty.isPending} onClick={() => empty.mutate()}>
            Remove for good
          </Button>
        </>
      }
    >
      <p>
        {countOf(total, 'entity', 'entities')} and what went along with them will be removed for good. This
        cannot be undone.
      </p>
      {empty.error !== null && <Notice tone="danger">{empty.error.message}</Notice>}
    </Dialog>
  )
}
