import { Archive, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { Backup } from '#shared/backups.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatAgo, formatMoment } from '../ui/format-time.ts'
import { formatBytes } from '../ui/format-count.ts'
import { Button } from '../ui/button.tsx'
import { showInFolder } from '../state/desktop-files.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { reasonTexts } from './backup-texts.ts'
import { backupsKey, removeBackup, restoreBackup } from '../api/backups-queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { noteRestored } from './restored-note.ts'
import { PageTable } from '../ui/page-table.tsx'

/** The backups, newest first; each can be put back or removed. */
export function BackupList({ backups }: { backups: readonly Backup[] }) {
  const [restoring, setRestoring] = useState<Backup>()
  const [removing, setRemoving] = useState<Backup>()
  if (backups.length === 0) {
    return (
      <p className="api-no-keys">
        <Archive aria-hidden />
        The first one is made before an import, or when something has changed and it is due. You can also make
        one now.
      </p>
    )
  }
  return (
    <>
      <PageTable label="Backups" columns={['Made', 'Why', 'Size', 'Checked', { unseen: 'Actions' }]}>
        {backups.map((backup) => (
          <BackupRow
            key={backup.id}
            backup={backup}
            onRestore={() => setRestoring(backup)}
            onRemove={() => setRemoving(backup)}
          />
        ))}
      </PageTable>
      <RestoreBackupDialog backup={restoring} onClose={() => setRestoring(undefined)} />
      <RemoveBackupDialog backup={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

interface BackupRowProps {
  backup: Backup
  onRestore: () => void
  onRemove: () => void
}

function BackupRow({ backup, onRestore, onRemove }: BackupRowProps) {
  const { workspace } = useWorkspace()
  const { id, created_at: at, reason, size } = backup
  const moment = formatMoment(at)
  return (
    <tr>
      <th scope="row">
        {moment} <span className="backups-ago">{formatAgo(at)}</span>
      </th>
      <td>{reasonTexts[reason]}</td>
      <td className="backups-size">{formatBytes(size)}</td>
      <td>
        <CircleCheck aria-hidden className="backups-checked" /> When made
      </td>
      <td className="api-row-action">
        {window.desktop !== undefined && (
          <Button
            variant="ghost"
            aria-label={`Show the backup of ${moment} in its folder`}
            onClick={() => void showInFolder({ workspaceId: workspace.id, backupId: id })}
          >
            Show in folder
          </Button>
        )}
        <Button variant="ghost" aria-label={`Remove the backup of ${moment}`} onClick={onRemove}>
          Remove
        </Button>
        <Button variant="ghost" aria-label={`Restore the backup of ${moment}`} onClick={onRestore}>
          Restore
        </Button>
      </td>
    </tr>
  )
}

interface RemoveBackupDialogProps {
  /** The backup to remove; the dialog is open while there is one. */
  backup: Backup | undefined
  onClose: () => void
}

function RemoveBackupDialog({ backup, onClose }: RemoveBackupDialogProps) {
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

interface RestoreBackupDialogProps {
  /** The backup to put back; the dialog is open while there is one. */
  backup: Backup | undefined
  onClose: () => void
}

/** Asks once, puts the backup in the place of the workspace and loads the page anew. */
function RestoreBackupDialog({ backup, onClose }: RestoreBackupDialogProps) {
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
