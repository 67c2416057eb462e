import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2, Download } from 'lucide-react'
import { useEffect, useCallback } from 'react'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { attributesKey } from '../api/attributes-queries.ts'
import { undoImport } from '../api/imports-queries.ts'
import { jobQuery, fetchErrorFile, jobsKey, retryJob } from '../api/jobs-queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { describeUndo, canBeUndone, hasErrorFile } from './outcome-texts.ts'
import { countKey } from '../query/list-queries.ts'
import { t } from '../ui/text.ts'
import { errorFileName } from './describe-job.ts'
import { saveFile } from '../ui/save-file.ts'
import { showError } from '../ui/toast.tsx'

/** Undoes a whole import and reports the result; absent where it changed nothing. */
export function UndoImport({ job }: { job: Job }) {
  const { api } = useWorkspace()
  const undo = useMutation({ mutationFn: () => undoImport(api, job.id) })
  if (!canBeUndone(job)) return null
  if (undo.data !== undefined) return <UndoProgress jobId={undo.data.id} />
  return (
    <div className="import-undo">
      {undo.error !== null && (
        <Notice tone="danger" title={t('The import was not undone')}>
          {undo.error.message}
        </Notice>
      )}
      <Button busy={undo.isPending} onClick={() => undo.mutate()}>
        <Undo2 aria-hidden />
        {t('Undo this import')}
      </Button>
      <p className="ui-field-hint">
        {t(
          'What it created goes to the trash, what it changed gets its old value. Values that somebody has changed since stay.',
        )}
      </p>
    </div>
  )
}

function UndoProgress({ jobId }: { jobId: string }) {
  const { api } = useWorkspace()
  const { data: job } = useQuery(jobQuery(api, jobId))
  const refresh = useRefreshAfterImport()
  const hasEnded = job !== undefined && isTerminal(job.status)
  useEffect(() => {
    if (hasEnded) refresh()
  }, [hasEnded, refresh])
  if (!hasEnded) {
    const { total = 0, percent = 0 } = job?.progress ?? {}
    return <Progress label={t('Undoing the import')} percent={total === 0 ? undefined : percent} text="" />
  }
  const { tone, title, text } = describeUndo(job)
  return (
    <Notice tone={tone} title={title}>
      {text}
    </Notice>
  )
}

/** Refetches definitions and counts after an import. The grid follows the change feed. */
export function useRefreshAfterImport(): () => void {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: attributesKey(api.workspaceId) })
    void queryClient.invalidateQueries({ queryKey: countKey(api.workspaceId) })
  }, [api, queryClient])
}

export function ErrorFileButton({ job }: { job: Job }) {
  const { api } = useWorkspace()
  const download = useMutation({
    mutationFn: () => fetchErrorFile(api, job.id),
    onSuccess: (file) => saveFile(errorFileName(job), file),
    onError: (error) =>
      showError(t('The error file could not be downloaded'), { description: error.message }),
  })
  if (!hasErrorFile(job)) return null
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      <Download aria-hidden />
      {job.name === 'fetch_pictures' ? t('Download the list of them') : t('Download the rows to correct')}
    </Button>
  )
}

interface RetryButtonProps {
  job: Job
  name: string
  text?: string
}

export function RetryButton({ job, name, text = t('Try again') }: RetryButtonProps) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => retryJob(workspace.id, job.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: jobsKey(workspace.id) }),
    onError: (error) =>
      showError(t('{name} could not be tried again', { name }), { description: error.message }),
  })
  return (
    <Button
      variant="ghost"
      aria-label={`${text}: ${name}`}
      busy={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {text}
    </Button>
  )
}
