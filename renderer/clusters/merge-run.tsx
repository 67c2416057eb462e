import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { cancelJob, jobQuery } from '../api/jobs-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format-count.ts'
import { Progress } from '../ui/progress.tsx'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import { useTellMerged } from './use-merge.ts'

interface MergeRunProps {
  readonly jobId: string
  readonly onEnd: () => void
}

/** A large merge: how far it is, and a way to stop it. */
export function MergeRun({ jobId, onEnd }: MergeRunProps) {
  const { api } = useWorkspace()
  const { data: job } = useQuery(jobQuery(api, jobId))
  const tell = useTellMerged()
  const cancel = useMutation({
    mutationFn: () => cancelJob(api.workspaceId, jobId),
    onError: (error) => showError(t('The merge could not be stopped'), { description: error.message }),
  })
  const end = useEffectEvent(({ result, status }: Job) => {
    onEnd()
    if (result !== null && 'matching' in result) tell(result)
    else if (status === 'failed') showError(t('The values could not be merged'))
  })
  const hasEnded = job !== undefined && isTerminal(job.status)
  useEffect(() => {
    if (hasEnded) end(job)
  }, [hasEnded, job])
  const { current = 0, total = 0, percent = 0 } = job?.progress ?? {}
  return (
    <section className="clusters-run" aria-label={t('Merge of values')}>
      <Progress
        label={t('Merging values')}
        percent={total === 0 ? undefined : percent}
        text={
          total === 0
            ? t('Looking for the rows…')
            : t('{current} of {total} rows', { current: formatCount(current), total: formatCount(total) })
        }
      />
      <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('Cancel')}
      </Button>
    </section>
  )
}
