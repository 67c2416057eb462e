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
import { t, tNodes } from '../ui/text.ts'

/** The backups, newest first; each can be put back or removed. */
export function BackupList({ backups }: { backups: readonly Backup[] }) {
  const [restoring, setRestoring] = useState<Backup>()
  const [removing, setRemoving] = useState<Backup>()
  if (backups.length === 0) {
    return (
      <p className="api-no-keys">
        <Archive aria-hidden />
        {t(
          'The first one is made before an import, or when something has changed and it is due. You can also make one now.',
        )}
      </p>
    )
  }
  return (
    <>
      <PageTable
        label={t('Backups')}
        columns={[t('Made'), t('Why'), t('Size'), t('Checked'), { unseen: t('Actions') }]}
      >
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
      <td>{reasonTexts()[reason]}</td>
      <td className="backups-size">{formatBytes(size)}</td>
      <td>
        {tNodes('{circleCheck} When created', {
          circleCheck: <CircleCheck aria-hidden className="backups-checked" />,
        })}
      </td>
      <td className="api-row-action">
        {window.desktop !== undefined && (
          <Button
            variant="ghost"
            aria-label={t('Show the backup of {moment} in its folder', { moment })}
            onClick={() => void showInFolder({ workspaceId: workspace.id, backupId: id })}
          >
            {t('Show in folder')}
          </Button>
        )}
        <Button
          variant="ghost"
          aria-label={t('Remove the backup of {moment}', { moment })}
          onClick={onRemove}
        >
          {t('Remove')}
        </Button>
        <Button
          variant="ghost"
          aria-label={t('Restore the backup of {moment}', { moment })}
          onClick={onRestore}
        >
          {t('Restore')}
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
      showSuccess(t('The backup was removed'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('Remove this backup?')}
      action={t('Remove the backup')}
      subject={backup}
      mutation={remove}
      onClose={onClose}
    >
      <p>
        {t(
          'The file of {backup} is deleted for good. The workspace and its other backups stay as they are.',
          { backup: backup === undefined ? '' : formatMoment(backup.created_at) },
        )}
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
      title={t('Restore this backup?')}
      open={backup !== undefined}
      onClose={close}
      size="small"
      footer={
        <>
          <Button disabled={isUnderWay} onClick={close}>
            {t('Keep what is there')}
          </Button>
          <Button
            variant="primary"
            busy={isUnderWay}
            onClick={() => backup !== undefined && restore.mutate(backup)}
          >
            {t('Restore the backup')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          '“{name}” becomes what it was on {backup}. What is there now is backed up first, so you can come back to it.',
          { name: workspace.name, backup: backup === undefined ? '' : formatMoment(backup.created_at) },
        )}
      </p>
      <p className="ui-field-hint">{t('Running imports and other jobs are stopped.')}</p>
      <RestoreState isUnderWay={isUnderWay} error={restore.error} />
    </Dialog>
  )
}

function RestoreState({ isUnderWay, error }: { isUnderWay: boolean; error: Error | null }) {
  if (isUnderWay)
    return <Progress label={t('Restoring')} percent={undefined} text={t('Then the page reloads')} />
  if (error === null) return null
  return (
    <Notice tone="danger" title={t('The backup could not be restored')}>
      {error.message}
    </Notice>
  )
}
