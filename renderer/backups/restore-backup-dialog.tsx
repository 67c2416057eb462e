import { useMutation } from '@tanstack/react-query'
import type { Backup } from '#shared/backups.ts'
import { restoreBackup } from '../api/backups-queries.ts'
import { formatMoment } from '../ui/format-time.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { noteRestored } from './restored-note.ts'

interface RestoreBackupDialogProps {
  /** The backup to put back; the dialog is open while there is one. */
  backup: Backup | undefined
  onClose: () => void
}

/** Asks once, puts the backup in the place of the workspace and loads the page anew. */
export function RestoreBackupDialog({ backup, onClose }: RestoreBackupDialogProps) {
  const { workspace } = useWorkspace()
  const restore = useMutation({
    mutationFn: (chosen: Backup) => restoreBackup(workspace.id, chosen),
    onSuccess: (_answer, chosen) => {
      noteRestored(workspace.id, chosen.created_at)
      location.reload()
    },
  })
  // It cannot be called back, and the page is loaded anew at its end.
  const isUnderWay = restore.isPending || restore.isSuccess
  const close = (): void => {
    if (isUnderWay) return
    restore.reset()
    onClose()
  }
  return (
    <Dialog
      title="Restore this backup?"
      open={backup !== undefined}
      onClose={close}
      size="small"
      footer={
        <>
          <Button disabled={isUnderWay} onClick={close}>
            Keep what is there
          </Button>
          <Button
            variant="primary"
            busy={isUnderWay}
            onClick={() => backup !== undefined && restore.mutate(backup)}
          >
            Restore the backup
          </Button>
        </>
      }
    >
      <p>
        “{workspace.name}” becomes what it was on {backup !== undefined && formatMoment(backup.created_at)}.
        What is there now is backed up first, so you can come back to it.
      </p>
      <p className="ui-field-hint">Imports and other jobs that are under way end.</p>
      <RestoreState isUnderWay={isUnderWay} error={restore.error} />
    </Dialog>
  )
}

function RestoreState({ isUnderWay, error }: { isUnderWay: boolean; error: Error | null }) {
  if (isUnderWay) return <Progress label="Restoring" percent={undefined} text="Then the page loads anew" />
  if (error === null) return null
  return (
    <Notice tone="danger" title="The backup could not be restored">
      {error.message}
    </Notice>
  )
}
