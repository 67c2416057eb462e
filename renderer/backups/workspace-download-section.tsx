import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { WorkspaceDownload } from '#shared/schemas/team.ts'
import {
  workspaceDownloadQuery,
  saveWorkspaceDownload,
  startWorkspaceDownload,
  stopWorkspaceDownload,
} from '../api/workspace-file-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatBytes, formatMoment } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

/** Lets an owner in a team download the workspace as a file; a desktop already has the file. */
export function WorkspaceDownloadSection() {
  const { session, workspace } = useWorkspace()
  const [copyId, setCopyId] = useState<string>()
  const start = useMutation({
    mutationFn: () => startWorkspaceDownload(workspace.id),
    onSuccess: ({ id }) => setCopyId(id),
  })
  if (session.person?.roles[workspace.id] !== 'owner') return null
  return (
    <section className="api-section" aria-labelledby="backups-home">
      <div className="api-section-head">
        <h2 id="backups-home">{t('To work without the server')}</h2>
        <Button busy={start.isPending} onClick={() => start.mutate()}>
          {t('Take a copy home')}
        </Button>
      </div>
      <p className="ui-field-hint">
        {t(
          'A file that the desktop app opens like any other, with history and pictures. Comments, accounts and keys stay here, and what is changed in the copy does not come back by itself.',
        )}
      </p>
      {start.error !== null && (
        <Notice tone="danger" title={t('The copy was not started')}>
          {start.error.message}
        </Notice>
      )}
      {copyId !== undefined && <Taken key={copyId} copyId={copyId} onStopped={() => setCopyId(undefined)} />}
    </section>
  )
}

function Taken({ copyId, onStopped }: { copyId: string; onStopped: () => void }) {
  const { workspace } = useWorkspace()
  const { data: copy, error } = useQuery(workspaceDownloadQuery(workspace.id, copyId))
  const status = copy?.status
  useEffect(() => {
    if (status === 'completed' && copy) saveWorkspaceDownload(workspace.id, copy)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is whole
  }, [status])
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  if (copy === undefined || copy.status === 'running')
    return <Running copy={copy} copyId={copyId} onStopped={onStopped} />
  if (copy.error !== null)
    return (
      <Notice tone="danger" title={t('The copy could not be made')}>
        {copy.error.message}
      </Notice>
    )
  return <Whole copy={copy} />
}

interface RunningProps {
  copy: WorkspaceDownload | undefined
  copyId: string
  onStopped: () => void
}

function Running({ copy, copyId, onStopped }: RunningProps) {
  const { workspace } = useWorkspace()
  const stop = useMutation({
    mutationFn: () => stopWorkspaceDownload(workspace.id, copyId),
    onSuccess: onStopped,
    onError: (error) => showError(t('The copy was not stopped'), { description: error.message }),
  })
  const isCounted = copy !== undefined && copy.progress.total > 0
  const percent = isCounted ? Math.min(copy.progress.percent, 99) : undefined
  return (
    <div className="backups-running">
      <Progress
        label={t('Copying the workspace and checking the copy')}
        percent={percent}
        text={percent === undefined ? t('You can keep working') : `${percent} %`}
      />
      <Button busy={stop.isPending} onClick={() => stop.mutate()}>
        {t('Stop')}
      </Button>
    </div>
  )
}

function Whole({ copy }: { copy: WorkspaceDownload }) {
  const { workspace } = useWorkspace()
  const { file_name: name, size, expires_at: until } = copy
  return (
    <Notice tone="success" title={t('“{name}” is being downloaded to this computer', { name })}>
      <p>
        {t('{size}. Open it in the desktop app with File, Open. It can be downloaded again until {until}.', {
          size: formatBytes(size ?? 0),
          until: formatMoment(until ?? ''),
        })}
      </p>
      <Button onClick={() => saveWorkspaceDownload(workspace.id, copy)}>
        <Download aria-hidden />
        {t('Download again')}
      </Button>
    </Notice>
  )
}
