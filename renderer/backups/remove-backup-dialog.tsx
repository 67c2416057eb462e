import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Backup } from '#shared/backups.ts'
import { backupsKey, removeBackup } from '../api/backups-queries.ts'
import { formatMoment } from '../ui/format-time.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'

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
    <ConfirmDialog
      title="Remove this backup?"
      action="Remove the backup"
      subject={backup}
      mutation={remove}
      onClose={onClose}
    >
      <p>
        The file of {backup !== undefined && formatMoment(backup.created_at)} is deleted for good. The
        workspace and its other backups stay as they are.
      </p>
    </ConfirmDialog>
  )
}
