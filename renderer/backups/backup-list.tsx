import { Archive, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { Backup } from '#shared/backups.ts'
import { formatAgo, formatMoment } from '../ui/format-time.ts'
import { formatBytes } from '../ui/format-count.ts'
import { Button } from '../ui/button.tsx'
import { showInFolder } from '../state/desktop-files.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { reasonTexts } from './backup-texts.ts'
import { RemoveBackupDialog } from './remove-backup-dialog.tsx'
import { RestoreBackupDialog } from './restore-backup-dialog.tsx'

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
    <div className="api-table">
      <table aria-label="Backups">
        <thead>
          <tr>
            <th scope="col">Made</th>
            <th scope="col">Why</th>
            <th scope="col">Size</th>
            <th scope="col">Checked</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {backups.map((backup) => (
            <BackupRow
              key={backup.id}
              backup={backup}
              onRestore={() => setRestoring(backup)}
              onRemove={() => setRemoving(backup)}
            />
          ))}
        </tbody>
      </table>
      <RestoreBackupDialog backup={restoring} onClose={() => setRestoring(undefined)} />
      <RemoveBackupDialog backup={removing} onClose={() => setRemoving(undefined)} />
    </div>
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
