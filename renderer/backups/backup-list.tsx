import { Archive, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { Backup, BackupReason } from '#shared/backups.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatBytes, formatAgo, formatMoment } from '../ui/format-count.ts'
import { Button } from '../ui/button.tsx'
import { showInFolder } from '../state/desktop-files.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { backupsKey, removeBackup, restoreBackup } from '../api/workspace-file-queries.ts'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { PageTable } from '../ui/pages.tsx'
import { t, tNodes, cachedByLanguage } from '../ui/text.ts'
import type { OwnerSettings } from '#shared/schemas/app-surface.ts'

const key = 'vitrine.restored'

function noteRestored(workspaceId: string, createdAt: string): void {
  sessionStorage.setItem(key, JSON.stringify({ workspaceId, createdAt }))
}

/** Returns the time that this workspace was restored to, shown until it is dismissed. */
export function readRestored(workspaceId: string): string | undefined {
  const note: Record<string, string> | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  return note?.['workspaceId'] === workspaceId ? note['createdAt'] : undefined
}

export function forgetRestored(): void {
  sessionStorage.removeItem(key)
}

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

const reasonTexts = cachedByLanguage((): Readonly<Record<BackupReason, string>> => ({
  manual: t('By hand'),
  schedule: t('On schedule'),
  import: t('Before an import'),
  restore: t('Before a restore'),
  migration: t('Before an update of the file'),
}))

export interface Rule {
  readonly key: keyof OwnerSettings & `backup_${string}`
  readonly label: string
  readonly choices: readonly number[]
  readonly describe: (count: number) => string
}

export const backupRules = cachedByLanguage((): readonly Rule[] => [
  {
    key: 'backup_every_hours',
    label: t('Back up what has changed'),
    choices: [1, 2, 4, 8, 12, 24, 168, 0],
    describe: describeHours,
  },
  {
    key: 'backup_keep_last',
    label: t('Keep the newest'),
    choices: [5, 10, 20, 50, 100],
    describe: (count) => t('{count, plural, one {# backup} other {# backups}}', { count }),
  },
  {
    key: 'backup_keep_days',
    label: t('Then one a day for'),
    choices: [0, 7, 14, 30, 90],
    describe: (count) => t('{count, plural, one {# day} other {# days}}', { count }),
  },
  {
    key: 'backup_keep_weeks',
    label: t('And one a week for'),
    choices: [0, 4, 8, 26, 52],
    describe: (count) => t('{count, plural, one {# week} other {# weeks}}', { count }),
  },
])

/** The choices of a rule, with the current value even if it is no choice. */
export function choicesOf({ choices, describe }: Rule, current: number): { value: string; label: string }[] {
  const all = choices.includes(current) ? choices : [current, ...choices]
  return all.map((count) => ({ value: String(count), label: describe(count) }))
}

const namedHours = cachedByLanguage((): Readonly<Record<number, string>> => ({
  0: t('Never by itself'),
  1: t('Every hour'),
  24: t('Every day'),
  168: t('Every week'),
}))

function describeHours(hours: number): string {
  return namedHours()[hours] ?? t('Every {hours} hours', { hours })
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
  backup: Backup | undefined
  onClose: () => void
}

function RestoreBackupDialog({ backup, onClose }: RestoreBackupDialogProps) {
  const { workspace } = useWorkspace()
  const restore = useMutation({
    mutationFn: (chosen: Backup) => restoreBackup(workspace.id, chosen),
    onSuccess: (_answer, chosen) => {
      noteRestored(workspace.id, chosen.created_at)
      location.reload()
    },
  })
  // It cannot be cancelled, and the page reloads at its end.
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
