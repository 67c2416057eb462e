import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Backup } from '#shared/backups.ts'
import { backupsKey, removeBackup } from '../api/backups-queries.ts'
import { formatMoment } from '../settings/format-time.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../workspaces/workspace-context.ts'

interface RemoveBackupDialogProps {
  /** The backup to remove; the dialog is open while there is one. */
  backup: Backup | undefined
  onClose: () => void
}

export function RemoveBackupDialog({ backup, onClose }: RemoveBackupDialogProps) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: (chosen: Backup) => removeBackup(workspace.id, chosen),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: backupsKey(workspace.id) })
      showSuccess('The backup was removed')
      onClose()
    },
  })
  return (
    <Dialog
      title="Remove this backup?"
      open={backup !== undefined}
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => backup !== undefined && remove.mutate(backup)}
          >
            Remove the backup
          </Button>
        </>
      }
    >
      <p>
        The file of {backup !== undefined && formatMoment(backup.created_at)} is deleted for good. The
        workspace and its other backups stay as they are.
      </p>
      {remove.error !== null && <Notice tone="danger">{remove.error.message}</Notice>}
    </Dialog>
  )
}
